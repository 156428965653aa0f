/** The schema that describes a part of a body. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../../gaps/src/document/document.ts";
import { valueAt } from "../../../gaps/src/document/pointer.ts";

/**
 * Follows a JSON pointer into a body along the schema of the body.
 *
 * @returns a JSON pointer into the contract; below an open schema it goes on as if it described the
 * value
 */
export function schemaPlaceOf(document: OpenApiDocument, schema: string, body: string): string {
  let pointer = target(document, schema);
  for (const key of body.split("/").slice(1)) {
    const node = valueAt(document, pointer);
    const isItem = isObject(node) && "items" in node;
    pointer = target(document, isItem ? `${pointer}/items` : `${pointer}/properties/${key}`);
  }
  return pointer;
}

function target(document: OpenApiDocument, pointer: string): string {
  const node = valueAt(document, pointer) as JsonObject | undefined;
  const reference = node?.["$ref"];
  return typeof reference === "string" ? reference : pointer;
}
