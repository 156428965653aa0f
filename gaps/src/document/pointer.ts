/** Places in an OpenAPI document, as JSON pointers and as JSONPath. */
import { parsePointer } from "../ruleset/support/pointer.js";

export {
  escapeSegment,
  parsePointer,
  toPointer,
  valueAt,
  valueAtPath,
} from "../ruleset/support/pointer.js";

/** The keys of a pointer; nothing for what is none. */
export function tryParsePointer(pointer: string): string[] | undefined {
  if (pointer !== "#" && !pointer.startsWith("#/")) return undefined;
  try {
    return parsePointer(pointer);
  } catch {
    return undefined; // A "%" that begins no character.
  }
}

/** The keys and indexes that lead from the root of a document to a place in it. */
export type Path = (string | number)[];

/** A JSON pointer as a JSONPath (RFC 9535). */
export function toJsonPath(pointer: string): string {
  return parsePointer(pointer).reduce((path, key) => path + selector(key), "$");
}

function selector(key: string): string {
  if (/^\d+$/.test(key)) return `[${key}]`;
  if (/^[A-Za-z_]\w*$/.test(key)) return `.${key}`;
  return `['${key.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
