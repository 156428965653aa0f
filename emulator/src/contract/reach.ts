/** What can be reached from a node of the contract through its references. */
import { isObject, resolvePointer } from "./document.ts";
import type { Json, JsonObject, OpenApiDocument } from "./json.ts";

/** Keys whose values are data of the API: nothing inside them is part of the contract. */
const dataKeys = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Yields the node and every object below it, following references, each object once. */
export function* reachableFrom(document: OpenApiDocument, start: Json): Generator<JsonObject> {
  const seen = new Set<Json>();
  const pending: Json[] = [start];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (Array.isArray(node)) pending.push(...node);
    if (!isObject(node)) continue;
    yield node;
    for (const [key, child] of Object.entries(node)) {
      if (key === "$ref") pending.push(resolvePointer(document, String(child)));
      else if (!dataKeys.has(key) && !key.startsWith("x-")) pending.push(child);
    }
  }
}

/** Ids of the assumptions that shaped a part of the emulator's contract, sorted. */
export function assumptionsOf(document: OpenApiDocument, ...parts: Json[]): string[] {
  const ids = new Set<string>();
  for (const part of parts) {
    for (const node of reachableFrom(document, part)) {
      for (const { id } of (node["x-assumed"] ?? []) as JsonObject[]) ids.add(String(id));
    }
  }
  return [...ids].sort();
}
