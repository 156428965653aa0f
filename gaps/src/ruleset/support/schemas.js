// @ts-check
import { asList, asObject, isObject } from "./json.js";

/** Keywords that say nothing about the value. */
const remarks = ["$comment", "description", "example", "examples", "externalDocs", "title"];

const annotations = new Set([...remarks, "default", "deprecated", "readOnly", "writeOnly", "xml"]);

/**
 * Keywords that a schema is built of: names, types, fields and parts. Every other one narrows what they
 * describe, or promises something about it.
 */
export const structural = new Set([
  ...remarks,
  "$anchor",
  "$defs",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$ref",
  "$schema",
  "allOf",
  "anyOf",
  "discriminator",
  "items",
  "oneOf",
  "properties",
  "required",
  "type",
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
