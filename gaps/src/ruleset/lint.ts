/** Runs the rules on a document, without Spectral around them. */
import { pathToFileURL } from "node:url";
import type { ReadDocument } from "../document/read-document.ts";
import { toPointer } from "../document/pointer.ts";
import type { Problem } from "../problem.ts";
import { type Preset, presets } from "../ruleset.ts";
import type { RuleOptions } from "./rule.ts";

/**
 * Everything that is wrong with a document: what could not be read of it, and what the rules find.
 *
 * @param options the headings and extensions that there are, where the rules are to know them
 */
export function lintDocument(
  { document, sources, problems }: ReadDocument,
  preset: Preset,
  options: RuleOptions = {},
): Problem[] {
  // Where a reference leads nowhere an empty object stands, and no rule should speak of that one.
  const unread = new Set(problems.map(({ at }) => toPointer(at)));
  const found = presets[preset].flatMap(({ code: rule, find }) =>
    find(document, options)
      .filter(({ path }) => !unread.has(toPointer(path)))
      .map(({ message, path }): Problem => ({
        ...sources.locate(path),
        severity: "error",
        rule,
        message,
      })),
  );
  return [...problems, ...found].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

/** Problems as SARIF 2.1.0, which code scanning and editors read. */
export function toSarif(problems: Problem[]): object {
  const rules = presets.sources.map(({ code, description }) => ({
    id: code,
    shortDescription: { text: description },
  }));
  const results = problems.map(({ file, line, column, severity, rule, message }) => ({
    ruleId: rule,
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: addressOf(file) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }));
  return {
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [{ tool: { driver: { name: "openapi-gaps", rules } }, results }],
  };
}

/** Relative to the repository where it can be, and encoded, as SARIF asks. */
const addressOf = (file: string): string =>
  file.startsWith("/") || file.startsWith("..")
    ? pathToFileURL(file).href
    : file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
