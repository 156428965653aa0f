/** Results on the standard output: as a table, as JSON, or as a line of JSON for each. */
import type { Format } from "./flag-values.ts";
import { printable, toJson } from "./printable.ts";
import type { Surroundings } from "./surroundings.ts";

/** Wider cells would push the others out of the window, and wider columns out of the memory. */
const maxCellWidth = 60;
/** More columns than anybody reads; JSON has them all. */
const maxColumns = 12;

export interface Printer {
  format: Format;
  /** A result of the service as it was sent. */
  result(value: unknown, list?: string): Promise<void>;
}

export function createPrinter(format: Format, { write, isTerminal }: Surroundings): Printer {
  const cut = isTerminal.output ? maxCellWidth : Infinity;
  return {
    format,
    result(value, list) {
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
  const names = firstNames(rows);
  return renderTable([
    names.map((name) => printable(name).toUpperCase()),
    ...rows.map((row) => names.map((name) => cell(row[name], cut))),
  ]);
}

function firstNames(rows: object[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) if (names.size < maxColumns) names.add(name);
  }
  return [...names];
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
  return rows
    .map(
      (row) =>
        row
          .map((text, index) => text.padEnd(widths[index]!))
          .join("  ")
          .trimEnd() + "\n",
    )
    .join("");
}

function cell(value: unknown, cut: number): string {
  const text =
    typeof value === "string" ? printable(value) : value === undefined ? "" : toJson(value);
  return text.length > cut ? `${text.slice(0, cut - 1)}…` : text;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
