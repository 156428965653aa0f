/** What of a decision of the emulator goes beyond what the contract says by now. */
import { isDeepStrictEqual } from "node:util";
import { UserError } from "openapi-gaps";
import { isObject, type Json, type JsonObject } from "openapi-gaps/document";

/** Words for readers: where the contract has its own, those of the decision go. */
const prose = new Set(["description", "title", "summary", "examples"]);

/**
 * The part of an update that the node does not have yet; undefined when it has all of it.
 *
 * @throws {UserError} when the two contradict each other
 */
export function remainderOf(update: JsonObject, node: Json, place = ""): JsonObject | undefined {
  if (!isObject(node)) return update;
  const rest: JsonObject = {};
  for (const [key, value] of Object.entries(update)) {
    const left = remainderAt(key, value, node[key], `${place}/${key}`);
    if (left !== undefined) rest[key] = left;
  }
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function remainderAt(
  key: string,
  value: Json,
  present: Json | undefined,
  place: string,
): Json | undefined {
  if (present === undefined) return value;
  if (isDeepStrictEqual(value, present) || prose.has(key)) return undefined;
  if (isObject(value) && isObject(present)) return remainderOf(value, present, place);
  if (Array.isArray(value) && Array.isArray(present)) {
    const missing = value.filter((item) => !present.some((each) => isDeepStrictEqual(item, each)));
    // A list of values narrows; every other list of a schema adds to what is asked for.
    if (key === "enum" && missing.length > 0) throw contradiction(place, value, present);
    return missing.length > 0 ? missing : undefined;
  }
  // One type of several is narrower.
  if (key === "type" && Array.isArray(present) && present.includes(value)) return value;
  throw contradiction(place, value, present);
}

function contradiction(place: string, value: Json, present: Json): UserError {
  return new UserError(
    `the emulator has ${JSON.stringify(value)} at ${place}, and the evidence ${JSON.stringify(present)}`,
  );
}
