// @ts-check
/**
 * The rules about gaps for Spectral: `.spectral.yaml` extends this file. A rule of Spectral is given one file of the contract. These
 * also read what that one refers to, and say where in it something is wrong.
 */
import { join, relative } from "node:path";
import { lintDocument, readDocument } from "openapi-gaps";
import { parsePointer } from "openapi-gaps/document";
import { gapRules } from "openapi-gaps/ruleset";
import { registered, sourceRules } from "./source-rules.js";

/** @type {Map<string, ReturnType<typeof lintDocument>>} by the file that Spectral was given */
const found = new Map();

/** @param {string} file in `openapi/` or `generated/` */
function problemsOf(file) {
  // Spectral makes one script of its rulesets, which does not know where it stands.
  const contractFolder = join(file, "../../openapi");
  const problems =
    found.get(file) ??
    lintDocument(readDocument(file), [...gapRules, ...sourceRules(registered(contractFolder))]);
  found.set(file, problems);
  return problems;
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

const all = [...gapRules, ...sourceRules({ headings: [], extensions: [] })];

/** @type {Record<string, object>} */
const rules = Object.fromEntries(
  all.map(({ code, description }) => {
    const rule = { description, message: "{{error}}", severity: "error", given: "$" };
    return [code, { ...rule, resolved: false, then: { function: checkOf(code) } }];
  }),
);

export default { rules };
