/** Durations as people write them. */

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
  if (unitMs === undefined) {
    throw new RangeError(`"${duration}" is no duration. Write for instance 250ms, 10s, 2m or 1h.`);
  }
  return Number(amount) * unitMs;
}
