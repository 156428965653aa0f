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
export function listTexts(value: Json): PlacedText[] {
  const texts: PlacedText[] = [];
  collect(value, "", "", texts);
  return texts;
}

function collect(value: Json, property: string, pointer: string, texts: PlacedText[]): void {
  if (typeof value === "string") texts.push({ text: value, property, pointer });
  else if (Array.isArray(value))
    value.forEach((item, index) => collect(item, property, `${pointer}/${index}`, texts));
  else if (typeof value === "object" && value !== null)
    for (const [name, field] of Object.entries(value))
      collect(field, name, `${pointer}/${escapeSegment(name)}`, texts);
}
