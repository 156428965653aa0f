/** What the contract says of a place: its description, and a line for each of its gaps; and how such text is wrapped. */
import { gapsAt, lineOf } from "openapi-gaps";
import type { JsonObject } from "openapi-gaps/document";

/** What is said of a place by itself. */
export function descriptionOf({ description }: JsonObject): string | undefined {
  return typeof description === "string" ? description.trim() || undefined : undefined;
}

/** Description, then gaps: a line each. Those of gaps begin with `Gap`. */
export function notesOf(node: JsonObject): string[] {
  const gaps = gapsAt(node).map((gap) => `Gap ${lineOf(gap)}`);
  return [descriptionOf(node), ...gaps].filter((note) => note !== undefined);
}

/** The first paragraph of what is said of a place, in one line. */
export function summaryOf(...nodes: JsonObject[]): string {
  const description = nodes.map(descriptionOf).find(Boolean) ?? "";
  return description.split("\n\n", 1).join("").replace(/\s+/g, " ");
}

/** Lines of a text, none wider than asked for, unless a single word is. */
export function wrap(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(lines.length === 0 ? word : indent + word);
    }
  }
  return lines;
}
