/** What requests and responses carry: JSON, in both directions. */
import { asObject, isObject, type Json, type JsonObject } from "openapi-gaps/document";

export const jsonType = "application/json";

/** The keys of an operation's successes: `2XX` where it is described, and each code of its own otherwise. */
export function successesOf(operation: JsonObject): string[] {
  const codes = Object.keys(asObject(operation["responses"]));
  return codes.includes("2XX") ? ["2XX"] : codes.filter((code) => /^2\d\d$/.test(code));
}

/** The media type object of a message; an empty one for a message without JSON. */
export function jsonMediaOf(message: Json | undefined): JsonObject {
  return asObject(asObject(asObject(message)["content"])[jsonType]);
}

/** The schema of a message, be it a reference. */
export function jsonSchemaOf(message: Json | undefined): JsonObject | undefined {
  const { schema } = jsonMediaOf(message);
  return isObject(schema) ? schema : undefined;
}
