/** What was observed, without a value: the file that leaves the machine. */
import type { Days } from "./days.ts";
import type { Side } from "./place.ts";

export interface Observations {
  format: "video-generation-observations/1";
  /** What the user calls the place that was watched, for instance `live`. */
  environment: string;
  /** `info.version` of the contract that the pointers lead into. */
  contract: string;
  /** How many exchanges were read, and how many of them were calls of an operation. */
  exchanges: { read: number; recognised: number };
  days: Days | undefined;
  /**
   * For each operation the status codes of its answers, and how often each came with which media
   * type.
   */
  statuses: Record<string, Record<string, Record<string, number>>>;
  places: ObservedPlace[];
}

/** One place of the contract, or below an open schema of it. */
export interface ObservedPlace {
  side: Side;
  /** JSON pointer into the bundle. */
  pointer: string;
  /** Ids of the gaps at this place, or above it where the contract is silent. */
  gaps: string[];
  operations: string[];
  /** Values seen. */
  samples: number;
  days: Days | undefined;
  /** JSON types and how often. */
  types: Record<string, number>;
  /** Forms of strings and how often. */
  formats: Record<string, number>;
  /** Names of fields and how often each was there. */
  fields: Record<string, number>;
  /** Words seen where the values are a list by meaning, and how often. */
  values: Record<string, number>;
  /** Values seen there that are not told: no word, or too rare. */
  otherValues: number;
}
