/** Everything that an observation counts, in a form that can be joined with another. */
import type { Days } from "./days.ts";
import type { Place, Side } from "./place.ts";
import type { Counts } from "./tally.ts";

/**
 * It holds names and words that were seen only once, and hashes of identifiers, so it stays where
 * the recordings are. What may leave it is in {@link Observations}.
 */
export interface ObservationState extends Record<CountPart, Counts> {
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
  /** By side and pointer. */
  places: Record<string, PlaceState>;
}

/** The parts of a state that are counts by name. */
export const countParts = [
  /** Requests to paths that the contract does not have, as `GET /api/{…}/{…} failed`. */
  "unknownPaths",
  /** Bodies that could not be read, by the reason. */
  "unread",
  /** What of the answers the contract does not allow, as `getHpJob /output must be object`. */
  "breaches",
  /** `operation status media-type`. */
  "answers",
  /** What refused a request, as `no-token 401 application/json`. */
  "refusals",
  /** Headers of an allow-list, as `retry-after 429`. */
  "headers",
  /** How a value compares with the request it repeats, as `pointer same`. */
  "echoes",
  /** Forms of a value for each status of its job, as `pointer empty-object rendering`. */
  "byStatus",
  /** What became of requests that the contract does not decide, as `unknown-field refused 422`. */
  "outcomes",
  /** `rendering>completed`. */
  "transitions",
  /** Jobs of which more than one status was seen: `followed`. How soon one changed: `changed within 64 s`. */
  "jobs",
] as const;

export type CountPart = (typeof countParts)[number];

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

export function placeState(side: Side, { pointer, parent, name, tally }: Place): PlaceState {
  const { types, formats, fields, values, operations, units, samples, days, otherValues } = tally;
  return {
    side,
    pointer,
    ...(parent ? { parent: parent.pointer } : {}),
    ...(name !== undefined && parent ? { name } : {}),
    operations: [...operations].sort(),
    samples,
    units: units.hashes(),
    days,
    types: types.counts(),
    formats: formats.counts(),
    fields: fields.counts(),
    values: values.counts(),
    otherValues,
  };
}
