/** What the contract says of a place: its description, and a line for each of its gaps. */
import type { JsonObject } from "../../../gaps/src/document/document.ts";
import type { Gap } from "../../../gaps/src/notes/gaps.ts";
import { withoutCallouts } from "../redocly/callout.js";

/** The gaps that are noted at a place. */
export function gapsAt(node: JsonObject): Gap[] {
  return (node["x-gap"] ?? []) as unknown as Gap[];
}

/** A gap in one line: its name, and what to rely on. */
export function gapNote({ id, reading }: Pick<Gap, "id" | "reading">): string {
  return `\`${id}\`: ${reading}`;
}

/** The description as it is written in the source, without what the bundle adds to it. */
export function ownDescription(node: JsonObject): string | undefined {
  const { description } = node;
  return typeof description === "string" ? withoutCallouts(description) || undefined : undefined;
}

/** Description, then gaps: a line each. Those of gaps begin with `Gap`. */
export function notesOf(node: JsonObject): string[] {
  const gaps = gapsAt(node).map((gap) => `Gap ${gapNote(gap)}`);
  return [ownDescription(node), ...gaps].filter((note) => note !== undefined);
}

/** The first paragraph of what is said of a place, in one line. */
export function summaryOf(...nodes: JsonObject[]): string {
  const description = nodes.map(ownDescription).find(Boolean) ?? "";
  return description.split("\n\n", 1).join("").replace(/\s+/g, " ");
}
