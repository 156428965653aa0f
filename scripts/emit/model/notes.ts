/** What the contract says of a place: its description, and a line for each of its gaps; and how such text is wrapped. */
import { gapsAt, lineOf, lineOfStatement, statementsAt } from "openapi-gaps";
import type { JsonObject } from "openapi-gaps/document";

/** What is said of a place by itself. */
export function descriptionOf({ description }: JsonObject): string | undefined {
  return typeof description === "string" ? description.trim() || undefined : undefined;
}

/** Description, then a line for each gap and for each thing that the owner has said. */
export function notesOf(node: JsonObject): string[] {
  return [descriptionOf(node), ...remarksOf(node)].filter((note) => note !== undefined);
}

/** What is open at a place, and what the owner has said of it: a line each. */
export function remarksOf(node: JsonObject): string[] {
  const gaps = gapsAt(node).map((gap) => `Gap ${lineOf(gap)}`);
  return [...gaps, ...statementsAt(node).map(lineOfStatement)];
}

/** Whether a note is a remark, and no description. */
export const isRemark = (note: string): boolean => /^(Gap `|Stated by the owner on )/.test(note);

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
