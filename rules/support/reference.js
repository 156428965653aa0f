// @ts-check
import { isRecord } from "./records.js";

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

  while (isRecord(target.value) && typeof target.value.$ref === "string") {
    const reference = target.value.$ref;
    if (!reference.startsWith("#") || seen.has(reference)) return undefined;
    seen.add(reference);
    target = lookUp(document, parsePointer(reference));
  }
  return target.value === undefined ? undefined : target;
}

/**
 * @param {string[]} path
 * @returns {string} the path as a URI fragment, such as `#/components/schemas/JobId`
 */
export const toPointer = (path) => ["#", ...path].map(escapeSegment).join("/");

/**
 * One segment of a JSON pointer (RFC 6901).
 *
 * @param {string} key
 */
export const escapeSegment = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** @param {string} segment */
export const unescapeSegment = (segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~");

/**
 * @param {unknown} document
 * @param {string} pointer such as `#/components/schemas/JobId`
 * @returns {unknown} what stands there, be it a reference; nothing when the pointer leads nowhere
 */
export const valueAt = (document, pointer) => lookUp(document, parsePointer(pointer)).value;

/** @param {string} pointer */
export const parsePointer = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => unescapeSegment(decodeURIComponent(segment)));

/**
 * @param {unknown} document
 * @param {string[]} path
 * @returns {Target}
 */
function lookUp(document, path) {
  let value = document;
  for (const segment of path) {
    value =
      (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, segment)
        ? /** @type {Record<string, unknown>} */ (value)[segment]
        : undefined;
  }
  return { value, path };
}
