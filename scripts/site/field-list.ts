/** The fields of a schema as a Markdown list: for readers who see the contract without Redoc. */
import {
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../contract/document.ts";

export interface FieldListOptions {
  /** Lists the fields of a field below it. Without it, a link leads to its schema. */
  nested: boolean;
  /** Names of the schemas around the list: one that holds itself is not listed in itself. */
  around?: string[];
}

/**
 * Lists the fields of an object, the alternatives of a choice, or nothing for a plain value.
 *
 * @param schema of the contract; a reference is followed
 * @returns the lines of a Markdown list, with links in the short form `schema:HpJob`
 */
export function listFields(
  document: OpenApiDocument,
  schema: JsonObject,
  options: FieldListOptions,
): string[] {
  const { properties, required = [], oneOf } = resolved(document, schema);
  if (Array.isArray(oneOf)) return listAlternatives(document, schema, options);
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const presence = (required as Json[]).includes(name) ? "required" : "optional";
    const title = `**\`${name}\`** ${presence}, ${describeType(document, property)}`;
    return listItem(title, describeField(document, property, options));
  });
}

/** A parameter in the form of a field. */
export function listParameter(document: OpenApiDocument, parameter: JsonObject): string[] {
  const { name, in: place, required, schema, description } = resolved(document, parameter);
  const presence = required ? "required" : "optional";
  const type = describeType(document, schema as JsonObject);
  const title = `**\`${name}\`** ${presence}, ${type}, in the ${place}`;
  return listItem(title, [String(description ?? "")]);
}

/** What a value may be, in a few words: "list of HpVariable". */
export function describeType(document: OpenApiDocument, schema: JsonObject): string {
  const name = nameOf(schema);
  const { type, items, oneOf, properties, ...rest } = resolved(document, schema);
  const link = name && `[${name}](schema:${name})`;
  if (Array.isArray(oneOf)) return link ?? "one of several";
  if (type === "array")
    return isObject(items) && Object.keys(items).length > 0
      ? `list of ${describeType(document, items)}`
      : "list of anything";
  if (type === "object" && link) return link;
  const words = describeValues(rest) ?? describePlainType(type);
  return link ? `${words} (${link})` : words;
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

function describeField(
  document: OpenApiDocument,
  property: JsonObject,
  { nested, around = [] }: FieldListOptions,
): string[] {
  const { description, items } = resolved(document, property);
  const inner = isObject(items) ? items : property;
  const name = nameOf(inner) ?? "";
  const fields =
    nested && !around.includes(name)
      ? listFields(document, inner, { nested, around: [...around, name] })
      : [];
  return [String(description ?? ""), fields.join("\n")];
}

function listAlternatives(
  document: OpenApiDocument,
  choice: JsonObject,
  options: FieldListOptions,
): string[] {
  const { oneOf } = resolved(document, choice);
  return (oneOf as JsonObject[]).flatMap((alternative, position) => {
    const title = `${position === 0 ? "either" : "or"} ${describeType(document, alternative)}`;
    return listItem(title, describeField(document, alternative, options));
  });
}

/** Indents what belongs to an item, as Markdown wants it. */
function listItem(title: string, paragraphs: string[]): string[] {
  const lines = paragraphs.filter(Boolean).flatMap((paragraph) => ["", ...paragraph.split("\n")]);
  return [`- ${title}`, ...lines.map((line) => (line ? `  ${line}` : "")), ""];
}

function nameOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
}
