/** Schemas of OpenAPI 3.1 in the words of OpenAPI 3.0, so that they accept the same values. */
import { UserError } from "openapi-gaps";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  walk,
} from "openapi-gaps/document";

/** What changes in a schema, in this order. */
export const schemaConversions = [
  dropTitle,
  giveOneExample,
  listConstant,
  splitTypes,
  openObject,
  wrapReference,
];

/** A tool that takes it for the name of the type would call `HpJob` "HP job". */
function dropTitle(schema: JsonObject): void {
  delete schema["title"];
}

function giveOneExample(schema: JsonObject): void {
  const [example] = asList(schema["examples"]);
  if (example !== undefined) schema["example"] = example;
  delete schema["examples"];
}

function listConstant(schema: JsonObject): void {
  if (!("const" in schema)) return;
  schema["enum"] = [schema["const"] as Json];
  delete schema["const"];
}

/** `type: [string, integer]` as `anyOf`, and `null` as `nullable`, which says nothing without a type. */
function splitTypes(schema: JsonObject): void {
  if (!Array.isArray(schema["type"])) return;
  const types = schema["type"].filter((type) => type !== "null");
  const nullable = types.length < schema["type"].length ? { nullable: true } : {};
  delete schema["type"];
  const typed: JsonObject[] = types.map((type) => ({ type, ...nullable }));
  typed.forEach(openObject);
  Object.assign(schema, typed.length === 1 ? typed[0] : { anyOf: typed });
}

/** Keywords that say which properties an object has. */
const propertyKeywords = ["properties", "additionalProperties", "allOf", "anyOf", "oneOf", "$ref"];

/** Some tools take an object without properties for one that has to be empty. */
function openObject(schema: JsonObject): void {
  if (schema["type"] === "object" && !propertyKeywords.some((keyword) => keyword in schema))
    schema["additionalProperties"] = true;
}

/** OpenAPI 3.0 ignores what stands beside a reference. */
function wrapReference(schema: JsonObject): void {
  const { $ref, ...siblings } = schema;
  if ($ref === undefined || Object.keys(siblings).every((key) => key.startsWith("x-"))) return;
  delete schema["$ref"];
  schema["allOf"] = [{ $ref }, ...asList(schema["allOf"]).filter(isObject)];
}

/** The keywords of a schema in OpenAPI 3.0 that mean the same there as in 3.1. */
const sharedKeywords = new Set(
  `$ref title description type properties required additionalProperties items enum default example format pattern
  minimum maximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties
  allOf anyOf oneOf not discriminator nullable readOnly writeOnly deprecated externalDocs xml`.split(
    /\s+/,
  ),
);

/** @throws {UserError} for what has no form in OpenAPI 3.0 */
export function expectPortable(document: OpenApiDocument): void {
  for (const { value, pointer } of walk(document, "schema")) {
    const { items, not, allOf, anyOf, oneOf, properties } = value;
    const parts = [items, not, allOf, anyOf, oneOf, Object.values(asObject(properties))].flat();
    const boolean = parts.find((part) => typeof part === "boolean");
    const unknown =
      Object.keys(value).find((key) => !sharedKeywords.has(key) && !key.startsWith("x-")) ??
      (boolean === undefined ? undefined : `the schema ${boolean}`);
    if (!unknown) continue;
    throw new UserError(
      `${pointer} has ${unknown}, of which the portable copy has no form.\n  Say it another way in openapi/, or teach scripts/emit/portable/schemas.ts an equal form.`,
    );
  }
}
