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
  walkNodes as walk,
} from "openapi-gaps/document";

export type MutantKind = "fact" | "gap";

export interface Mutant {
  kind: MutantKind;
  /** What was done, and where. */
  what: string;
  /** Made anew at each call. */
  document: () => OpenApiDocument;
}

/** One way to change a node. */
interface Mutation {
  what: string;
  /** @param node in a copy of the contract */
  change: (node: JsonObject) => void;
}

const remove = (key: string): Mutation => ({
  what: `remove ${key}`,
  change: (node) => delete node[key],
});

const set = (
  key: string,
  value: Json,
  what = `set ${key} to ${JSON.stringify(value)}`,
): Mutation => ({
  what,
  change: (node) => (node[key] = structuredClone(value)),
});

const rename = (from: string, to: string): Mutation => ({
  what: `rename ${from} to ${to}`,
  change: (node) => {
    node[to] = node[from]!;
    delete node[from];
  },
});

const within = (key: string, mutations: Mutation[]): Mutation[] =>
  mutations.map(({ what, change }) => ({
    what: `${what} in ${key}`,
    change: (node) => change(asObject(node[key])),
  }));

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
const maps = ["paths", "responses"];

/** What a map of each kind may not gain. */
const invented: Record<string, [key: string, value: JsonObject]> = {
  paths: ["/api/templates", {}],
  responses: ["404", { description: "Not found." }],
  properties: ["invented_field", { type: "string", description: "An invention.", examples: ["a"] }],
};

function ofFacts(kind: string, node: JsonObject): Mutation[] {
  if (maps.includes(kind)) return ofMap(kind, node);
  const keys = (factKeys[kind] ?? []).filter((key) => key in node);
  return [
    ...keys.flatMap((key) => [remove(key), ...alterations(key, node)]),
    ...(kind === "operation" ? [set("security", [])] : []),
    ...(kind === "securityScheme" ? [set("bearerFormat", "JWT")] : []),
  ];
}

function ofMap(kind: string, map: JsonObject): Mutation[] {
  return [
    ...Object.keys(map).flatMap((key) => [remove(key), rename(key, `${key}s`)]),
    set(...invented[kind]!),
  ];
}

function alterations(key: string, node: JsonObject): Mutation[] {
  const value = node[key]!;
  const fields = Object.keys(asObject(node["properties"]));
  if (key === "$ref") return [];
  if (key === "properties") return within(key, ofMap(key, asObject(value)));
  if (key === "security") return [set(key, []), set(key, [{}, ...asList(value)])];
  if (Array.isArray(value)) {
    const isOfTexts = value.every((item) => typeof item === "string");
    const more = key === "required" ? fields.filter((name) => !value.includes(name)) : ["invented"];
    return [
      ...value.map((_, index) => set(key, value.toSpliced(index, 1))),
      ...(isOfTexts ? value.map((item, index) => set(key, value.with(index, `${item}_too`))) : []),
      ...(isOfTexts ? more.map((item) => set(key, [...value, item])) : []),
    ];
  }
  if (typeof value === "boolean") return [set(key, !value)];
  if (typeof value !== "string") return [];
  return [set(key, `${value}_too`), ...(key === "type" ? [set(key, [value, "null"])] : [])];
}

/** Readings and impacts are no facts of the specification: the rules look after them. */
function ofGaps(node: JsonObject): Mutation[] {
  const gaps = asList(node["x-gap"]);
  return gaps.flatMap((gap, index) => {
    const { id, kind, source, origin } = asObject(gap);
    const alter = (change: JsonObject) =>
      set(
        "x-gap",
        gaps.with(index, { ...asObject(gap), ...change }),
        `alter ${Object.keys(change).join()} of gap ${String(id)}`,
      );
    return [
      set("x-gap", gaps.toSpliced(index, 1), `remove gap ${String(id)}`),
      alter({ id: `${String(id)}-too` }),
      alter({ kind: kind === "ambiguity" ? "inferred" : "ambiguity" }),
      alter({ source: source === "Events" ? "Errors" : "Events" }),
      alter({ origin: origin === "stated" ? "noticed" : "stated" }),
    ];
  });
}

export function contractMutants(contract: OpenApiDocument): Mutant[] {
  return walk(contract).flatMap(({ kind: nodeKind, value, path }) => {
    if (!isObject(value)) return [];
    const pointer = toPointer(path);
    const mutations: [MutantKind, Mutation[]][] = [
      ["fact", ofFacts(nodeKind, value)],
      ["gap", ofGaps(value)],
    ];
    return mutations.flatMap(([kind, changes]) =>
      changes.map(({ what, change }): Mutant => ({
        kind,
        what: `${what} (${pointer})`,
        document: () => {
          const document = structuredClone(contract);
          change(nodeKind === "document" ? document : resolvePointer(document, pointer));
          return document;
        },
      })),
    );
  });
}
