/** What a closer of gaps gives, and what it gets. */
import type { JsonObject, OpenApiDocument } from "../../../scripts/contract/document.ts";
import type { Gap } from "../../../scripts/contract/gaps.ts";
import type { ObservedPlace, Observations } from "../observe/observations.ts";
import type { Action, Verification } from "../overlay/overlay.ts";

/** Actions that close a gap, or why the evidence does not. */
export type Proposal =
  { gap: string; actions: Action[]; effect: string } | { gap: string; because: string };

export class Evidence {
  readonly document: OpenApiDocument;
  readonly observations: Observations;
  readonly #answers: Map<string, ObservedPlace>;

  constructor(document: OpenApiDocument, observations: Observations) {
    this.document = document;
    this.observations = observations;
    const answers = observations.places.filter(({ side }) => side === "response");
    this.#answers = new Map(answers.map((place) => [place.pointer, place]));
  }

  /** What was seen in answers at a place; undefined when nothing was. */
  at(pointer: string): ObservedPlace | undefined {
    return this.#answers.get(pointer);
  }

  verification(gap: string, samples: number, confidence: number): Verification {
    const { environment, days, exchanges } = this.observations;
    const period = days ? ` between ${days.first} and ${days.last}` : "";
    return {
      gap,
      date: days?.last ?? new Date().toISOString().slice(0, 10),
      environment,
      evidence: `${samples} samples from ${exchanges.recognised} recorded calls${period}.`,
      samples,
      // Down, so that what is written never claims more than was found.
      confidence: Math.floor(confidence * 1000) / 1000,
    };
  }
}

/** Makes a proposal for a gap from what was seen. `node` is the node that the gap stands on. */
export type Closer = (gap: Gap, node: JsonObject, evidence: Evidence) => Proposal;

export function tooLittle(gap: string, samples: number, needed: number, what: string): Proposal {
  return { gap, because: `too little evidence: ${samples} of at least ${needed} ${what}` };
}

/** `JobStatus` from `#/components/schemas/JobStatus`, the whole pointer for another place. */
export function nameOf(pointer: string): string {
  return /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1] ?? pointer;
}
