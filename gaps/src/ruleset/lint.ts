/** Runs the rules on a document, without Spectral around them. */
import { toPointer, walk } from "../document/document.ts";
import type { ReadDocument } from "../document/read-document.ts";
import type { Problem } from "../problem.ts";
import { gapRules, type Rule } from "./gap-rules.ts";

/** Everything that is wrong with a document: what could not be read of it, and what the rules find. */
export function lintDocument(
  { document, sources, problems }: ReadDocument,
  rules: Rule[] = gapRules,
): Problem[] {
  const nodes = walk(document);
  const found = rules.flatMap(({ code: rule, find }) =>
    find(nodes)
      // Where a reference leads nowhere an empty object stands, and no rule should speak of that one.
      .filter(({ path }) => !sources.unread.has(toPointer(path)))
      .map(({ message, path }) => sources.problem(rule, message, path)),
  );
  // What several paths of an interface share is told once.
  const told = new Map<string, Problem>();
  for (const problem of [...problems, ...found]) {
    const { file, line, column, rule, message } = problem;
    const key = JSON.stringify([file, line, column, rule, message]);
    if (!told.has(key)) told.set(key, problem);
  }
  return [...told.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}
