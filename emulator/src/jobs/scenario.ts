/** Reserved values with which a request chooses what becomes of its job. `README.md` has them in a table. */
import type { Json } from "../contract/json.ts";
import { visitTexts } from "../contract/texts.ts";

export interface Scenario {
  /** How long the job renders; null for ever; undefined as usual. */
  durationMs?: number | null;
  /** Why the job fails as a whole. */
  failure?: string;
  /** Index of a data row that fails, counted as in the request. */
  failingRow?: number;
}

/** A value that is reserved stands alone, or at the end of an address. */
const reserved = /(?:^|\/)emulator:([a-z0-9-]+)$/;

const slowMs = 600_000;

const scenarios: Record<string, Scenario> = {
  fail: { failure: "The request asked for a failure with emulator:fail." },
  stall: { durationMs: null },
  slow: { durationMs: slowMs },
  instant: { durationMs: 0 },
};

/** The names of all scenarios, as they are written in a request. */
export const scenarioNames = [
  ...Object.keys(scenarios).map((name) => `emulator:${name}`),
  "emulator:fail-row-<index>",
];

/**
 * The scenario a text asks for: undefined when it asks for none, null when it is a reserved value that means nothing.
 */
export function readScenario(text: string): Scenario | null | undefined {
  if (!text.includes("emulator:")) return undefined;
  const name = reserved.exec(text)?.[1];
  if (name === undefined) return undefined;
  return (Object.hasOwn(scenarios, name) ? scenarios[name] : failingRow(name)) ?? null;
}

/** The scenario a request asks for; several are combined. */
export function findScenario(body: Json): Scenario {
  const found: Scenario = {};
  visitTexts(body, (text) => {
    const scenario = readScenario(text);
    if (scenario) Object.assign(found, scenario);
  });
  return found;
}

function failingRow(name: string): Scenario | undefined {
  const [, index] = /^fail-row-(\d{1,7})$/.exec(name) ?? [];
  return index === undefined ? undefined : { failingRow: Number(index) };
}
