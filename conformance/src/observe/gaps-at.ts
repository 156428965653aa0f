/** Which gaps an observation is news about. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../../gaps/src/document/document.ts";
import { valueAt } from "../../../gaps/src/document/pointer.ts";

/**
 * Ids of the gaps on the node itself. Where the contract has no such node, those of the nearest
 * node above that has any.
 */
export function gapsAt(document: OpenApiDocument, pointer: string): string[] {
  const node = valueAt(document, pointer);
  if (isObject(node)) return idsOf(node);
  for (let above = parentOf(pointer); above !== "#"; above = parentOf(above)) {
    const found = valueAt(document, above);
    const ids = isObject(found) ? idsOf(found) : [];
    if (ids.length > 0) return ids;
  }
  return [];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function idsOf(node: JsonObject): string[] {
  const entries = (node["x-gap"] ?? []) as JsonObject[];
  return entries.map(({ id }) => String(id));
}
