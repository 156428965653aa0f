/** Times that the clock can show. */

/** A day before the year 10000: what happens some time later can still be written as RFC 3339 has it. */
const lastMs = Date.UTC(9999, 11, 31);

/** @throws {RangeError} for what is no time, or lies outside of what can be written */
export function parseTime(time: string | number | Date): number {
  const timeMs = new Date(time).getTime();
  if (Number.isNaN(timeMs)) {
    throw new RangeError(`"${String(time)}" is no time. Write for instance 2026-01-31T12:00:00Z.`);
  }
  return requireTime(timeMs);
}

/** @throws {RangeError} for a time that cannot be written */
export function requireTime(timeMs: number): number {
  if (timeMs >= 0 && timeMs <= lastMs) return timeMs;
  throw new RangeError("The clock goes from 1970 to the end of 9999. Choose a time between them.");
}
