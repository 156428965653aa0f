/** What becomes of a job: what its request chooses with a reserved value (`README.md` has them in a table), else what chance does. */
import { chance } from "../random.ts";

export interface Scenario {
  /** How long the job renders; null for ever; undefined as usual. */
  durationMs?: number | null | undefined;
  /** Why the job fails as a whole. */
  failure?: string | undefined;
  /** Index of a data row that fails, counted as in the request. */
  failingRow?: number | undefined;
}

/** A value that is reserved stands alone, or at the end of an address. */
const reserved = /(?:^|\/)emulator:([a-z0-9-]+)$/;

const scenarios: Record<string, Scenario> = {
  fail: { failure: "The request asked for a failure with emulator:fail." },
  stall: { durationMs: null },
  slow: { durationMs: 600_000 },
  instant: { durationMs: 0 },
};

/** The names of all scenarios, as they are written in a request. */
export const scenarioNames = [
  ...Object.keys(scenarios).map((name) => `emulator:${name}`),
  "emulator:fail-row-<index>",
];

/** The scenario a text asks for: undefined when it asks for none, null when it is a reserved value that means nothing. */
export function readScenario(text: string): Scenario | null | undefined {
  if (!text.includes("emulator:")) return undefined;
  const name = reserved.exec(text)?.[1];
  if (name === undefined) return undefined;
  return (Object.hasOwn(scenarios, name) ? scenarios[name] : failingRow(name)) ?? null;
}

function failingRow(name: string): Scenario | undefined {
  const [, index] = /^fail-row-(\d{1,7})$/.exec(name) ?? [];
  return index === undefined ? undefined : { failingRow: Number(index) };
}

/** What chance decides about jobs. The same seed decides the same. */
export interface Chances {
  seed: number;
  /** How likely a job fails, or renders for ever. */
  outcome: { fail?: number; stall?: number };
}

/** What becomes of a job: what its request chooses, else what chance does. */
export function drawScenario(
  chosen: Scenario,
  sequence: number,
  { seed, outcome: { fail = 0, stall = 0 } }: Chances,
): Scenario {
  if (fail + stall === 0 || Object.keys(chosen).length > 0) return chosen;
  const drawn = chance(seed, "outcome", sequence);
  if (drawn < fail) return { failure: "This job was drawn to fail (--outcome)." };
  return drawn < fail + stall ? { durationMs: null } : chosen;
}
