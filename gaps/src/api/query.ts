/** What the query of a request says, by the styles in which a document writes its parameters. */
import { asList, asObject, type Json, type JsonObject, toPointer } from "../document/document.ts";
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
  isRequired: boolean;
  schema: Located | undefined;
  /** Whether a pair belongs to it, by its name. */
  owns: (key: string) => boolean;
  /** What its pairs say. What each text stands for is left to the validator. */
  read: (pairs: Pair[]) => Json | undefined;
}

type Pair = [name: string, text: string];

/** Every call asks for them. */
const parameters = new WeakMap<Operation, Parameter[]>();

/** Reads a query by the parameters of an operation and of its path. */
export function readQuery(of: Interface, operation: Operation, query: URLSearchParams): Query {
  const all = parameters.get(operation) ?? findParameters(of, operation);
  parameters.set(operation, all);
  const pairs = Map.groupBy(query, ([key]) => all.find(({ owns }) => owns(key)));
  const unknown = new Set(pairs.get(undefined)?.map(([key]) => key));
  const missing = all.filter((each) => each.isRequired && !pairs.has(each));
  const values = all.flatMap((each) => {
    const own = pairs.get(each) ?? [];
    // An empty text may be no value.
    const value = own.some(([, text]) => text !== "") ? each.read(own) : undefined;
    return each.schema && value !== undefined ? { ...each, schema: each.schema, value } : [];
  });
  return { values, missing: missing.map(({ name }) => name), unknown: [...unknown] };
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
    return { name, isRequired: node["required"] === true, schema, ...styleOf(of, node, schema) };
  });
}

const delimiters: Record<string, string> = { spaceDelimited: " ", pipeDelimited: "|" };

/** How a parameter is written: as a map, a list or one text. An object is not looked at where it is no `deepObject`. */
function styleOf(of: Interface, node: JsonObject, schema: Located | undefined) {
  const { style = "form", explode = style === "form" } = node;
  const name = String(node["name"]);
  if (style === "deepObject")
    return {
      owns: (key: string) => key.startsWith(`${name}[`),
      read: (pairs: Pair[]) => {
        const byKey = Map.groupBy(pairs, ([key]) => key.slice(name.length + 1, -1));
        return Object.fromEntries(
          [...byKey].map(([key, own]): [string, Json] => {
            const [text = "", ...more] = own.map((pair) => pair[1]);
            // OpenAPI does not say how a list is spelled. Mostly its key is repeated.
            return [key, more.length > 0 ? [text, ...more] : text];
          }),
        );
      },
    };
  const parts = of.partsOf(schema?.pointer, ["allOf", "anyOf", "oneOf"]).map((part) => part.node);
  const types = parts.flatMap(({ type }) => type ?? []);
  // Those of an object may have a pair each.
  const names = [name, ...parts.flatMap((part) => Object.keys(asObject(part["properties"])))];
  const delimiter = delimiters[String(style)] ?? ",";
  return {
    owns: (key: string) => names.includes(key),
    read: (pairs: Pair[]) => {
      const texts = pairs.map(([, text]) => text);
      if (types.includes("array"))
        return explode === true ? texts : texts.flatMap((text) => text.split(delimiter));
      return types.includes("object") || names.length > 1 ? undefined : texts[0];
    },
  };
}
