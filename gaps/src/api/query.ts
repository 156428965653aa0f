/** What the query of a request says, by the styles in which a document writes its parameters. */
import { asList, type Json, type JsonObject, toPointer } from "../document/document.ts";
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
  for (const parameter of all) {
    const { name, node, schema } = parameter;
    const own = pairs.filter(([key]) => isOf(parameter, key));
    if (own.length === 0 && node["required"] === true) result.missing.push(name);
    // An empty text may be no value.
    const value = own.some(([, text]) => text !== "") ? valueOf(parameter, own) : undefined;
    if (schema && value !== undefined) result.values.push({ name, schema, value });
  }
  const unknown = pairs.filter(([key]) => !all.some((parameter) => isOf(parameter, key)));
  return { ...result, unknown: [...new Set(unknown.map(([key]) => key))] };
}

/** By name: what an operation says of a parameter takes the place of what its path says. */
function findParameters(of: Interface, { path, pointer }: Operation): Parameter[] {
  const found = [toPointer(["paths", path]), pointer].flatMap((place) => {
    const owner = of.locateAt(place)!;
    const indexes = [...asList(owner.node["parameters"]).keys()];
    return indexes.flatMap((index) => of.locateAt(`${owner.pointer}/parameters/${index}`) ?? []);
  });
  const ofQuery = found.filter(({ node }) => node["in"] === "query");
  const byName = new Map(ofQuery.map((each) => [String(each.node["name"]), each]));
  return [...byName].map(([name, { pointer: at, node }]) => {
    const schema = of.locateAt(`${at}/schema`);
    const parts = of.partsOf(schema?.pointer, ["allOf", "anyOf", "oneOf"]).map((part) => part.node);
    const types = parts.flatMap((part) => part["type"] ?? ("properties" in part ? "object" : []));
    const isSpread = !isDeep(node) && isExploded(node);
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

/**
 * A list, a map or one text, by the types that the schema takes; undefined for an object in one text. What each text stands for is
 * left to the validator.
 */
function valueOf({ node, types, fields }: Parameter, pairs: Pair[]): Json | undefined {
  const texts = pairs.map(([, text]) => text);
  if (isDeep(node) || fields.length > 0)
    return Object.fromEntries(
      pairs.map(([key, text]) => [/\[([^[\]]*)\]/.exec(key)?.[1] ?? key, text]),
    );
  const delimiter = delimiters[String(node["style"])] ?? ",";
  if (types.includes("array"))
    return isExploded(node) ? texts : texts.flatMap((text) => text.split(delimiter));
  return types.includes("object") ? undefined : texts[0];
}
