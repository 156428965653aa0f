/** What a run sends and receives, and what it finds out about a service. */
import type {
  Contradiction as Problem,
  Exchange as RecordedExchange,
  News as FoundNews,
} from "openapi-gaps/evidence";

/**
 * What has to become of a request. `possible`: a success, unless the service does not know what
 * placeholders in the request name. `undecided`: the interface specification does not say whether the
 * service takes such a request, so either response is an observation.
 */
export type Expectation = "success" | "possible" | "refusal" | "undecided";

/** Sent on purpose, and to be refused; in words. */
export const wrongCredentials = {
  none: "without a token",
  wrong: "with a wrong token",
  "other-scheme": "with another scheme of authentication",
};

export type Credential = "token" | keyof typeof wrongCredentials;

/** A request and its response, and what was intended with it. */
export interface Exchange extends RecordedExchange {
  credential?: Credential | undefined;
  /** The operation that has created what is read. */
  creator?: string | undefined;
  /** What it is sent for: the name of its workflow, or what is wrong with it. */
  purpose: string;
  expects: Expectation;
  /** Why nothing is decided about the request, in a few words: `another type`. */
  doubt?: string | undefined;
  /** Why there was no response. */
  failure?: string | undefined;
}

/** Something that a service does otherwise than the contract says. */
export interface Disagreement extends Problem {
  purpose: string;
  /** The `operationId`. */
  operation: string;
  /** A command that repeats the request, with the token as a variable of the shell. */
  curl: string;
}

export interface News extends Omit<FoundNews, "calls"> {
  /** Of a request that the specification does not decide about: what is unusual about it. */
  doubt?: string | undefined;
}

/**
 * `unfinished`: the run did not get its answer, and may get it another time: the limit of a wait was reached, or of the service's
 * rate. `undecided`: the service did what nobody has said that it must not, so that there was nothing to look at.
 */
export type Outcome = "held" | "differs" | "undecided" | "unfinished" | "not tried";

export interface WorkflowResult {
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
  workflows: WorkflowResult[];
  news: News[];
  coverage: Coverage[];
  /** Jobs that were created, to be read again with `--job`. */
  jobs: CreatedJob[];
}
