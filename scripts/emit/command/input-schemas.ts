/** What an operation is given, as a JSON Schema that stands alone: closed, brief, with the definitions that it reaches. */
import { gapsAt } from "openapi-gaps";
import { asObject, isObject, type JsonObject, walk } from "openapi-gaps/document";
import type { Model } from "../model/model.ts";
import { ownDescription } from "../model/notes.ts";
import { banner } from "../model/banner.ts";
import { toCode } from "./commands.ts";
import type { Operation } from "../model/operations.ts";
import { referencedName } from "../model/types.ts";

/** Gaps whose wrong guess is worth a line wherever the field is described. */
const worthALine = ["costs-money-or-data", "blocks-integration"];

/** Keywords that say nothing about what may be sent. */
const leftOut = /^(x-.*|title|examples?|description)$/;

/** `generated/command/schemas.ts` */
export function renderInputSchemas({ document, operations }: Model): string {
  const { schemas } = structuredClone(document).components;
  for (const { value } of walk({ ...document, paths: {}, components: { schemas } }, "schema"))
    shorten(value);
  const inputs = operations.map((operation) => [operation.id, inputSchema(schemas, operation)]);
  return `/** The schema of what each operation is given, with the definitions that it reaches. ${banner} */
import type { OperationMethods } from "../methods.ts";

export type InputSchema = { [keyword: string]: unknown };

/** Of the body, or of an object with the path parameters. Closed: a field that the contract does not list is refused. */
export const inputSchemas: Record<keyof OperationMethods<unknown>, InputSchema> = ${toCode(Object.fromEntries(inputs))};
`;
}

/** Of the body, or of an object with the path parameters. */
function inputSchema(
  schemas: Record<string, JsonObject>,
  { parameters, body }: Operation,
): JsonObject {
  const schema = body
    ? schemas[referencedName(body.schema)!]!
    : {
        type: "object",
        additionalProperties: false,
        required: parameters.map(({ name }) => name),
        properties: Object.fromEntries(
          parameters.map(({ name, schema, node }) => [
            name,
            { ...shorten({ ...schema }), ...describe(node) },
          ]),
        ),
      };
  const definitions = reachableFrom(schema, schemas);
  return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

function reachableFrom(
  schema: JsonObject,
  schemas: Record<string, JsonObject>,
  found: Record<string, JsonObject> = {},
): Record<string, JsonObject> {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
    if (name in found) continue;
    found[name] = schemas[name]!;
    reachableFrom(found[name], schemas, found);
  }
  return found;
}

/** Leaves of a schema what may be sent, and one description. */
function shorten(schema: JsonObject): JsonObject {
  const description = describe(schema);
  const name = referencedName(schema);
  for (const keyword of Object.keys(schema)) if (leftOut.test(keyword)) delete schema[keyword];
  if (name) schema["$ref"] = `#/$defs/${name}`;
  if ("discriminator" in schema) {
    // The values of the branches say the same as its mapping. What is chosen between is objects, which a validator has to be told.
    const { propertyName = "" } = asObject(schema["discriminator"]);
    Object.assign(schema, { discriminator: { propertyName }, type: "object" });
  }
  if (isObject(schema["properties"])) schema["additionalProperties"] = false;
  return Object.assign(schema, description);
}

function describe(node: JsonObject): { description?: string } {
  const costly = gapsAt(node).filter(({ impact }) => worthALine.includes(impact));
  const lines = [ownDescription(node), ...costly.map(({ reading }) => reading)].filter(Boolean);
  return lines.length > 0 ? { description: lines.join(" ") } : {};
}
