// @ts-check
import { asList, isRecord } from "./records.js";
import { walk } from "./walk.js";

/**
 * @typedef {object} FoundGap
 * @property {Record<string, unknown>} entry
 * @property {string[]} path of the entry
 * @property {import("./walk.js").Node} node the object it stands on
 */

/**
 * Yields every gap entry that is an object; what is not one is left to the rule `gap-well-formed`.
 *
 * @param {unknown} document
 * @returns {Generator<FoundGap>}
 */
export function* gapsOf(document) {
  for (const node of walk(document)) {
    if (typeof node.value === "boolean") continue;
    for (const [index, entry] of asList(node.value["x-gap"]).entries()) {
      if (isRecord(entry)) yield { entry, path: [...node.path, "x-gap", String(index)], node };
    }
  }
}
