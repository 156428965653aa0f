/** What the query of a request says, by the styles in which a document writes its parameters. */
import { asObject, escapeSegment, type Json, type JsonObject } from "../document/document.ts";
import type { Interface, Located, Operation } from "./interface.ts";

/** A parameter that the document names, and its value in a request, in which each number and boolean is still a text. */
export interface QueryValue {
  name: string;
  schema: Located;
  value: Json;
}

export interface Query {
  values: QueryValue[];
  /** Names of required parameters that are not there. */
  missing: string[];
  /** Names that no parameter has. */
  unknown: string[];
}

/** Reads a query by the parameters of an operation and of its path. */
export function readQuery(of: Interface, operation: Operation, query: URLSearchParams): Query {
  const result: Query = { values: [], missing: [], unknown: [] };
  const unknown = new Set(query.keys());
  for (const [name, { pointer, node }] of of.queryOf(operation)) {
    const [mediaType] = Object.keys(asObject(node["content"]));
    const at = mediaType === undefined ? "" : `/content/${escapeSegment(mediaType)}`;
    const schema = of.locateAt(`${pointer}${at}/schema`);
    const fields = mediaType === undefined ? of.fieldsOf(schema?.pointer) : [];
    const pairs = pairsOf(query, name, node, fields);
    for (const [key] of pairs) unknown.delete(key);
    if (pairs.length === 0 && node["required"] === true) result.missing.push(name);
    const isEmpty = node["allowEmptyValue"] === true && pairs.every(([, text]) => text === "");
    if (isEmpty || pairs.length === 0 || !schema) continue;
    const value = mediaType === undefined ? valueOf(of, schema, node, pairs) : parse(pairs[0]![1]);
    result.values.push({ name, schema, value });
  }
  return { ...result, unknown: [...unknown] };
}

type Pair = [name: string, text: string];

/** The parts of a query that belong to a parameter: `deepObject` and exploded objects have one for each property. */
function pairsOf(query: URLSearchParams, name: string, parameter: JsonObject, fields: string[]) {
  const isDeep = parameter["style"] === "deepObject";
  const isSpread = !isDeep && isExploded(parameter) && fields.length > 0;
  return [...query].filter(([key]) => {
    if (isDeep) return key.startsWith(`${name}[`);
    return isSpread ? fields.includes(key) : key === name;
  });
}

const isExploded = ({ style = "form", explode = style === "form" }: JsonObject) => explode === true;

const delimiters: Record<string, string> = { spaceDelimited: " ", pipeDelimited: "|" };

/** A list, a map or one text, by the types that the schema takes. What each text stands for is left to the validator. */
function valueOf(of: Interface, schema: Located, parameter: JsonObject, pairs: Pair[]): Json {
  const schemas = of.partsOf(schema.pointer, ["allOf", "anyOf", "oneOf"]).map(({ node }) => node);
  const types = schemas.flatMap((node) => node["type"] ?? ("properties" in node ? "object" : []));
  const delimiter = delimiters[String(parameter["style"])] ?? ",";
  const isWhole = isExploded(parameter);
  const parts = pairs.flatMap(([, text]) => (isWhole ? text : text.split(delimiter)));
  if (types.includes("array")) return parts;
  if (!types.includes("object")) return pairs[0]![1];
  const isSpread = parameter["style"] === "deepObject" || isWhole;
  const entries = isSpread
    ? pairs.map(([key, text]) => [/\[([^[\]]*)\]/.exec(key)?.[1] ?? key, text] as const)
    : parts.flatMap((key, index) => (index % 2 ? [] : [[key, parts[index + 1] ?? ""] as const]));
  return Object.fromEntries(entries);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
