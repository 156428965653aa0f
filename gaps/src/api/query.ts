/** What the query of a request says, by the styles in which a document writes its parameters. */
import {
  asList,
  asObject,
  escapeSegment,
  type Json,
  type JsonObject,
  toPointer,
} from "../document/document.ts";
import { toBody } from "./exchange.ts";
import type { Interface, Located, Operation } from "./interface.ts";

export interface Query {
  /** Of the parameters that the document names, those that are there. Each number and boolean is still a text. */
  values: { name: string; schema: Located; value: Json }[];
  /** Names of required parameters that are not there. */
  missing: string[];
  /** Names that no parameter has. */
  unknown: string[];
}

/** A parameter of a query, with all that is read of the document once. */
interface Parameter {
  name: string;
  node: JsonObject;
  schema: Located | undefined;
  /** The JSON types that the schema takes. */
  types: Json[];
  /** Names of the properties that have a pair each. */
  fields: string[];
}

type Pair = [name: string, text: string];

/** Every call asks for them. */
const parameters = new WeakMap<Operation, Parameter[]>();

/** Reads a query by the parameters of an operation and of its path. */
export function readQuery(of: Interface, operation: Operation, query: URLSearchParams): Query {
  const all = parameters.get(operation) ?? findParameters(of, operation);
  parameters.set(operation, all);
  const pairs = [...query];
  const result: Query = { values: [], missing: [], unknown: [] };
  const unknown = new Set(pairs.map(([key]) => key));
  for (const parameter of all) {
    const { name, node, schema } = parameter;
    const own = pairs.filter(([key]) => isOf(parameter, key));
    for (const [key] of own) unknown.delete(key);
    if (own.length === 0 && node["required"] === true) result.missing.push(name);
    const isEmpty = node["allowEmptyValue"] === true && own.every(([, text]) => text === "");
    if (isEmpty || own.length === 0 || !schema) continue;
    result.values.push({ name, schema, value: valueOf(parameter, own) });
  }
  return { ...result, unknown: [...unknown] };
}

/** By name: what an operation says of a parameter takes the place of what its path says. */
function findParameters(of: Interface, { path, pointer }: Operation): Parameter[] {
  const owners = [toPointer(["paths", path]), pointer].map((at) => of.locateAt(at));
  const found = owners.flatMap((owner) =>
    asList(owner?.node["parameters"]).flatMap(
      (_, index) => of.locateAt(`${owner!.pointer}/parameters/${index}`) ?? [],
    ),
  );
  const ofQuery = found.filter(({ node }) => node["in"] === "query");
  const byName = new Map(ofQuery.map((each) => [String(each.node["name"]), each]));
  return [...byName].map(([name, { pointer: at, node }]) => {
    const [mediaType] = Object.keys(asObject(node["content"]));
    const content = mediaType === undefined ? "" : `/content/${escapeSegment(mediaType)}`;
    const schema = of.locateAt(`${at}${content}/schema`);
    const parts = of.partsOf(schema?.pointer, ["allOf", "anyOf", "oneOf"]).map((part) => part.node);
    const types = parts.flatMap((part) => part["type"] ?? ("properties" in part ? "object" : []));
    const isSpread = content === "" && !isDeep(node) && isExploded(node);
    return { name, node, schema, types, fields: isSpread ? of.fieldsOf(schema?.pointer) : [] };
  });
}

const isDeep = ({ style }: JsonObject) => style === "deepObject";

const isExploded = ({ style = "form", explode = style === "form" }: JsonObject) => explode === true;

/** Whether a pair belongs to a parameter: `deepObject` and exploded objects have one for each property. */
function isOf({ name, node, fields }: Parameter, key: string): boolean {
  if (isDeep(node)) return key.startsWith(`${name}[`);
  return fields.length > 0 ? fields.includes(key) : key === name;
}

const delimiters: Record<string, string> = { spaceDelimited: " ", pipeDelimited: "|" };

/** A list, a map or one text, by the types that the schema takes. What each text stands for is left to the validator. */
function valueOf({ node, types }: Parameter, pairs: Pair[]): Json {
  const [, first] = pairs[0]!;
  if ("content" in node) return (toBody(undefined, first).json as Json | undefined) ?? first;
  const isWhole = isExploded(node);
  const delimiter = delimiters[String(node["style"])] ?? ",";
  const parts = pairs.flatMap(([, text]) => (isWhole ? text : text.split(delimiter)));
  if (types.includes("array")) return parts;
  if (!types.includes("object")) return first;
  const entries =
    isDeep(node) || isWhole
      ? pairs.map(([key, text]) => [/\[([^[\]]*)\]/.exec(key)?.[1] ?? key, text] as const)
      : parts.flatMap((key, index) => (index % 2 ? [] : [[key, parts[index + 1] ?? ""] as const]));
  return Object.fromEntries(entries);
}
