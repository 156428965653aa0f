/** Durations and sizes as people write them. */

const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const unitsBytes: Record<string, number> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** `250ms`, `30s`, `20m` or `2h` in milliseconds; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  return parse(/^(\d+(?:\.\d+)?)(ms|s|m|h)$/, text, unitsMs);
}

/** `500`, `10k`, `20M` or `4G` in bytes; `undefined` for anything else. */
export function parseSize(text: string): number | undefined {
  return parse(/^(\d+(?:\.\d+)?)([kmg]?)$/, text.toLowerCase(), unitsBytes);
}

function parse(pattern: RegExp, text: string, units: Record<string, number>): number | undefined {
  const [, count, unit = ""] = pattern.exec(text) ?? [];
  const value = Number(count) * (units[unit] ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Bytes for people. */
export function describeSize(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const index = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** index;
  return `${index === 0 ? value : value.toFixed(1)} ${units[index]}`;
}
