/** What a strategy for closing gaps gives, and what it gets. */
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import type { Gap } from "../../../gaps/src/notes/gaps.ts";
import type { Side } from "../observe/place.ts";
import type { CountsByName, ObservedPlace, Observations } from "../observe/observations.ts";
import { type Action, type Observation, recordEvidence } from "../overlay/overlay.ts";
import { lowerBound } from "./statistics.ts";

/** Actions that close a gap, or why the evidence does not. */
export type Proposal =
  { gap: string; actions: Action[]; effect: string } | { gap: string; because: string };

export class Evidence {
  readonly document: OpenApiDocument;
  readonly observations: Observations;
  readonly #places: Map<string, ObservedPlace>;

  constructor(document: OpenApiDocument, observations: Observations) {
    this.document = document;
    this.observations = observations;
    this.#places = new Map(
      observations.places.map((place) => [`${place.side} ${place.pointer}`, place]),
    );
  }

  /** What was seen at a place, in answers unless another side is asked for. */
  at(pointer: string, side: Side = "response"): ObservedPlace | undefined {
    return this.#places.get(`${side} ${pointer}`);
  }

  /** @param units without an exception */
  verification(gap: string, units: number, what: string): Observation {
    const { environment, days, exchanges } = this.observations;
    const period = days ? ` between ${days.first} and ${days.last}` : "";
    return {
      gap,
      date: days?.last ?? new Date().toISOString().slice(0, 10),
      environment,
      evidence: `${what}, from ${exchanges.recognised} recorded calls${period}.`,
      samples: units,
      // Down, so that what is written never claims more than was found.
      confidence: Math.floor(lowerBound(units, units) * 1000) / 1000,
    };
  }
}

/** Closes a gap by what was shown. Nothing changes but the gap. */
export function confirm(
  { id, node: pointer }: Gap,
  node: JsonObject,
  evidence: Evidence,
  { units, effect, what }: { units: number; effect: string; what: string },
): Proposal {
  const verification = evidence.verification(id, units, what);
  const said = `changes no type: ${effect}`;
  return { gap: id, effect: said, actions: recordEvidence(pointer, node, said, verification) };
}

/** Makes a proposal for a gap from what was seen. `node` is the node that the gap stands on. */
export type Strategy = (gap: Gap, node: JsonObject, evidence: Evidence) => Proposal;

/** @param what they are, in the plural */
export function tooLittle(gap: string, units: number, needed: number, what: string): Proposal {
  return {
    gap,
    because: `too little evidence: ${units} of at least ${needed} ${what}, ${needed - units} more are needed`,
  };
}

/**
 * As `tooLittle`, where each of several things has to be seen often enough; undefined when each was.
 *
 * @param what names one of them, in the plural
 */
export function tooLittleOfOne<Seen extends { units: number }>(
  gap: string,
  seen: Seen[],
  needed: number,
  what: (one: Seen) => string,
): Proposal | undefined {
  const thin = seen.find(({ units }) => units < needed);
  return thin && tooLittle(gap, thin.units, needed, what(thin));
}

/** What is not of the one type that the gap is about; undefined when nothing is. */
export function otherTypes(types: CountsByName, expected: string): string | undefined {
  const others = Object.entries(types).filter(([type]) => type !== expected);
  if (others.length === 0) return undefined;
  const total = Object.values(types).reduce((sum, { samples }) => sum + samples, 0);
  return `${others.map(([type, { samples }]) => `${samples} are ${type}`).join(", ")}, of ${total} values`;
}

/** `JobStatus` from `#/components/schemas/JobStatus`, the whole pointer for another place. */
export function nameOf(pointer: string): string {
  return /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1] ?? pointer;
}
