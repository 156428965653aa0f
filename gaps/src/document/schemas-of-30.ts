/** Schemas of OpenAPI 3.0 as those of 3.1, which JSON Schema's validators know. */
import { isObject, type JsonObject } from "./json.ts";
import { walkNodes } from "./walk.ts";

/** The document itself where it is not of 3.0, or else a copy in which its schemas mean the same. */
export function withSchemasOf31<Document extends object>(document: Document): Document {
  if (!String((document as JsonObject)["openapi"]).startsWith("3.0")) return document;
  const copy = structuredClone(document);
  for (const { value } of [...walkNodes(copy, "schema")]) {
    if (!isObject(value)) continue;
    makeExclusive(value, "exclusiveMinimum", "minimum");
    makeExclusive(value, "exclusiveMaximum", "maximum");
    if (value["nullable"] === true) makeNullable(value);
    delete value["nullable"];
  }
  return copy;
}

function makeExclusive(schema: JsonObject, exclusive: string, bound: string): void {
  const { [exclusive]: isExclusive, [bound]: limit } = schema;
  if (typeof isExclusive !== "boolean") return;
  delete schema[exclusive];
  if (!isExclusive || limit === undefined) return;
  schema[exclusive] = limit;
  delete schema[bound];
}

function makeNullable(schema: JsonObject): void {
  const { type, enum: list } = schema;
  if (Array.isArray(list)) schema["enum"] = [...list, null];
  if (typeof type === "string") schema["type"] = [type, "null"];
  else if ("$ref" in schema || "allOf" in schema) {
    const { nullable: _, ...rest } = schema;
    for (const key of Object.keys(rest)) delete schema[key];
    schema["anyOf"] = [rest, { type: "null" }];
  }
}
