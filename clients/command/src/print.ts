/** Results on the standard output: as a table, as JSON, or as a line of JSON for each. */
import type { Surroundings } from "./process-io.ts";

export const formats = ["table", "json", "jsonl"] as const;
export type Format = (typeof formats)[number];

/** Wider cells would push the others out of the window, and wider columns out of the memory. */
const maxCellWidth = 60;
/** More columns than anybody reads; JSON has them all. */
const maxColumns = 12;

/** JSON of which V8 writes a number as it came. The types of TypeScript do not know it yet. */
interface ExactJson {
  parse(
    text: string,
    read: (key: string, value: unknown, at: { source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}
const exactJson = JSON as Omit<typeof JSON, "parse"> & ExactJson;

/**
 * The value of a JSON text, whose numbers are written again as they came: `1e400`, or all digits of
 * `9007199254740993`. `undefined` for what is not JSON, and for what is nested too deep to be read so.
 */
export function exactValue(text: string): unknown {
  try {
    const value = exactJson.parse(text, (_, each, { source }) =>
      typeof each === "number" ? exactJson.rawJSON(source) : each,
    );
    // What is too deep to be written is too deep for every caller.
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

export interface Printer {
  format: Format;
  /**
   * A result of the service as it was sent.
   *
   * @param text JSON
   */
  result(text: string, list?: string): Promise<void>;
}

export function createPrinter(format: Format, { write, isTerminal }: Surroundings): Printer {
  const cut = isTerminal.output ? maxCellWidth : Infinity;
  return {
    format,
    result(text, list) {
      const value = exactValue(text);
      if (value === undefined) return write(`${escapeUnsafe(text)}\n`);
      const items = list === undefined ? undefined : itemsOf(value, list);
      switch (format) {
        case "json":
          return write(`${toJson(value, 2)}\n`);
        case "jsonl":
          return write((items ?? [value]).map((item) => `${toJson(item)}\n`).join(""));
        case "table":
          return write(items ? renderRows(items, cut) : renderFields(value, cut));
      }
    },
  };
}

function itemsOf(value: unknown, list: string): unknown[] {
  const items = (value as Record<string, unknown>)[list];
  return Array.isArray(items) ? items : [value];
}

/** A line for each item, and a column for each field that any of them has. */
function renderRows(items: unknown[], cut: number): string {
  if (items.length === 0) return "None.\n";
  const rows = items.map((item) => (isFields(item) ? item : { value: item }));
  const names = [...new Set(rows.flatMap(Object.keys))].slice(0, maxColumns);
  return renderTable([
    names.map((name) => printable(name).toUpperCase()),
    ...rows.map((row) => names.map((name) => cell(row[name], cut))),
  ]);
}

/** A line for each field. */
function renderFields(value: unknown, cut: number): string {
  if (!isFields(value)) return `${cell(value, Infinity)}\n`;
  return renderTable(
    Object.entries(value).map(([name, field]) => [printable(name), cell(field, cut)]),
  );
}

function renderTable(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, text] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(text.length, maxCellWidth));
    }
  }
  const lines = rows.map((row) => row.map((text, index) => text.padEnd(widths[index]!)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function cell(value: unknown, cut: number): string {
  const text =
    typeof value === "string" ? printable(value) : value === undefined ? "" : toJson(value);
  return text.length > cut ? `${text.slice(0, cut - 1)}…` : text;
}

function isFields(value: unknown): value is Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && !exactJson.isRawJSON(value);
}

/**
 * Control characters, what changes the direction or the lines of the text around it, and invisible
 * letters, which only programs read. What joins the parts of an emoji stays.
 */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029\u{e0000}-\u{e0fff}]/gu;

/** A text of a service in one line, as it may be shown: what a terminal or an agent would obey or not see is escaped. */
export function printable(text: string): string {
  return text.replace(unsafe, escape);
}

/** JSON for a terminal or a program: the same value. */
export function toJson(value: unknown, indent?: number): string {
  return escapeUnsafe(JSON.stringify(value, null, indent) ?? "null");
}

/** Escapes what is unsafe in JSON. Line breaks are its own. */
export function escapeUnsafe(json: string): string {
  return json.replace(unsafe, (character) => (character === "\n" ? character : escape(character)));
}

function escape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const hex = character.charCodeAt(index).toString(16);
    return `\\u${hex.padStart(4, "0")}`;
  }).join("");
}
