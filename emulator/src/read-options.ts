/** Reads what stands behind the options of the command line. A text that cannot be read stays one, and is refused by the check. */
import { OptionError } from "./option-error.ts";
import { parseDuration } from "./time/time.ts";

export function toNumber(written: string): number | string {
  return /^\d+$/.test(written) ? Number(written) : written;
}

export function readClock(mode: string): object {
  if (mode === "auto" || mode === "manual") return { mode };
  throw new OptionError(`--clock is "${mode}". Set it to auto or manual.`);
}

export function readRange(written: string, flag: string): [from: number, to: number] {
  try {
    const [first = "", ...rest] = written.split("..");
    const from = parseDuration(first);
    // A second pair of dots is no part of a duration.
    return [from, rest.length === 0 ? from : parseDuration(rest.join(".."))];
  } catch (error) {
    const hint = written === "local" ? " For real videos write --renderer local." : "";
    throw new OptionError(`--${flag}: ${(error as RangeError).message}${hint}`);
  }
}

export function readGaps(written: string): string | Record<string, string> {
  if (written === "random") return written;
  const pairs = readPairs(written, /^([^=]+)=([^=]+)$/);
  if (pairs) return pairs;
  throw new OptionError(
    `--gaps is "${written}". Set it to random, or to gap=reading[,gap=reading...], each gap once.`,
  );
}

export function readOutcome(written: string): Record<string, number> {
  const pairs = readPairs(written, /^(fail|stall)=(\d+(?:\.\d+)?)%$/);
  if (!pairs)
    throw new OptionError(
      `--outcome is "${written}". Set it to fail=10%, stall=1% or both, with a comma between them.`,
    );
  const shares = Object.entries(pairs).map(([name, percent]) => [name, Number(percent) / 100]);
  return Object.fromEntries(shares) as Record<string, number>;
}

/** The values by their names; nothing when a pair is none, or a name stands there twice. */
function readPairs(written: string, form: RegExp): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  for (const pair of written.split(",")) {
    const [, name, value] = form.exec(pair) ?? [];
    if (name === undefined || value === undefined || Object.hasOwn(pairs, name)) return undefined;
    pairs[name] = value;
  }
  return pairs;
}
