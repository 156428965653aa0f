/** What the keywords of a schema say about a value. */
import { asList, asObject, isObject, type JsonObject, valueAt } from "./json.ts";

/** Keywords that say nothing about the value. */
const remarks = ["$comment", "description", "example", "examples", "externalDocs", "title"];

const annotations = new Set([...remarks, "default", "deprecated", "readOnly", "writeOnly", "xml"]);

const shapers = ["$ref", "anyOf", "oneOf", "not", "if", "const", "enum"];

/** A schema that every value passes: `{}`, `true`, or nothing but annotations. */
export const acceptsAnything = (schema: unknown): boolean =>
  schema === true ||
  (isObject(schema) &&
    Object.keys(schema).every((key) => annotations.has(key) || key.startsWith("x-")));

/**
 * A schema that says nothing about what is inside a value: one that accepts anything, an object without
 * properties, an array without items, or what is joined of such alone. (`items: {}` is open by itself.)
 */
export function isOpen(schema: unknown): boolean {
  if (acceptsAnything(schema)) return true;
  if (!isObject(schema) || shapers.some((keyword) => keyword in schema)) return false;
  const { type, allOf, properties, patternProperties, additionalProperties = true } = schema;
  const types = [type].flat();
  const fields = Object.keys({ ...asObject(properties), ...asObject(patternProperties) });
  if (allOf !== undefined) return fields.length === 0 && asList(allOf).every(isOpen);
  const isOpenList = types.includes("array") && !("items" in schema || "prefixItems" in schema);
  const isOpenObject = types.includes("object") && fields.length === 0;
  return isOpenList || (isOpenObject && acceptsAnything(additionalProperties));
}

/** The reference to the branch that a value names by the discriminator of its schema. */
export function namedBranch({ discriminator }: JsonObject, value: unknown): string | undefined {
  const { propertyName, mapping } = asObject(discriminator);
  const said = valueAt(value, [String(propertyName)]);
  if (typeof said !== "string") return undefined;
  const named = String(valueAt(mapping, [said]) ?? said);
  return named.startsWith("#") ? named : `#/components/schemas/${named}`;
}

/** The values that a schema names, whether it takes others or not. */
export function knownValues(schema: Record<string, unknown>): string[] {
  const { enum: closed, "x-extensible-enum": open, const: only } = schema;
  const all = [...asList(closed), ...asList(open), only];
  return [...new Set(all.filter((value) => typeof value === "string"))];
}
