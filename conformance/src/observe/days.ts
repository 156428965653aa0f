/**
 * First and last day of something. A time of day would tell more about a person than about a
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
  if (day === undefined) return days;
  if (!days) return { first: day, last: day };
  return { first: day < days.first ? day : days.first, last: day > days.last ? day : days.last };
}
