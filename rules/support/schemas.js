// @ts-check
import { asList, asObject, isObject } from "./json.js";

const annotations = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

const shapers = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const", "enum"];

/**
 * A schema that every value passes: `{}`, `true`, or nothing but annotations.
 *
 * @param {unknown} schema
 */
export const acceptsAnything = (schema) =>
  schema === true ||
  (isObject(schema) &&
    Object.keys(schema).every((key) => annotations.has(key) || key.startsWith("x-")));

/**
 * A schema that says nothing about what is inside a value: one that accepts anything, an object
 * without properties, or an array without items. (`items: {}` is a schema of its own and open by
 * itself.)
 *
 * @param {unknown} schema
 */
export function isOpen(schema) {
  if (acceptsAnything(schema)) return true;
  if (!isObject(schema) || shapers.some((keyword) => keyword in schema)) return false;
  const types = typeof schema.type === "string" ? [schema.type] : asList(schema.type);
  return (
    (types.includes("object") && hasUnknownProperties(schema)) ||
    (types.includes("array") && !("items" in schema) && !("prefixItems" in schema))
  );
}

/** @param {import("./json.js").JsonObject} schema */
function hasUnknownProperties({ properties, patternProperties, additionalProperties }) {
  const named = { ...asObject(properties), ...asObject(patternProperties) };
  return (
    Object.keys(named).length === 0 &&
    (additionalProperties === undefined || acceptsAnything(additionalProperties))
  );
}
