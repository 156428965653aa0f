/** Everything that an observation counts, in a form that can be joined with another. */
import type { Days } from "./days.ts";
import type { Side } from "./place.ts";
import type { Counts } from "./tally.ts";

/**
 * It holds names and words that were seen only once, and hashes of identifiers, so it stays where
 * the recordings are. What is told of it is in {@link Observations}.
 */
export interface ObservationState {
  format: "video-generation-observations-part/2";
  environment: string;
  /** Base address of the service. */
  service: string;
  /** `info.version` of the contract that the pointers lead into. */
  contract: string;
  /** Fingerprint of the key of the hashes. */
  key: string;
  /** Exchanges that were read, and those that were calls of an operation. */
  exchanges: { read: number; recognised: number };
  days: Days | undefined;
  /** Exchanges with other services. */
  otherHosts: number;
  /** Requests to paths that the contract does not have, as `GET /api/voices/custom`. */
  unknownPaths: Counts;
  /** Bodies that could not be read, by the reason. */
  unread: Counts;
  /** What of the answers the contract does not allow, as `getHpJob /output must be object`. */
  breaches: Counts;
  /** `operation status media-type`. */
  answers: Counts;
  /** What refused a request, as `no-token 401 application/json`. */
  refusals: Counts;
  /** Headers of an allow-list, as `retry-after 429`. */
  headers: Counts;
  /** How a value compares with the request it repeats, as `pointer same`. */
  echoes: Counts;
  /** What became of requests that the contract does not decide, as `unknown-field refused 422`. */
  outcomes: Counts;
  /** Forms of a value for each status of its job, as `pointer rendering empty-object`. */
  byStatus: Counts;
  /** `rendering>completed`. */
  transitions: Counts;
  /** Jobs of which more than one status was seen: `followed`. Whole seconds of a wait: `under 64`. */
  jobs: Counts;
  /** By side and pointer. */
  places: Record<string, PlaceState>;
}

/** The parts of a state that are counts by name. */
export const countParts = [
  "unknownPaths",
  "unread",
  "breaches",
  "answers",
  "refusals",
  "headers",
  "echoes",
  "byStatus",
  "outcomes",
  "transitions",
  "jobs",
] as const;

export interface PlaceState {
  side: Side;
  pointer: string;
  /** Pointer of the place it hangs below, where the contract does not know it. */
  parent?: string | undefined;
  /** Name of the field that it is there; undefined for the items of a list. */
  name?: string | undefined;
  operations: string[];
  samples: number;
  units: number[];
  days: Days | undefined;
  types: Counts;
  formats: Counts;
  fields: Counts;
  values: Counts;
  otherValues: number;
}
