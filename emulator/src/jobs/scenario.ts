/** What a request chooses for its job with a reserved value: `README.md` has them in a table. */
export interface Scenario {
  /** How long the job renders; null for ever; undefined as usual. */
  durationMs?: number | null | undefined;
  /** Why the job fails as a whole. */
  failure?: string | undefined;
  /** Index of a data row that fails, counted as in the request. */
  failingRow?: number | undefined;
}

/**
 * A reserved value stands as a word anywhere in a text, or as a step of an address. Example: `Customer 7 emulator:fail`. The host and the
 * port of `http://emulator:4010/` are none.
 */
const reserved = /(?<=^|[\s("'?=&,;]|[^/]\/)emulator:([a-z][a-z0-9-]*)/;

const scenarios = new Map<string, Scenario>([
  ["fail", { failure: "The request asked for a failure with emulator:fail." }],
  ["stall", { durationMs: null }],
  ["slow", { durationMs: 600_000 }],
  ["instant", { durationMs: 0 }],
]);

/** The names of all scenarios, as they are written in a request. */
export const scenarioNames: string[] = [
  ...[...scenarios.keys()].map((name) => `emulator:${name}`),
  "emulator:fail-row-<index>",
];

/** The scenario a text asks for: undefined when it asks for none, null when it is a reserved value that means nothing. */
export function readScenario(text: string): Scenario | null | undefined {
  if (!text.includes("emulator:")) return undefined;
  const name = reserved.exec(text)?.[1];
  if (name === undefined) return undefined;
  const [, row] = /^fail-row-(\d{1,7})$/.exec(name) ?? [];
  return row === undefined ? (scenarios.get(name) ?? null) : { failingRow: Number(row) };
}
