/** Times and durations as people write them. */

/** A day before the year 10000: what happens some time later can still be written as RFC 3339 has it. */
const lastMs = Date.UTC(9999, 11, 31);

/** A day, or a time of it with its zone. RFC 3339, and the years of six digits that `Date` writes. */
const timestamp =
  /^((?:\d{4}|[+-]\d{6})-\d\d-\d\d)(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d))?$/;

/**
 * Milliseconds since 1970 of a time that the clock can show.
 *
 * @throws {RangeError} for what is no time, for a day that its month does not have, and for a time that cannot be written
 */
export function parseTime(time: string | number | Date): number {
  const timeMs = typeof time === "string" ? parseTimestamp(time) : new Date(time).getTime();
  if (Number.isNaN(timeMs))
    throw new RangeError(`"${String(time)}" is no time. Write for instance 2026-01-31T12:00:00Z.`);
  return requireTime(timeMs);
}

/** `Date` takes 30 February for 2 March, and "-1" for a year. */
function parseTimestamp(text: string): number {
  const [, day = ""] = timestamp.exec(text) ?? [];
  const startMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(startMs) || !new Date(startMs).toISOString().startsWith(day)) return NaN;
  return Date.parse(text);
}

/** @throws {RangeError} for a time that cannot be written */
export function requireTime(timeMs: number): number {
  if (timeMs >= 0 && timeMs <= lastMs) return timeMs;
  throw new RangeError(
    "The clock goes from 1970 to the start of 9999-12-31. Choose a time between them.",
  );
}

const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Milliseconds of a duration such as `"250ms"`, `"10s"`, `"2m"`, `"1.5h"`, or of a number of milliseconds.
 *
 * @throws {RangeError} for anything else, and for a negative one: the clock never goes back by a duration
 */
export function parseDuration(duration: string | number): number {
  if (typeof duration === "number" && duration >= 0 && Number.isFinite(duration)) return duration;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(duration)) ?? [];
  const unitMs = unitsMs[unit ?? ""];
  if (unitMs === undefined)
    throw new RangeError(`"${duration}" is no duration. Write for instance 250ms, 10s, 2m or 1h.`);
  return Number(amount) * unitMs;
}
