// @ts-check
/** JSON pointers (RFC 6901), written as URI fragments such as `#/components/schemas/JobId`. */
import { isObject } from "./json.js";

/** @typedef {import("./json.js").Json} Json */

/** @param {string} key */
export const escapeSegment = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** @param {string} segment */
export const unescapeSegment = (segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~");

/** @param {readonly (string | number)[]} path */
export const toPointer = (path) =>
  ["#", ...path].map((key) => escapeSegment(String(key))).join("/");

/** @param {string} pointer */
export const parsePointer = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => unescapeSegment(decodeURIComponent(segment)));

/**
 * @param {unknown} document
 * @param {string} pointer
 * @returns {Json | undefined} what stands there, be it a reference; nothing when the pointer leads
 *   nowhere
 */
export const valueAt = (document, pointer) => valueAtPath(document, parsePointer(pointer));

/**
 * @param {unknown} document
 * @param {readonly (string | number)[]} path
 * @returns {Json | undefined}
 */
export function valueAtPath(document, path) {
  let value = /** @type {Json | undefined} */ (document);
  for (const key of path) {
    const holder = isObject(value) || Array.isArray(value) ? value : {};
    value = Object.hasOwn(holder, key) ? /** @type {any} */ (holder)[key] : undefined;
  }
  return value;
}
