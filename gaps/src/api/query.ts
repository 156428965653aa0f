/** What the query of a request says, by the styles in which a document writes its parameters. */
import {
  asObject,
  escapeSegment,
  type Json,
  type JsonObject,
  toPointer,
} from "../document/document.ts";
import type { Interface, Located, Operation } from "./interface.ts";

/** A parameter that the document names, and its value in a request. */
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
    if (pairs.length === 0 || !schema) continue;
    const value = mediaType === undefined ? valueOf(of, schema, node, pairs) : parse(pairs[0]![1]);
    if (value !== undefined) result.values.push({ name, schema, value });
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

function valueOf(of: Interface, schema: Located, parameter: JsonObject, pairs: Pair[]): Json {
  const { style = "form" } = parameter;
  const expand = ({ pointer }: Located) => of.partsOf(pointer, ["allOf", "anyOf", "oneOf"]);
  const schemas = expand(schema);
  const types = typesOf(schemas);
  const delimiter = delimiters[String(style)] ?? ",";
  const parts = pairs.flatMap(([, text]) => (isExploded(parameter) ? text : text.split(delimiter)));
  const below = (...path: string[]) =>
    schemas.flatMap(({ pointer }) => of.locateAt(pointer + toPointer(path).slice(1)) ?? []);
  const typed = (text: string, at: Located[]) => toType(typesOf(at.flatMap(expand)), text);
  if (types.has("array")) return parts.map((text) => typed(text, below("items")));
  if (!types.has("object")) return toType(types, pairs[0]![1]);
  const isSpread = style === "deepObject" || isExploded(parameter);
  const entries = isSpread
    ? pairs.map(([key, text]): Pair => [/\[([^[\]]*)\]/.exec(key)?.[1] ?? key, text])
    : parts.flatMap((key, index): Pair[] => (index % 2 ? [] : [[key, parts[index + 1] ?? ""]]));
  return Object.fromEntries(
    entries.map(([key, text]) => [key, typed(text, below("properties", key))]),
  );
}

const typesOf = (schemas: Located[]): Set<string> =>
  new Set(
    schemas.flatMap(({ node }) =>
      [node["type"] ?? ("properties" in node ? "object" : [])].flat().map(String),
    ),
  );

/** What a text stands for, by the types that its schema takes. */
function toType(types: Set<string>, text: string): Json {
  const isNumber = types.has("integer") || types.has("number");
  if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
