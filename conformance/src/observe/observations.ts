/** What was observed, without a value: the file that leaves the machine. */
import type { Days } from "./days.ts";
import type { CountPart } from "./state.ts";
import type { Side } from "./place.ts";

/** Samples, and independent units among them: jobs, items of lists, requests. */
export interface Count {
  samples: number;
  units: number;
}

export type CountsByName = Record<string, Count>;

/** The parts of a state that leave it name by name. */
type PublicPart = Exclude<CountPart, "answers">;

export interface Observations extends Record<PublicPart, CountsByName> {
  format: "video-generation-observations/3";
  /** What the user calls the place that was watched, for instance `live`. */
  environment: string;
  /** `info.version` of the contract that the pointers lead into. */
  contract: string;
  /**
   * Exchanges that were read, those that were calls of an operation, and those with other services,
   * of which nothing else is said.
   */
  exchanges: { read: number; recognised: number; otherHosts: number };
  days: Days | undefined;
  /** For each operation its status codes, and how often each came with which media type. */
  statuses: Record<string, Record<string, CountsByName>>;
  places: ObservedPlace[];
}

/** One place of the contract, or below an open schema of it. */
export interface ObservedPlace extends Count {
  side: Side;
  /** JSON pointer into the bundle. */
  pointer: string;
  /** Ids of the gaps at this place, or above it where the contract is silent. */
  gaps: string[];
  operations: string[];
  days: Days | undefined;
  /** JSON types and how often. */
  types: CountsByName;
  /** Forms of strings and how often. */
  formats: CountsByName;
  /** Names of fields and how often each was there. */
  fields: CountsByName;
  /** Words seen where the values are a list by meaning, and how often. */
  values: CountsByName;
  /** Values seen there that stay private: no word, or too rare. */
  otherValues: number;
  /** Different words that stay private because they were seen in fewer than three units. */
  rareValues: number;
}
