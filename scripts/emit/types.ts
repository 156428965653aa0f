/** TypeScript types of the contract, from openapi-typescript through its Node API. */
import openapiTS, { astToString, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { isObject, type OpenApiDocument, resolvePointer, walk } from "../contract/document.ts";

const banner = `/**
 * Types of the Video Generation Service, generated from its contract. Do not edit: run npm run
 * generate.
 */

`;

/** The declarations of `generated/schema.d.ts`. */
export async function generateTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(prepare(document)), {
    alphabetize: false,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => openValueType(schema) ?? openObjectType(schema),
  });
  return banner + astToString(nodes);
}

/**
 * A string with known values that may take others too: `"rendering" | (string & {})`. Editors then
 * offer the known values, and the compiler insists on a branch for the unknown ones.
 */
function openValueType(schema: SchemaObject): ts.TypeNode | undefined {
  const known = schema["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const string = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const anyOtherString = ts.factory.createParenthesizedType(
    ts.factory.createIntersectionTypeNode([string, ts.factory.createTypeLiteralNode([])]),
  );
  const literals = known.map((value) =>
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(String(value))),
  );
  return ts.factory.createUnionTypeNode([...literals, anyOtherString]);
}

/**
 * An object of unknown content. The generator's own `Record<string, never>` would promise that it
 * is empty.
 */
function openObjectType(schema: SchemaObject): ts.TypeNode | undefined {
  const constrained = [
    "properties",
    "additionalProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "$ref",
  ].some((key) => key in schema);
  if (schema["type"] !== "object" || constrained) return undefined;
  const string = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const unknown = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
  const key = ts.factory.createParameterDeclaration(undefined, undefined, "key", undefined, string);
  return ts.factory.createTypeLiteralNode([
    ts.factory.createIndexSignature(undefined, [key], unknown),
  ]);
}

/**
 * Shapes the document to the generator's habits. It comments a property that refers to a schema
 * only if the property has a description of its own, so the schema's is copied there, gaps
 * included. And it adds a remark of its own to every property that a discriminator names, although
 * their `const` says the same, so discriminators go.
 */
function prepare(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const [node] of walk(copy)) {
    delete node["discriminator"];
    if (!isObject(node["properties"])) continue;
    for (const property of Object.values(node["properties"])) {
      if (isObject(property) && typeof property["$ref"] === "string") {
        property["description"] ??= resolvePointer(copy, property["$ref"])["description"] ?? "";
      }
    }
  }
  return copy;
}
