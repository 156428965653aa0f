/** What was found out about a service. */

/** Something that a service does otherwise than the contract says. */
export interface Disagreement {
  story: string;
  /** The `operationId`. */
  operation: string;
  /** Where: a JSON pointer into the body, `status`, `connection` or `Content-Type`. */
  place: string;
  /** What was expected there, and not met. It holds no value of an answer. */
  problem: string;
  /** A command that repeats the request, with the token as a variable of the shell. */
  curl: string;
}

/** Something that the contract leaves open, and the service has now shown. */
export interface News {
  /** The gap it is news about, or why there is none; undefined where the contract expects nothing. */
  gap: string | undefined;
  operation: string;
  /** What was seen, in a few words and without a value. */
  what: string;
}

/**
 * `unfinished`: a job was still in its first status when the limit of the wait was reached, which
 * breaks no promise. `refused`: the service does not know what the placeholders of the contract's
 * examples name.
 */
export type Outcome = "held" | "differs" | "unfinished" | "refused" | "not tried";

export interface StoryResult {
  name: string;
  title: string;
  outcome: Outcome;
  /** Why it is neither held nor different. */
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

export interface CreatedJob {
  id: string;
  /** The `operationId` of what has created it. */
  operation: string;
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
  /** Jobs that were created, to be read again with `--job`. */
  jobs: CreatedJob[];
}
