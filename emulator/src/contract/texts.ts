/** The texts in a JSON value. */
import { escapeSegment } from "./document.ts";
import type { Json } from "./json.ts";

/**
 * Calls back with every text of a value, and with the name of the property that holds it, directly or in a list. Every request is
 * searched, and nearly none has anything to find: so it takes no note of where a text is.
 */
export function visitTexts(
  value: Json,
  visit: (text: string, property: string) => void,
  property = "",
): void {
  if (typeof value === "string") visit(value, property);
  else if (Array.isArray(value)) for (const item of value) visitTexts(item, visit, property);
  else if (typeof value === "object" && value !== null)
    for (const name in value) visitTexts(value[name] as Json, visit, name);
}

/** A text, and the JSON pointer (RFC 6901) to it. */
export interface PlacedText {
  text: string;
  /** Name of the property that holds it, directly or in a list. */
  property: string;
  pointer: string;
}

/** All texts of a value, and where they are. */
export function listTexts(value: Json, property = "", pointer = ""): PlacedText[] {
  if (typeof value === "string") return [{ text: value, property, pointer }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    listTexts(child, Array.isArray(value) ? property : key, `${pointer}/${escapeSegment(key)}`),
  );
}
