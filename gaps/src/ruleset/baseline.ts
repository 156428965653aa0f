/** A baseline: the problems that documents had when they were first linted. */
import { existsSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { asList, asObject, isObject, parsePointer, toPointer } from "../document/document.ts";
import { parseFile } from "../document/files.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { type Problem, UserError } from "../problem.ts";

/** A document, and what is wrong with it. */
export interface Linted {
  /** Its path, as the command was given it. */
  document: string;
  read: Pick<ReadDocument, "sources">;
  problems: Problem[];
}

/** By the path of each document, from the folder of the baseline. */
type Baseline = Record<string, string[]>;

/** Paths are those of every system. */
const pathFrom = (baseline: string, file: string): string =>
  relative(dirname(resolve(baseline)), resolve(file)).replaceAll(sep, "/");

/** What stands for a problem: its rule and its place in its file. Its line moves with the lines above, and its name with other files. */
function nameOf(
  { rule, pointer, file: told }: Problem,
  { sources }: Linted["read"],
  baseline: string,
) {
  if (pointer === undefined) return `${rule} ${pathFrom(baseline, told)}`;
  const { file, keys } = sources.trace(parsePointer(pointer));
  return `${rule} ${pathFrom(baseline, file)}${toPointer(keys)}`;
}

/** @throws {UserError} when there is no such file, or it is no baseline */
function readBaseline(file: string): Baseline {
  const content = parseFile(file);
  if (!isObject(content) || !Object.values(content).every(Array.isArray))
    throw new UserError(`${file}:1 is no baseline. Write it again with --update-baseline.`);
  return Object.fromEntries(
    Object.entries(asObject(content)).map(([document, names]) => [
      document,
      asList(names).map(String),
    ]),
  );
}

/** The baseline that documents have today. What a file says of other documents stays. */
export function toBaseline(linted: Linted[], file: string): Baseline {
  const baseline = existsSync(file) ? readBaseline(file) : {};
  for (const { document, read, problems } of linted) {
    const names = new Set(problems.map((problem) => nameOf(problem, read, file)));
    baseline[pathFrom(file, document)] = [...names].sort();
  }
  return Object.fromEntries(
    Object.entries(baseline).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/**
 * The problems that a baseline does not have, and what it has that is mended.
 *
 * @throws {UserError} when there is no such file, or it is no baseline
 */
export function beyondBaseline(
  linted: Linted[],
  file: string,
): { problems: Problem[]; mended: string[] } {
  const baseline = readBaseline(file);
  const problems: Problem[] = [];
  const mended: string[] = [];
  for (const { document, read, problems: all } of linted) {
    const left = new Set(baseline[pathFrom(file, document)]);
    const known = new Set(left);
    for (const problem of all) {
      const name = nameOf(problem, read, file);
      left.delete(name);
      if (!known.has(name)) problems.push(problem);
    }
    mended.push(...left);
  }
  return { problems, mended };
}
