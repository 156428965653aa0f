/** Schemas from what an owner says about fields. */
import type { JsonObject } from "../../../gaps/src/document/document.ts";
import { exampleOf } from "../propose/example-of.ts";
import type { FieldAnswer } from "./answer.ts";

/** An object with these fields. One that is always there is required; every other may be missing. */
export function describeFields(fields: Record<string, FieldAnswer>): JsonObject {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { always }]) => always).map(([name]) => name);
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, describe(name, field)])),
  };
}

export function describe(name: string, field: FieldAnswer): JsonObject {
  const { type, nullable, meaning, format, values, fields, items } = field;
  const inner = fields ? describeFields(fields) : {};
  const schema: JsonObject = {
    ...inner,
    type: nullable ? [type, "null"] : type,
    ...(format ? { format } : {}),
    ...(values ? { enum: values } : {}),
    ...(items ? { items: describe("item", items) } : {}),
    description:
      meaning ?? "The owner of the service has named it, and has not said what it means.",
  };
  const example = values?.[0] ?? exampleOf(name, schema);
  return example === undefined || fields ? schema : { ...schema, examples: [example] };
}
