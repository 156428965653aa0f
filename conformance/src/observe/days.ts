/**
 * First and last day of something. A time of day would say more about a person than about a
 * service.
 */
export interface Days {
  /** `YYYY-MM-DD`. */
  first: string;
  /** `YYYY-MM-DD`. */
  last: string;
}

/** The day of a timestamp; undefined for anything else. */
export function dayOf(timestamp: string | undefined): string | undefined {
  return timestamp === undefined ? undefined : /^\d{4}-\d\d-\d\d(?=T|$)/.exec(timestamp)?.[0];
}

export function withDay(days: Days | undefined, day: string | undefined): Days | undefined {
  return day === undefined ? days : joinDays(days, { first: day, last: day });
}

/** The days of both. */
export function joinDays(a: Days | undefined, b: Days | undefined): Days | undefined {
  if (!a || !b) return a ?? b;
  return {
    first: a.first < b.first ? a.first : b.first,
    last: a.last > b.last ? a.last : b.last,
  };
}
