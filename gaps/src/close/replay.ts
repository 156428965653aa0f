/** Holds a planned document against what is recorded and documented, before anything is written. */
import { isDeepStrictEqual } from "node:util";
import {
  asObject,
  type Example,
  messageExamples,
  type OpenApiDocument,
  parsePointer,
  schemaExamples,
  valueAt,
} from "../document/document.ts";
import { followBackwards, isWithin } from "../notes/gaps.ts";
import { Checker, type Contradiction } from "../api/checker.ts";
import type { Exchange } from "../api/exchange.ts";
import type { BaseAddress } from "../api/interface.ts";

/** A part of a plan that is left out, and why. */
export interface Dropped<Part> {
  part: Part;
  because: string;
}

/**
 * Leaves out of a plan each part that makes a recorded exchange contradict the document, or a documented value.
 *
 * @param today the document without any
 * @param build the document with some of the parts
 * @param exchanges called for each reading of the recordings
 */
export function replay<Part>(
  today: OpenApiDocument,
  parts: Part[],
  build: (parts: Part[]) => OpenApiDocument,
  exchanges: () => Iterable<Exchange>,
  base: BaseAddress,
): { kept: Part[]; dropped: Dropped<Part>[] } {
  const dropped: Dropped<Part>[] = [];
  let kept = parts;
  /** Leaves out each part with which the plan goes wrong. @returns whether there was any */
  const leaveOut = (reasonFor: (planned: OpenApiDocument) => string | undefined): boolean => {
    const because = reasonFor(build(kept));
    if (because === undefined) return false;
    // It is right with so many of the parts, and wrong with so many.
    let [right, wrong] = [0, kept.length];
    while (wrong - right > 1) {
      const middle = Math.floor((right + wrong) / 2);
      if (reasonFor(build(kept.slice(0, middle))) === undefined) right = middle;
      else wrong = middle;
    }
    dropped.push({ part: kept[right]!, because });
    kept = kept.toSpliced(right, 1);
    leaveOut(reasonFor);
    return true;
  };
  leaveOut((planned) => {
    const [broken] = brokenExamples(today, planned);
    return broken && `the documented value at ${broken} would contradict it`;
  });
  const before = Checker.of(today);
  // What is left is held against all of it again.
  for (let isToHold = kept.length > 0; isToHold;) {
    isToHold = false;
    let after = Checker.of(build(kept));
    for (const exchange of exchanges()) {
      const contradiction = (checker: Checker) => contradictionOf(before, checker, exchange, base);
      if (contradiction(after) === undefined) continue;
      isToHold = leaveOut((planned) => contradiction(Checker.of(planned)));
      after = Checker.of(build(kept));
    }
  }
  return { kept, dropped };
}

/** What an exchange contradicts in one document, and not in the one before. */
function contradictionOf(
  before: Checker,
  after: Checker,
  exchange: Exchange,
  base: BaseAddress,
): string | undefined {
  if (exchange.status < 100) return undefined;
  const contradictionsOf = (checker: Checker) => {
    const match = checker.interface.matchAt(base, exchange);
    return match ? checker.problems(match, exchange) : [];
  };
  const all = contradictionsOf(after);
  if (all.length === 0) return undefined;
  const known = contradictionsOf(before);
  // Which media types it must be is said otherwise where one is added.
  const isSame = (one: Contradiction, other: Contradiction) =>
    one.place === other.place && (one.problem === other.problem || one.place === "Content-Type");
  const added = all.find((each) => !known.some((other) => isSame(each, other)));
  return added && `a recorded exchange would contradict it: ${added.place} ${added.problem}`;
}

/** Pointers of the examples and defaults that follow today's document, and not the planned one. */
export function brokenExamples(today: OpenApiDocument, planned: OpenApiDocument): string[] {
  const isValid = (document: OpenApiDocument, { schema, value }: Example) =>
    Checker.of(document).errors(schema, value).length === 0;
  const affected = followBackwards(planned)(...changedPlaces(today, planned));
  // Most values follow both, and compiling the schemas of the other one takes as long again.
  return [...schemaExamples(planned), ...messageExamples(planned)]
    .filter(({ schema }) => isWithin(parsePointer(schema), affected))
    .filter((each) => !isValid(planned, each) && isValid(today, each))
    .map(({ pointer }) => pointer);
}

/** The components and paths that a plan changes: compiling the schemas of all takes a large document very long. */
const changedPlaces = (today: OpenApiDocument, planned: OpenApiDocument): string[][] =>
  [
    ...Object.keys(planned.components).map((section) => ["components", section]),
    ...["paths", "webhooks"].map((section) => [section]),
  ].flatMap((section) =>
    Object.entries(asObject(valueAt(planned, section)))
      .map(([name, value]) => ({ place: [...section, name], value }))
      .filter(({ place, value }) => !isDeepStrictEqual(value, valueAt(today, place)))
      .map(({ place }) => place),
  );
