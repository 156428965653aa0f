/** From the bytes of a request body to a JSON value. */
import { isUtf8 } from "node:buffer";
import type { Json } from "../contract/document.ts";
import { Problem } from "./problem.ts";

/** Deeper nesting breaks programs that read JSON recursively: the assumption `malformed-is-400`. */
const deepestNesting = 64;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Parses a JSON text.
 *
 * @throws {Problem} 400 when it is none, is not UTF-8, or nests too deep
 */
export function readJson(bytes: Buffer): Json {
  if (bytes.length === 0) throw malformed("The body is empty. Send a JSON object.");
  if (!isUtf8(bytes)) throw malformed("The body is not UTF-8 text.");
  if (nestsDeeperThan(deepestNesting, bytes))
    throw malformed(`The body nests deeper than ${deepestNesting} levels.`);
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch (error) {
    throw malformed(`The body is not JSON: ${(error as Error).message}`);
  }
}

function malformed(detail: string): Problem {
  return new Problem({ status: 400, code: "malformed_json", detail });
}

/** Counts brackets outside strings, so that a hostile text is refused before anything reads it. */
function nestsDeeperThan(limit: number, bytes: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inString) {
      if (byte === backslash) index++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
