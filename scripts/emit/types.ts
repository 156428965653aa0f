/** TypeScript types of the contract, from openapi-typescript through its Node API. */
import openapiTS, { astToString, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { namedTypes } from "./named-types.ts";
import { briefComments, withBriefNotes, wholeInterfaceNotes } from "./type-comments.ts";

/** The declarations of `generated/schema.d.ts`. */
export async function generateTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withBriefNotes(document)), {
    alphabetize: false,
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => openValueType(schema) ?? openObjectType(schema),
  });
  return [
    banner(document),
    astToString(briefComments(nodes)).trimEnd(),
    namedTypes(document),
    "",
  ].join("\n");
}

function banner(document: OpenApiDocument): string {
  const text = [
    "Types of the Video Generation Service, generated from its contract. Do not edit: run npm run",
    "generate.",
    "",
    "Not documented about the interface as a whole:",
    ...wholeInterfaceNotes(document).map((note) => `- ${note}`),
  ];
  return ["/**", ...text.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

/**
 * A string with known values that may take others too is a plain string where openapi-fetch reads it: it makes an object of
 * `string & {}`. The named types offer the known values; see `named-types.ts`.
 */
function openValueType(schema: SchemaObject): ts.TypeNode | undefined {
  return Array.isArray(schema["x-extensible-enum"]) ? keyword("string") : undefined;
}

/**
 * An object of unknown content, or a value that may be one. The generator's own `Record<string, never>` would promise that it
 * is empty.
 */
function openObjectType(schema: SchemaObject): ts.TypeNode | undefined {
  const constrained = [
    "properties",
    "additionalProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "enum",
    "const",
    "$ref",
  ].some((key) => key in schema);
  const types = [schema["type"] ?? []].flat() as string[];
  if (!types.includes("object") || types.includes("array") || constrained) return undefined;
  const nodes = types.map((type) => (type === "object" ? openObject() : keyword(type)));
  return nodes.length === 1 ? nodes[0] : ts.factory.createUnionTypeNode(nodes);
}

function openObject(): ts.TypeNode {
  const key = ts.factory.createParameterDeclaration(
    undefined,
    undefined,
    "key",
    undefined,
    keyword("string"),
  );
  return ts.factory.createTypeLiteralNode([
    ts.factory.createIndexSignature(undefined, [key], keyword("unknown")),
  ]);
}

function keyword(type: string): ts.TypeNode {
  switch (type) {
    case "string":
      return ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
    case "integer":
    case "number":
      return ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);
    case "boolean":
      return ts.factory.createKeywordTypeNode(ts.SyntaxKind.BooleanKeyword);
    case "null":
      return ts.factory.createLiteralTypeNode(ts.factory.createNull());
    default:
      return ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
  }
}
