/** The texts in a JSON value. */
import { escapeKey, type Json } from "./document.ts";

export interface FoundText {
  text: string;
  /** JSON pointer (RFC 6901). */
  pointer: string;
}

/** Told a text and the name of the property that holds it, directly or in a list. */
export type TextTest = (text: string, property: string) => boolean;

/**
 * The texts that pass a test, with where they stand. Every request is searched, and nearly none has anything to find: a pointer is
 * only made for what was found.
 */
export function findTexts(value: Json, isSought: TextTest): FoundText[] {
  const found: FoundText[] = [];
  const path: string[] = [];
  const visit = (node: Json, property: string) => {
    if (typeof node === "string") {
      if (isSought(node, property)) found.push({ text: node, pointer: toPointer(path) });
    } else if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        path.push(String(index));
        visit(node[index] as Json, property);
        path.pop();
      }
    } else if (typeof node === "object" && node !== null) {
      for (const name of Object.keys(node)) {
        path.push(name);
        visit(node[name] as Json, name);
        path.pop();
      }
    }
  };
  visit(value, "");
  return found;
}

function toPointer(path: string[]): string {
  return path.map((key) => `/${escapeKey(key)}`).join("");
}
