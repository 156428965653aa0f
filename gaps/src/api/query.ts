/** What the query of a request says, by the styles in which a document writes its parameters. */
import {
  asObject,
  asObjectList,
  type Json,
  type JsonObject,
  type OperationPlace,
} from "../document/document.ts";
import { findParameters } from "./calls.ts";
import type { Interface, Located } from "./interface.ts";

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
  /** Whether its fields stand in the query by themselves, and may have any name. */
  isMap?: boolean;
  /** Whether a pair belongs to it, by its name. */
  owns: (key: string) => boolean;
  /** What its pairs say. What each text stands for is left to the validator. */
  read: (pairs: Pair[]) => Json | undefined;
}

type Pair = [name: string, text: string];

/** What may stand in the query of an operation. Every call asks for it. */
interface Allowed {
  parameters: Parameter[];
  /** Names that something else than a parameter has: a key of the API, or the key of the path. */
  others: Set<string>;
  /** Whether any name may be there. */
  isOpen: boolean;
}

const allowed = new WeakMap<OperationPlace, Allowed>();

/** Reads a query by the parameters of an operation and of its path. */
export function readQuery(of: Interface, operation: OperationPlace, query: URLSearchParams): Query {
  const { parameters, others, isOpen } = allowed.get(operation) ?? findAllowed(of, operation);
  const map = parameters.find(({ isMap }) => isMap);
  const ownerOf = (name: string) =>
    parameters.find(({ owns }) => owns(name)) ?? (others.has(name) ? undefined : map);
  const pairs = Map.groupBy(query, ([name]) => ownerOf(name));
  const names = isOpen ? [] : (pairs.get(undefined) ?? []).map(([key]) => key);
  const unknown = new Set(names.filter((name) => !others.has(name)));
  const missing = parameters.filter((each) => each.isRequired && !pairs.has(each));
  const values: Query["values"] = [];
  for (const each of parameters) {
    const own = pairs.get(each) ?? [];
    // An empty text may be no value.
    const value = own.some(([, text]) => text !== "") ? each.read(own) : undefined;
    if (each.schema && value !== undefined)
      values.push({ name: each.name, schema: each.schema, value });
  }
  return { values, missing: missing.map(({ name }) => name), unknown: [...unknown] };
}

function findAllowed(of: Interface, operation: OperationPlace): Allowed {
  const named = findParameters(of, operation, "query");
  // Of OpenAPI 3.2: it describes the query as a whole.
  const isWhole = findParameters(of, operation, "querystring").size > 0;
  const parameters = [...named].map(([name, { pointer: at, node }]) => {
    const schema = of.locateAt(`${at}/schema`);
    return { name, isRequired: node["required"] === true, schema, ...styleOf(of, node, schema) };
  });
  const inKey = new URLSearchParams(operation.path.split("?", 2)[1] ?? "").keys();
  const found: Allowed = {
    parameters,
    others: new Set([...inKey, ...keysOfSecurity(of, operation)]),
    isOpen: isWhole,
  };
  allowed.set(operation, found);
  return found;
}

/** Names in the query by which a caller says who it is. */
function keysOfSecurity({ document }: Interface, { node }: OperationPlace): string[] {
  const schemes = asObject(document.components["securitySchemes"]);
  const named = asObjectList(node["security"] ?? document["security"]).flatMap(Object.keys);
  return named
    .map((name) => asObject(schemes[name]))
    .filter((scheme) => scheme["in"] === "query")
    .map((scheme) => String(scheme["name"]));
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
  const isObjectType = types.includes("object") || names.length > 1;
  const isFreeForm = (part: JsonObject) =>
    (part["additionalProperties"] ?? names.length === 1) !== false;
  return {
    isMap: isObjectType && explode === true && parts.some(isFreeForm),
    owns: (key: string) => names.includes(key),
    read: (pairs: Pair[]) => {
      const texts = pairs.map(([, text]) => text);
      if (types.includes("array"))
        return explode === true ? texts : texts.flatMap((text) => text.split(delimiter));
      return isObjectType ? undefined : texts[0];
    },
  };
}
