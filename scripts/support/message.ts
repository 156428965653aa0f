/** What requests and responses carry: JSON, in both directions. */
import { asObject, isObject, type Json, type JsonObject } from "openapi-gaps/document";

export const jsonType = "application/json";

/** The success of an operation, as the document writes it. */
export function successOf(operation: JsonObject): JsonObject {
  return asObject(asObject(operation["responses"])["2XX"]);
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
