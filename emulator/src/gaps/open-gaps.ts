/** Which gaps a contract leaves open. */
import { isObject } from "../contract/document.ts";
import type { Json } from "../contract/json.ts";

/** Ids of all `x-gap` entries. */
export function openGapsOf(node: Json): Set<string> {
  const ids = new Set<string>();
  const collect = (part: Json | undefined): void => {
    if (Array.isArray(part)) part.forEach(collect);
    if (!isObject(part)) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === "x-gap") for (const { id } of value as { id: string }[]) ids.add(id);
      else collect(value);
    }
  };
  collect(node);
  return ids;
}
