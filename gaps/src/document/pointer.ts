/** Places in a document: JSON pointers (RFC 6901) written as fragments such as `#/components/schemas/Id`, and JSONPath. */
import { isObject, type Json } from "./json.ts";

/** The keys and indexes that lead from the root of a document to a place in it. */
export type Path = (string | number)[];

export const escapeSegment = (key: string): string =>
  key.replaceAll("~", "~0").replaceAll("/", "~1");

export const toPointer = (path: readonly (string | number)[]): string =>
  ["#", ...path].map((key) => escapeSegment(String(key))).join("/");

/** The keys of a pointer. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => decode(segment).replaceAll("~1", "/").replaceAll("~0", "~"));

/** A "%" that begins no character stands for itself. */
export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What stands at a pointer, be it a reference; nothing when the pointer leads nowhere. */
export const valueAt = (document: unknown, pointer: string): Json | undefined =>
  valueAtPath(document, parsePointer(pointer));

export function valueAtPath(
  document: unknown,
  path: readonly (string | number)[],
): Json | undefined {
  let value = document as Json | undefined;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** A JSON pointer as a JSONPath (RFC 9535). */
export function toJsonPath(pointer: string): string {
  return parsePointer(pointer).reduce((path, key) => path + selector(key), "$");
}

function selector(key: string): string {
  // An element of a list, or a member with such a name: a pointer does not tell, and only one of them is there.
  if (/^\d+$/.test(key)) return `[${key},'${key}']`;
  if (/^[A-Za-z_]\w*$/.test(key)) return `.${key}`;
  return `['${key.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
