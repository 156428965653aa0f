/** Every example of a document, beside the schema that it has to satisfy. */
import {
  asList,
  asObject,
  type Json,
  type OpenApiDocument,
  resolvePointer,
  walk,
} from "./document.ts";
import { escapeSegment } from "./pointer.ts";

export interface Example {
  /** JSON pointer of the value. */
  pointer: string;
  /** JSON pointer of its schema. */
  schema: string;
  /** Its key in `examples`, where it has one. */
  name?: string;
  value: Json;
}

/** The examples of schemas, in the order of the document. */
export function schemaExamples(document: OpenApiDocument): Example[] {
  return walk(document).flatMap(([node, pointer]) =>
    asList(node["examples"]).map((value, index) => ({
      pointer: `${pointer}/examples/${index}`,
      schema: pointer,
      value,
    })),
  );
}

/** The examples of media types and parameters, in the order of the document. */
export function messageExamples(document: OpenApiDocument): Example[] {
  return walk(document).flatMap(([node, pointer]) => {
    if (!("schema" in node)) return [];
    const schema = `${pointer}/schema`;
    const { example } = node;
    const named = Object.entries(asObject(node["examples"])).map(([name, entry]) => {
      const reference = asObject(entry)["$ref"];
      const at =
        typeof reference === "string" ? reference : `${pointer}/examples/${escapeSegment(name)}`;
      return {
        pointer: `${at}/value`,
        schema,
        name,
        value: resolvePointer(document, at)["value"] ?? null,
      };
    });
    const single = { pointer: `${pointer}/example`, schema, value: example ?? null };
    return example === undefined ? named : [...named, single];
  });
}
