/** The texts in a JSON value. */
import { escapeSegment } from "./document.ts";
import type { Json } from "./json.ts";

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
