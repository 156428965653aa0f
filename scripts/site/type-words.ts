/** What a value may be, in a few words. */
import {
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "openapi-gaps/document";
import { referencedName } from "../emit/model/types.ts";

/** In Markdown: `list of HpVariable`. The fields of an object stand below it. */
export function describeType(document: OpenApiDocument, schema: JsonObject): string {
  const name = referencedName(schema);
  const { type, items, oneOf, properties: _, ...rest } = resolved(document, schema);
  if (Array.isArray(oneOf)) return name ?? "one of several";
  if (type === "array")
    return isObject(items) && Object.keys(items).length > 0
      ? `list of ${describeType(document, items)}`
      : "list of anything";
  if (type === "object" && name) return name;
  const words = describeValues(rest) ?? describePlainType(type);
  return name ? `${words} (${name})` : words;
}

function describeValues({ const: only, enum: listed }: JsonObject): string | undefined {
  if (only !== undefined) return `always \`${String(only)}\``;
  return Array.isArray(listed)
    ? listed.map((value) => `\`${String(value)}\``).join(" or ")
    : undefined;
}

function describePlainType(type: Json | undefined): string {
  if (type === undefined) return "anything";
  return Array.isArray(type) ? type.join(" or ") : String(type);
}
