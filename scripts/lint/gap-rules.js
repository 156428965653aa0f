// @ts-check
/**
 * The rules about gaps for Spectral: `.spectral.yaml` extends this file. A rule of Spectral is given one file of the contract. These
 * also read what that one refers to, and say where in it something is wrong.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { lintDocument, parseFile, readDocument } from "openapi-gaps";
import { asList, parsePointer } from "openapi-gaps/document";
import { presets } from "openapi-gaps/ruleset";

/** @type {Map<string, ReturnType<typeof lintDocument>>} by the file that Spectral was given */
const found = new Map();

/** @param {string} file in `openapi/` or `generated/` */
function problemsOf(file) {
  // Spectral makes one script of its rulesets, which does not know where it stands.
  const contractFolder = join(file, "../../openapi");
  const problems =
    found.get(file) ?? lintDocument(readDocument(file), "sources", registered(contractFolder));
  found.set(file, problems);
  return problems;
}

/** The headings of the specification, and the vendor extensions: each has a heading in EXTENSIONS.md. @param {string} folder */
function registered(folder) {
  const registry = readFileSync(join(folder, "EXTENSIONS.md"), "utf8");
  return {
    headings: asList(parseFile(join(folder, "outline.yaml"))).map(String),
    extensions: [...registry.matchAll(/^## `(x-[^`]+)`\s*$/gm)].map(([, name = ""]) => name),
  };
}

/** @param {string} code of a rule */
const checkOf =
  (code) =>
  /** @param {unknown} _content @param {unknown} _options @param {{ document: { source: string } }} context */
  (_content, _options, { document }) => {
    const entry = relative(process.cwd(), document.source);
    return problemsOf(entry)
      .filter(({ rule }) => rule === code)
      .map(({ file, line, column, message, pointer = "#" }) => ({
        message: file === entry ? message : `${file}:${line}:${column} ${message}`,
        path: parsePointer(pointer),
      }));
  };

/** @type {Record<string, object>} */
const rules = Object.fromEntries(
  presets.sources.map(({ code, description }) => {
    const rule = { description, message: "{{error}}", severity: "error", given: "$" };
    return [code, { ...rule, resolved: false, then: { function: checkOf(code) } }];
  }),
);

export default { rules };
