/**
 * Joins what was counted in parts. Every rule here is associative and commutative, so parts may be
 * counted anywhere and joined in any order.
 */
import { InputError } from "../input-error.ts";
import { joinDays } from "./days.ts";
import { joinHashes } from "./sketch.ts";
import { countParts, type ObservationState, type PlaceState } from "./state.ts";
import { type Counts, maxNames, type Seen } from "./tally.ts";

/** @throws {InputError} when the parts are not of one observation */
export function mergeStates(a: ObservationState, b: ObservationState): ObservationState {
  requireSame(a, b);
  const merged: ObservationState = {
    ...a,
    exchanges: {
      read: a.exchanges.read + b.exchanges.read,
      recognised: a.exchanges.recognised + b.exchanges.recognised,
    },
    days: joinDays(a.days, b.days),
    otherHosts: a.otherHosts + b.otherHosts,
    places: joinRecords(a.places, b.places, joinPlaces),
  };
  for (const part of countParts) merged[part] = joinCounts(a[part], b[part]);
  return withoutMaps(merged);
}

function requireSame(a: ObservationState, b: ObservationState): void {
  const remedies = {
    environment: "Observations of different environments are never joined.",
    service: "Observe both parts with the same --base-url.",
    contract: "Observe both parts again, with the same contract.",
    key: "Observe both parts with the same --unit-key, or one job would count twice.",
  };
  for (const [what, remedy] of Object.entries(remedies) as [keyof typeof remedies, string][]) {
    if (a[what] === b[what]) continue;
    throw new InputError(
      `The parts do not belong together: ${what} is ${a[what]} in one, and ${b[what]} in another. ${remedy}`,
    );
  }
}

function joinPlaces(a: PlaceState, b: PlaceState): PlaceState {
  return {
    ...a,
    operations: [...new Set([...a.operations, ...b.operations])].sort(),
    samples: a.samples + b.samples,
    units: joinHashes(a.units, b.units),
    days: joinDays(a.days, b.days),
    types: joinCounts(a.types, b.types),
    formats: joinCounts(a.formats, b.formats),
    fields: joinCounts(a.fields, b.fields),
    values: joinCounts(a.values, b.values),
    otherValues: a.otherValues + b.otherValues,
  };
}

function joinCounts(a: Counts, b: Counts): Counts {
  if (a === null || b === null) return null;
  const joined = joinRecords(a, b, joinSeen);
  return Object.keys(joined).length > maxNames ? null : joined;
}

function joinSeen(a: Seen, b: Seen): Seen {
  return { samples: a.samples + b.samples, units: joinHashes(a.units, b.units) };
}

/** In the order of the names, so that the order of the parts does not show. */
function joinRecords<T>(
  a: Record<string, T>,
  b: Record<string, T>,
  join: (a: T, b: T) => T,
): Record<string, T> {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return Object.fromEntries(
    names.map((name): [string, T] => {
      const [one, other] = [Object.hasOwn(a, name) ? a[name] : undefined, b[name]];
      return [
        name,
        one !== undefined && Object.hasOwn(b, name) ? join(one, other!) : (one ?? other)!,
      ];
    }),
  );
}

/** The keys of a map are data, so nothing is kept of what hangs below them. */
export function withoutMaps(state: ObservationState): ObservationState {
  const isBelowMap = (place: PlaceState): boolean => {
    if (place.parent === undefined) return false;
    const parent = state.places[`${place.side} ${place.parent}`];
    return !parent || (place.name !== undefined && parent.fields === null) || isBelowMap(parent);
  };
  const kept = Object.entries(state.places).filter(([, place]) => !isBelowMap(place));
  return { ...state, places: Object.fromEntries(kept) };
}
