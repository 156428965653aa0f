// @ts-check
import { isObject } from "./json.js";
import { parsePointer, valueAtPath } from "./pointer.js";

/**
 * @typedef {object} Target
 * @property {unknown} value
 * @property {string[]} path
 */

/**
 * Follows `$ref` until it reaches something that is not a reference.
 *
 * @param {unknown} document
 * @param {unknown} value the reference, or the thing itself
 * @param {string[]} path where `value` stands
 * @returns {Target | undefined} nothing when the trail leaves the document, breaks off or goes in a
 *   circle: another file cannot be judged from here, and a broken reference has a rule of its own
 */
export function follow(document, value, path) {
  const seen = new Set();
  let target = { value, path };

  while (isObject(target.value) && typeof target.value.$ref === "string") {
    const reference = target.value.$ref;
    if (!reference.startsWith("#") || seen.has(reference)) return undefined;
    seen.add(reference);
    const path = parsePointer(reference);
    target = { value: valueAtPath(document, path), path };
  }
  return target.value === undefined ? undefined : target;
}
