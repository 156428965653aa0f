/** Runs the rules on a document, without Spectral around them. */
import type { ReadDocument } from "../document/read-document.ts";
import { toPointer } from "../document/pointer.ts";
import type { Problem } from "../problem.ts";
import { type Preset, presets } from "./index.ts";
import type { RuleOptions } from "./rule.ts";

/** Everything that is wrong with a document: what could not be read of it, and what the rules find. */
export function lintDocument(
  { document, sources, problems }: ReadDocument,
  preset: Preset,
  options: RuleOptions = {},
): Problem[] {
  // Where a reference leads nowhere an empty object stands, and no rule should speak of that one.
  const unread = problems.flatMap(({ at }) => (at ? [toPointer(at)] : []));
  const found = presets[preset].flatMap(({ code, find }) =>
    find(document, options)
      .filter(({ path }) => !unread.includes(toPointer(path)))
      .map(({ message, path }): Problem => ({
        ...sources.locate(path),
        severity: "error",
        rule: code,
        message,
      })),
  );
  return [...problems, ...found].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}
