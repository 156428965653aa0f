/** Runs the rules on a document, without Spectral around them. */
import { toPointer, walk } from "../document/document.ts";
import { parseFile } from "../document/files.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { type Problem, UserError } from "../problem.ts";
import { type Preset, presets } from "../ruleset.ts";
import type { Rule, RuleOptions } from "./gap-rules.ts";

/**
 * Everything that is wrong with a document: what could not be read of it, and what the rules find.
 *
 * @param options the headings and extensions that there are, where the rules are to know them
 */
export function lintDocument(
  { document, sources, problems }: ReadDocument,
  preset: Preset | Rule[],
  options: RuleOptions = {},
): Problem[] {
  const nodes = walk(document);
  const rules = typeof preset === "string" ? presets[preset] : preset;
  const found = rules.flatMap(({ code: rule, find }) =>
    find(nodes, options)
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

/** What stands for a problem in a baseline: its rule and its place, as its line moves with the lines above. */
const nameOf = ({ rule, pointer = "" }: Problem): string => `${rule} ${pointer}`;

/** The problems that a document has when it is first linted. */
export const toBaseline = (problems: Problem[]): string[] =>
  [...new Set(problems.map(nameOf))].sort();

/**
 * The problems that the baseline in a file does not have.
 *
 * @throws {UserError} when there is no such file, or it is no baseline
 */
export function beyondBaseline(problems: Problem[], file: string): Problem[] {
  const baseline = parseFile(file);
  if (!Array.isArray(baseline))
    throw new UserError(`${file}:1 is no baseline. Write it again with --update-baseline.`);
  const known = new Set(baseline);
  return problems.filter((problem) => !known.has(nameOf(problem)));
}
