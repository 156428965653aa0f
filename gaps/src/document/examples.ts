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
export const schemaExamples = (document: OpenApiDocument): Example[] =>
  walk(document).flatMap(([node, schema]) =>
    asList(node["examples"]).map((value, index) => ({
      pointer: `${schema}/examples/${index}`,
      schema,
      value,
    })),
  );

/** The examples of media types and parameters, in the order of the document. */
export function messageExamples(document: OpenApiDocument): Example[] {
  return walk(document).flatMap(([node, pointer]): Example[] => {
    if (!("schema" in node)) return [];
    const schema = `${pointer}/schema`;
    const named = Object.entries(asObject(node["examples"])).map(([name, entry]) => {
      const at = String(asObject(entry)["$ref"] ?? `${pointer}/examples/${escapeSegment(name)}`);
      const { value = null } = resolvePointer(document, at);
      return { pointer: `${at}/value`, schema, name, value };
    });
    const { example } = node;
    return example === undefined
      ? named
      : [...named, { pointer: `${pointer}/example`, schema, value: example }];
  });
}
