/** What an operation is given, as a JSON Schema that stands alone: closed, brief, with the definitions that it reaches. */
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../gaps/src/document/document.ts";
import type { Gap } from "../../gaps/src/notes/gaps.ts";
import { schemaOf } from "./example-arguments.ts";
import { type Operation, referencedName } from "./operation.ts";
import { ownDescription } from "./type-comments.ts";

/** Gaps whose wrong guess is worth a line wherever the field is described. */
const worthALine = ["costs-money-or-data", "blocks-integration"];

/** Keywords that say nothing about what may be sent. */
const leftOut = new Set(["title", "examples", "example"]);

/** Of the body, or of an object with the path parameters. */
export function inputSchema(document: OpenApiDocument, operation: Operation): JsonObject {
  const { parameters, body } = operation;
  const definitions = new Map<string, JsonObject>();
  const root = body
    ? briefSchema(document, body, definitions)
    : {
        type: "object",
        additionalProperties: false,
        required: parameters.map(({ name }) => String(name)),
        properties: Object.fromEntries(
          parameters.map((parameter) => [
            String(parameter["name"]),
            {
              ...briefSchema(document, schemaOf(parameter), definitions),
              ...describe(parameter),
            },
          ]),
        ),
      };
  // A body is a reference: what it leads to is the schema itself.
  const name = body && referencedName(body);
  const schema = (name && definitions.get(name)) || root;
  // One that reaches itself is a definition all the same.
  if (name && !JSON.stringify(schema).includes(`"#/$defs/${name}"`)) definitions.delete(name);
  return {
    ...schema,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

/** @param definitions is added to */
function briefSchema(
  document: OpenApiDocument,
  schema: JsonObject,
  definitions: Map<string, JsonObject>,
): JsonObject {
  const name = referencedName(schema);
  if (name && !definitions.has(name)) {
    // Known before it is made: it may reach itself.
    definitions.set(name, {});
    definitions.set(name, briefSchema(document, document.components.schemas[name]!, definitions));
  }
  const brief: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-") || leftOut.has(keyword) || keyword === "description") continue;
    brief[keyword] = briefKeyword(document, keyword, value as Json, definitions);
  }
  if (name) brief["$ref"] = `#/$defs/${name}`;
  const isRecord = isObject(schema["properties"]);
  return {
    ...brief,
    // What is chosen between is objects, which a validator has to be told.
    ...("discriminator" in schema && { type: "object" }),
    ...(isRecord && { additionalProperties: false }),
    ...describe(schema),
  };
}

function briefKeyword(
  document: OpenApiDocument,
  keyword: string,
  value: Json,
  definitions: Map<string, JsonObject>,
): Json {
  const brief = (schema: Json) =>
    isObject(schema) ? briefSchema(document, schema, definitions) : schema;
  if (keyword === "properties") {
    return Object.fromEntries(
      Object.entries(asObject(value)).map(([name, property]) => [name, brief(property as Json)]),
    );
  }
  // The values of the branches say the same as its mapping.
  if (keyword === "discriminator") return { propertyName: asObject(value)["propertyName"] ?? "" };
  if (keyword === "items" || keyword === "not") return brief(value);
  return keyword === "oneOf" || keyword === "anyOf" ? (value as Json[]).map(brief) : value;
}

function describe(node: JsonObject): { description?: string } {
  const gaps = (node["x-gap"] ?? []) as unknown as Gap[];
  const lines = [
    ownDescription(node),
    ...gaps.filter(({ impact }) => worthALine.includes(impact)).map(({ reading }) => reading),
  ].filter(Boolean);
  return lines.length > 0 ? { description: lines.join(" ") } : {};
}
