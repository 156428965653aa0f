/** Holds a planned document against what is recorded and documented, before anything is written. */
import { isDeepStrictEqual } from "node:util";
import {
  asObject,
  asObjectList,
  isObject,
  type Json,
  messageExamples,
  type OpenApiDocument,
  schemaExamples,
} from "../document/document.ts";
import { toPointer } from "../document/json.ts";
import { walk } from "../document/walk.ts";
import { Checker } from "../api/checker.ts";
import type { Exchange } from "../api/exchange.ts";
import type { BaseAddress } from "../api/interface.ts";
import { gapEntries } from "../ruleset/rule.ts";

/** A part of a plan that is left out, and why. */
export interface Dropped<Part> {
  part: Part;
  because: string;
}

/**
 * Leaves out of a plan each part that makes a recorded exchange contradict the document, or loses what is documented.
 *
 * @param build the document with some of the parts
 * @param exchanges called for each reading of the recordings
 */
export function replay<Part>(
  parts: Part[],
  build: (parts: Part[]) => OpenApiDocument,
  exchanges: () => Iterable<Exchange>,
  base: BaseAddress,
): { kept: Part[]; dropped: Dropped<Part>[] } {
  const today = build([]);
  const dropped: Dropped<Part>[] = [];
  let kept = parts;
  const drop = (reasonFor: (document: OpenApiDocument) => string | undefined): boolean => {
    const because = reasonFor(build(kept));
    if (because === undefined) return false;
    const part =
      kept[
        indexOfCause(kept.length, (count) => reasonFor(build(kept.slice(0, count))) !== undefined)
      ]!;
    dropped.push({ part, because });
    kept = kept.filter((each) => each !== part);
    return true;
  };
  while (drop((planned) => lossOf(today, planned)));
  const before = Checker.of(today);
  let hasDropped = kept.length > 0;
  // What is left is held against all of it again.
  while (hasDropped) {
    hasDropped = false;
    let after = Checker.of(build(kept));
    for (const exchange of exchanges()) {
      const contradiction = (checker: Checker) => contradictionOf(before, checker, exchange, base);
      if (contradiction(after) === undefined) continue;
      while (drop((planned) => contradiction(Checker.of(planned))));
      after = Checker.of(build(kept));
      hasDropped = true;
    }
  }
  return { kept, dropped };
}

/** The index of the first part with which something goes wrong that goes wrong with all of them. */
function indexOfCause(count: number, isWrongWith: (count: number) => boolean): number {
  let [right, wrong] = [0, count];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isWrongWith(middle)) wrong = middle;
    else right = middle;
  }
  return wrong - 1;
}

function contradictionOf(
  before: Checker,
  after: Checker,
  exchange: Exchange,
  base: BaseAddress,
): string | undefined {
  const path = base.pathBelow(exchange);
  if (path === undefined || exchange.status < 100) return undefined;
  const problemsOf = (checker: Checker) => {
    const match = checker.interface.match(exchange.method, path);
    return match ? checker.problems(match, exchange) : [];
  };
  const problems = problemsOf(after);
  if (problems.length === 0) return undefined;
  const known = problemsOf(before);
  const added = problems.find((each) => !known.some((other) => isDeepStrictEqual(each, other)));
  return added && `a recorded exchange would contradict it: ${added.place} ${added.problem}`;
}

/** What a planned document loses of today's: a value, or an example that follows its schema. */
function lossOf(today: OpenApiDocument, planned: OpenApiDocument): string | undefined {
  const lost = firstLost(today, planned, []);
  if (lost) return `the document would lose ${toPointer(lost)}`;
  const [broken] = brokenExamples(today, planned);
  return broken && `the documented value at ${broken} would contradict it`;
}

function firstLost(before: Json, after: Json | undefined, path: string[]): string[] | undefined {
  if (Array.isArray(before) ? !Array.isArray(after) : isObject(before) && !isObject(after))
    return path;
  if (typeof before !== "object" || before === null) return before === after ? undefined : path;
  for (const [key, value] of Object.entries(before)) {
    const lost = firstLost(value, (after as { [key: string]: Json })[key], [...path, key]);
    if (lost) return lost;
  }
  return undefined;
}

/** Pointers of the examples and defaults that follow today's document, and not the planned one. */
export function brokenExamples(today: OpenApiDocument, planned: OpenApiDocument): string[] {
  const before = new Set(invalidValues(today));
  return invalidValues(planned).filter((pointer) => !before.has(pointer));
}

function invalidValues(document: OpenApiDocument): string[] {
  const checker = Checker.of(document);
  const single = walk(document, "schema").flatMap(({ value: node, path }) => {
    const schema = toPointer(path);
    return Object.entries(asObject(node))
      .filter(([key]) => key === "default" || key === "example")
      .map(([key, value]) => ({ pointer: `${schema}/${key}`, schema, value }));
  });
  const claims = gapEntries(walk(document))
    .filter(({ entry, node }) => entry["settled"] === undefined && node.kind === "schema")
    .flatMap(({ entry, path, node }) =>
      asObjectList(entry["states"]).flatMap(({ sample: value }, index) => {
        const pointer = toPointer([...path, "states", index, "sample"]);
        return value === undefined ? [] : [{ pointer, schema: toPointer(node.path), value }];
      }),
    );
  return [...schemaExamples(document), ...messageExamples(document), ...single, ...claims]
    .filter(({ schema, value }) => checker.errors(schema, value).length > 0)
    .map(({ pointer }) => pointer);
}
