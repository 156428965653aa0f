/** The contract with one thing wrong in it, hundreds of times. A check that notices none of these proves nothing. */
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
  toPointer,
  walkNodes,
} from "openapi-gaps/document";

export type MutantKind = "fact" | "gap";

export interface Mutant {
  kind: MutantKind;
  /** What was done, and where. */
  what: string;
  /** Made anew at each call. */
  document: () => OpenApiDocument;
}

/** What an object of the contract gets in place of one of its values; `undefined` takes the value away. */
type Change = [key: string, value: Json | undefined];

/** The keys that hold facts of the specification, by the kind of node; of maps every key does. */
const factKeys: Record<string, string[]> = {
  document: ["security", "servers"],
  server: ["url"],
  pathItem: ["get", "post"],
  operation: ["operationId", "parameters", "requestBody", "responses"],
  parameter: ["in", "required", "schema"],
  requestBody: ["content", "required"],
  response: ["content"],
  mediaType: ["schema"],
  securityScheme: ["type", "scheme"],
  schema: ["type", "properties", "required", "enum", "const", "oneOf", "x-extensible-enum", "$ref"],
};

/** What an object of a kind may not gain. */
const invented: Record<string, Change> = {
  paths: ["/api/templates", {}],
  responses: ["404", { description: "Not found." }],
  properties: ["invented_field", { type: "string", description: "An invention.", examples: ["a"] }],
  operation: ["security", []],
  securityScheme: ["bearerFormat", "JWT"],
};

/** Readings and impacts are no facts of the specification: the rules look after them. */
function changesOfGaps(node: JsonObject): Change[] {
  const gaps = asList(node["x-gap"]);
  return gaps.flatMap((gap, index) => {
    const { id, kind, source, origin } = asObject(gap);
    const wrong: JsonObject[] = [
      { id: `${String(id)}-too` },
      { kind: kind === "ambiguity" ? "inferred" : "ambiguity" },
      { source: source === "Events" ? "Errors" : "Events" },
      { origin: origin === "stated" ? "noticed" : "stated" },
    ];
    const altered = wrong.map((fields) => gaps.with(index, { ...asObject(gap), ...fields }));
    return [gaps.toSpliced(index, 1), ...altered].map((value): Change => ["x-gap", value]);
  });
}

function changesOfFacts(kind: string, node: JsonObject): Change[] {
  const isMap = kind === "paths" || kind === "responses";
  const keys = isMap ? Object.keys(node) : (factKeys[kind] ?? []).filter((key) => key in node);
  return [
    ...keys.flatMap((key) => [undefined, ...wrongValues(key, node)].map((to): Change => [key, to])),
    ...(kind in invented ? [invented[kind]!] : []),
  ];
}

/** Values that a fact may not have. */
function wrongValues(key: string, node: JsonObject): Json[] {
  const value = node[key]!;
  if (key === "$ref") return [];
  if (key === "security") return [[], [{}, ...asList(value)]];
  if (key === "properties") {
    const fields = asObject(value);
    const without = Object.keys(fields).map((name) => {
      const { [name]: _, ...others } = fields;
      return others;
    });
    const [name, schema] = invented[key]!;
    return [...without, { ...fields, [name]: schema! }];
  }
  if (Array.isArray(value)) {
    const fields = Object.keys(asObject(node["properties"]));
    const more = key === "required" ? fields.filter((name) => !value.includes(name)) : ["invented"];
    const isOfTexts = value.every((item) => typeof item === "string");
    return [
      ...value.map((_, index) => value.toSpliced(index, 1)),
      ...(isOfTexts ? value.map((item, index) => value.with(index, `${item}_too`)) : []),
      ...(isOfTexts ? more.map((item) => [...value, item]) : []),
    ];
  }
  if (typeof value === "boolean") return [!value];
  if (typeof value !== "string") return [];
  return [`${value}_too`, ...(key === "type" ? [[value, "null"]] : [])];
}

export function contractMutants(contract: OpenApiDocument): Mutant[] {
  return walkNodes(contract).flatMap(({ kind: nodeKind, value: node, path }) => {
    if (!isObject(node)) return [];
    const pointer = toPointer(path);
    const mutant = (kind: MutantKind, [key, value]: Change): Mutant => ({
      kind,
      what: `${key} is ${JSON.stringify(value)} (${pointer})`,
      document: () => {
        const document = structuredClone(contract);
        const changed = nodeKind === "document" ? document : resolvePointer(document, pointer);
        if (value === undefined) delete changed[key];
        else changed[key] = structuredClone(value);
        return document;
      },
    });
    return [
      ...changesOfFacts(nodeKind, node).map((change) => mutant("fact", change)),
      ...changesOfGaps(node).map((change) => mutant("gap", change)),
    ];
  });
}
