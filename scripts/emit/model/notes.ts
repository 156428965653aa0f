/** What the contract says of a place: its description, and a line for each of its gaps. */
import { gapsAt, lineOf, withoutCallouts } from "openapi-gaps";
import type { JsonObject } from "openapi-gaps/document";

/** The description as it is written in the source, without what the bundle adds to it. */
export function ownDescription(node: JsonObject): string | undefined {
  const { description } = node;
  return typeof description === "string" ? withoutCallouts(description) || undefined : undefined;
}

/** Description, then gaps: a line each. Those of gaps begin with `Gap`. */
export function notesOf(node: JsonObject): string[] {
  const gaps = gapsAt(node).map((gap) => `Gap ${lineOf(gap)}`);
  return [ownDescription(node), ...gaps].filter((note) => note !== undefined);
}

/** The first paragraph of what is said of a place, in one line. */
export function summaryOf(...nodes: JsonObject[]): string {
  const description = nodes.map(ownDescription).find(Boolean) ?? "";
  return description.split("\n\n", 1).join("").replace(/\s+/g, " ");
}
