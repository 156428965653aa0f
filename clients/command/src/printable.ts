/** Text of a service as it may stand in a terminal: what moves the cursor, or turns the direction of the text, is written out. */

/** Control characters, and what changes the direction or the lines of the text around it. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A text in one line. */
export function printable(text: string): string {
  return text.replace(unsafe, escape);
}

/** JSON for a terminal or a program: the same value. Line breaks of its own stay. */
export function toJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null").replace(unsafe, (character) =>
    character === "\n" ? character : escape(character),
  );
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
