/** Durations as people write them, and sizes as they read them. */

const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `250ms`, `30s`, `20m` or `2h` in milliseconds; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const value = Number(count) * unitsMs[unit]!;
  return value > 0 ? value : undefined;
}

/** Bytes for people. */
export function describeSize(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const index = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** index;
  return `${index === 0 ? value : value.toFixed(1)} ${units[index]}`;
}
