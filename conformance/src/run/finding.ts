/** What a run has found. */

/** Something that a service does otherwise than the contract says. */
export interface Disagreement {
  story: string;
  /** The `operationId`. */
  operation: string;
  /** Where: a JSON pointer into the body, `status`, or `Content-Type`. */
  place: string;
  /** What was expected there, and not met. It holds no value of an answer. */
  problem: string;
}

/** Something that the contract leaves open, and the service has now shown. */
export interface News {
  /** The gap it is news about; undefined where the contract expects nothing. */
  gap: string | undefined;
  operation: string;
  /** What was seen, in a few words and without a value. */
  what: string;
}

export interface StoryResult {
  name: string;
  title: string;
  outcome: "held" | "differs" | "not tried";
  /** Why it was not tried. */
  because?: string;
  /** Statements about the service that held. */
  held: string[];
  disagreements: Disagreement[];
  calls: number;
  durationMs: number;
}

export interface Coverage {
  what: string;
  reached: number;
  total: number;
  /** Names of what was not reached. */
  missing: string[];
}

export interface RunResult {
  /** Origin of the base URL. */
  service: string;
  contract: string;
  startedAt: string;
  durationMs: number;
  stories: StoryResult[];
  news: News[];
  coverage: Coverage[];
}
