/** Reserved values with which a request asks for a fate of its job. `README.md` has them in a table. */
import { escapeKey, isObject, type Json } from "../contract/document.ts";

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
 * The scenario a request asks for; several are combined.
 *
 * @param onUnknown told the JSON pointer of a reserved value that means nothing
 */
export function findScenario(body: Json, onUnknown: (pointer: string) => void): Scenario {
  return Object.assign({}, ...collect(body, "", onUnknown)) as Scenario;
}

function collect(node: Json, pointer: string, onUnknown: (pointer: string) => void): Scenario[] {
  if (typeof node === "string") {
    const name = reserved.exec(node)?.[1];
    if (name === undefined) return [];
    const scenario = scenarios[name] ?? failingRow(name);
    if (!scenario) onUnknown(pointer);
    return scenario ? [scenario] : [];
  }
  const entries = isObject(node) || Array.isArray(node) ? Object.entries(node) : [];
  return entries.flatMap(([key, child]) =>
    collect(child as Json, `${pointer}/${escapeKey(key)}`, onUnknown),
  );
}

function failingRow(name: string): Scenario | undefined {
  const [, index] = /^fail-row-(\d{1,7})$/.exec(name) ?? [];
  return index === undefined ? undefined : { failingRow: Number(index) };
}
