/** Runs the rules on a document, without Spectral around them. */
import { isObject, type Json, toPointer, walk } from "../document/document.ts";
import { parseFile } from "../document/files.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { type Problem, UserError } from "../problem.ts";
import { type Preset, presets } from "../ruleset.ts";
import type { RuleOptions } from "./gap-rules.ts";

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
  const unread = new Set(problems.map(({ pointer }) => pointer));
  const nodes = walk(document);
  const found = presets[preset].flatMap(({ code: rule, find }) =>
    find(nodes, options)
      .filter(({ path }) => !unread.has(toPointer(path)))
      .map(({ message, path }) => sources.problem(rule, message, path)),
  );
  return [...problems, ...found].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

/** The problems that a document had when it was first linted, by rule: the pointers of their places. */
export type Baseline = Record<string, string[]>;

export function toBaseline(problems: Problem[]): Baseline {
  const byRule = Map.groupBy(problems, ({ rule }) => rule);
  const places = (all: Problem[]) => all.map(({ pointer = "" }) => pointer).sort();
  return Object.fromEntries([...byRule].sort().map(([rule, all]) => [rule, places(all)]));
}

/** The problems that a baseline does not have, and how many of its own are gone. */
export function beyondBaseline(
  problems: Problem[],
  baseline: Baseline,
): { fresh: Problem[]; gone: number } {
  const left = structuredClone(baseline);
  const fresh = problems.filter(({ rule, pointer = "" }) => {
    const index = left[rule]?.indexOf(pointer) ?? -1;
    if (index >= 0) left[rule]!.splice(index, 1);
    return index < 0;
  });
  return { fresh, gone: Object.values(left).flat().length };
}

/**
 * @throws {UserError} when there is no such file, or it is no baseline
 */
export function readBaseline(file: string): Baseline {
  const content = parseFile(file);
  const isPlaces = (places: Json) =>
    Array.isArray(places) && places.every((place) => typeof place === "string");
  if (isObject(content) && Object.values(content).every(isPlaces)) return content as Baseline;
  throw new UserError(`${file}:1 is no baseline. Write it again with --update-baseline.`);
}
