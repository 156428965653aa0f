/** What was observed, without a value: the file that may leave the machine. */

/** Samples, and independent units among them: resources that are read by an identifier, items of lists, requests. */
export interface Count {
  samples: number;
  units: number;
}

export type CountsByName = Record<string, Count>;

/** What a message is to the evidence: an answer, or a request that the service took or refused. */
export type Side = "response" | "accepted" | "refused";

export const format = "openapi-gaps-counts/3";

export interface Counts {
  format: typeof format;
  /** What the user calls the place that was watched, for instance `live`. */
  environment: string;
  /** `info.version` of the document that the pointers lead into. */
  contract: string;
  /** Exchanges that were read, those that were calls of an operation, and those with other services. */
  exchanges: { read: number; recognised: number; otherServices: number };
  /** As `YYYY-MM-DD`. A time of day would say more about a person than about a service. */
  days: { first: string; last: string } | undefined;
  /** Bodies that could not be read, by the reason. */
  unread: CountsByName;
  /**
   * For each kind of evidence that does not lie in one place, such as `refusals`, its subjects, such as `no-token`,
   * and what was seen of them, such as `401`; and under `calls` the status codes of each operation.
   */
  outcomes: Record<string, Record<string, CountsByName>>;
  places: ObservedPlace[];
}

/** One place of the document, or below an open schema of it. */
export interface ObservedPlace extends Count {
  side: Side;
  /** JSON pointer into the document. */
  pointer: string;
  /** Ids of the gaps at this place, or above it where the document is silent. */
  gaps: string[];
  /** JSON types and how often. */
  types: CountsByName;
  /** Forms of strings and how often. */
  formats: CountsByName;
  /** Names of fields and how often each was there. */
  fields: CountsByName;
  /** Words seen where the values are a list by meaning, and how often. */
  values: CountsByName;
  /** Values seen there that stay private: no word, or seen in fewer than three units. */
  otherValues: number;
}
