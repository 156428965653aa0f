/** What an operation is given, as a JSON Schema that stands alone: closed, brief, with the definitions that it reaches. */
import { gapsAt } from "openapi-gaps";
import { asObject, isObject, type Json, type JsonObject } from "openapi-gaps/document";
import type { Model } from "../model/model.ts";
import { ownDescription } from "../model/notes.ts";
import { banner, toCode } from "./commands.ts";
import type { Operation } from "../model/operations.ts";
import { referencedName } from "../model/types.ts";

type Schemas = Model["schemas"];

/** Gaps whose wrong guess is worth a line wherever the field is described. */
const worthALine = ["costs-money-or-data", "blocks-integration"];

/** Keywords that say nothing about what may be sent. */
const leftOut = new Set(["title", "examples", "example"]);

/** `generated/command/schemas.ts` */
export function renderInputSchemas(model: Model): string {
  const schemas = model.operations.map((operation) => [
    operation.id,
    inputSchema(model.schemas, operation),
  ]);
  return `/** The schema of what each operation is given, with the definitions that it reaches. ${banner} */
import type { OperationMethods } from "../methods.ts";

export type InputSchema = { [keyword: string]: unknown };

/** Of the body, or of an object with the path parameters. Closed: a field that the contract does not list is refused. */
export const inputSchemas: Record<keyof OperationMethods<unknown>, InputSchema> = ${toCode(Object.fromEntries(schemas))};
`;
}

/** Of the body, or of an object with the path parameters. */
function inputSchema(schemas: Schemas, { parameters, body }: Operation): JsonObject {
  const definitions = new Map<string, JsonObject>();
  const root = body
    ? briefSchema(schemas, body.schema, definitions)
    : {
        type: "object",
        additionalProperties: false,
        required: parameters.map(({ name }) => name),
        properties: Object.fromEntries(
          parameters.map(({ name, schema, node }) => [
            name,
            { ...briefSchema(schemas, schema, definitions), ...describe(node) },
          ]),
        ),
      };
  // A body is a reference: what it leads to is the schema itself.
  const name = body && referencedName(body.schema);
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
  schemas: Schemas,
  schema: JsonObject,
  definitions: Map<string, JsonObject>,
): JsonObject {
  const name = referencedName(schema);
  if (name && !definitions.has(name)) {
    // Known before it is made: it may reach itself.
    definitions.set(name, {});
    definitions.set(name, briefSchema(schemas, schemas[name]!, definitions));
  }
  const brief: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-") || leftOut.has(keyword) || keyword === "description") continue;
    brief[keyword] = briefKeyword(schemas, keyword, value as Json, definitions);
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
  schemas: Schemas,
  keyword: string,
  value: Json,
  definitions: Map<string, JsonObject>,
): Json {
  const brief = (schema: Json) =>
    isObject(schema) ? briefSchema(schemas, schema, definitions) : schema;
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
  const costly = gapsAt(node).filter(({ impact }) => worthALine.includes(impact));
  const lines = [ownDescription(node), ...costly.map(({ reading }) => reading)].filter(Boolean);
  return lines.length > 0 ? { description: lines.join(" ") } : {};
}
