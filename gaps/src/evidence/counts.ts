/** What was observed, without a value: the file that may leave the machine. */

/** Samples, and independent units among them: resources that are read by an identifier, items of lists, requests. */
export interface Count {
  samples: number;
  units: number;
}

export type CountsByName = Record<string, Count>;

/** First and last day, as `YYYY-MM-DD`. A time of day would say more about a person than about a service. */
export interface Days {
  first: string;
  last: string;
}

/** What a message is to the evidence: an answer, or a request that the service took or refused. */
export type Side = "response" | "accepted" | "refused";

export const format = "openapi-gaps-counts/2";

export interface Counts {
  format: typeof format;
  /** What the user calls the place that was watched, for instance `live`. */
  environment: string;
  /** `info.version` of the document that the pointers lead into. */
  contract: string;
  /** Exchanges that were read, those that were calls of an operation, and those with other services. */
  exchanges: { read: number; recognised: number; otherServices: number };
  days: Days | undefined;
  /** Bodies that could not be read, by the reason. */
  unread: CountsByName;
  /** For each operation its status codes and media types, as `200 application/json`. */
  statuses: Record<string, CountsByName>;
  /** What refused a request, as `no-token 401 application/json`. */
  refusals: CountsByName;
  /** How a value compares with the request that it repeats, as `pointer same`. */
  echoes: CountsByName;
  /** Types and forms of a value for each status of what it belongs to, as `pointer object open`. */
  byStatus: CountsByName;
  /** What became of requests that the document does not decide, as `unknown-field refused 422`. */
  outcomes: CountsByName;
  /** `open>closed`. */
  transitions: CountsByName;
  /** Resources of which more than one status was seen: `followed`; read again without a change: `still closed`. */
  histories: CountsByName;
  places: ObservedPlace[];
}

/** One place of the document, or below an open schema of it. */
export interface ObservedPlace extends Count {
  side: Side;
  /** JSON pointer into the document. */
  pointer: string;
  /** Ids of the gaps at this place, or above it where the document is silent. */
  gaps: string[];
  operations: string[];
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
