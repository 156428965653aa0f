/** From the bytes of a request body to a JSON value. */
import { isUtf8 } from "node:buffer";
import type { Json } from "../contract/json.ts";
import { Problem } from "./problem.ts";

/** Deeper nesting breaks programs that read JSON recursively: the assumption `malformed-is-400`. */
const maxNesting = 64;

/**
 * Reads a JSON value.
 *
 * @param text the bytes as text, where it is at hand
 * @throws {Problem} 400 when it is none, is not UTF-8, or nests too deep
 */
export function readJson(bytes: Buffer, text = bytes.toString()): Json {
  if (bytes.length === 0) throw malformed("The body is empty. Send a JSON object.");
  if (!isUtf8(bytes)) throw malformed("The body is not UTF-8 text.");
  return parseJson(text);
}

/**
 * Parses a JSON text.
 *
 * @throws {Problem} 400 when it is none, or nests too deep
 */
export function parseJson(text: string): Json {
  const value = parse(text);
  if (hasMoreBrackets(maxNesting, text) && nestsDeeperThan(maxNesting, value))
    throw malformed(`The body nests deeper than ${maxNesting} levels.`);
  return value;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw malformed(`The body is not JSON: ${(error as Error).message}`);
  }
}

function malformed(detail: string): Problem {
  return new Problem({ code: "malformed_json", detail });
}

/** Nearly no text has: then its value need not be searched, which takes 600 bytes of memory for a usual request. */
function hasMoreBrackets(max: number, text: string): boolean {
  let count = 0;
  for (const bracket of ["{", "["])
    for (
      let at = text.indexOf(bracket);
      at >= 0 && count <= max;
      at = text.indexOf(bracket, at + 1)
    )
      count++;
  return count > max;
}

function nestsDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => nestsDeeperThan(levels - 1, item));
  for (const name in value) if (nestsDeeperThan(levels - 1, value[name] as Json)) return true;
  return false;
}
