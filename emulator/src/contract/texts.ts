/** The texts in a JSON value. */
import { escapeKey, type Json } from "./document.ts";

/**
 * Told a text, the name of the property that holds it, directly or in a list, and the keys that lead to it. The keys are only
 * lent: they are others once the visit is over.
 */
export type TextVisitor = (text: string, property: string, path: readonly string[]) => void;

/** Visits every text of a value. */
export function visitTexts(value: Json, visit: TextVisitor): void {
  const path: string[] = [];
  const search = (node: Json, property: string) => {
    if (typeof node === "string") visit(node, property, path);
    else if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        path.push(String(index));
        search(node[index] as Json, property);
        path.pop();
      }
    } else if (typeof node === "object" && node !== null) {
      for (const name of Object.keys(node)) {
        path.push(name);
        search(node[name] as Json, name);
        path.pop();
      }
    }
  };
  search(value, "");
}

/** JSON pointer (RFC 6901) of the keys that lead to a value. */
export function toPointer(path: readonly string[]): string {
  return path.map((key) => `/${escapeKey(key)}`).join("");
}
