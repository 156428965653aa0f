/** JSON: its shapes, and what is read of it. The shapes stand in the types of the package, which cannot have those of openapi-gaps. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Deeper nesting breaks programs that read JSON recursively: the assumption `malformed-is-400`. */
const maxNesting = 64;

/** @throws {Error} for a text that is no JSON, or nests too deep */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (nestsDeeperThan(maxNesting, value))
    throw new Error(`it nests deeper than ${maxNesting} levels.`);
  return value;
}

function nestsDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => nestsDeeperThan(levels - 1, item));
}
