// @ts-check
import { asList, asObjectList, isObject } from "./json.js";
import { walk } from "./walk.js";

/**
 * @typedef {object} FoundGap
 * @property {import("./json.js").JsonObject} entry
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
      if (isObject(entry)) yield { entry, path: [...node.path, "x-gap", String(index)], node };
    }
  }
}

/**
 * Ids of the gaps that evidence has closed.
 *
 * @param {unknown} document
 * @returns {string[]}
 */
export function closedGapIds(document) {
  return [...walk(document)].flatMap(({ value }) => {
    const verified = isObject(value) ? value["x-verified"] : undefined;
    const entries = isObject(verified) ? [verified] : asObjectList(verified);
    return entries.flatMap(({ gap }) => (typeof gap === "string" ? [gap] : []));
  });
}
