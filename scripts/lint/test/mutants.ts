/** The contract with one thing wrong in it, a thousand times. A check that notices none of these proves nothing. */
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../gaps/src/document/document.ts";
import { toPointer } from "../../../gaps/src/document/pointer.ts";
import { isVerified } from "../../../gaps/src/ruleset/support/evidence.js";
import { walk } from "../../../gaps/src/ruleset/support/walk.js";

export const factKinds = [
  "field",
  "type",
  "value",
  "operation",
  "path",
  "security",
  "gap",
] as const;

export type MutantKind = (typeof factKinds)[number] | "example" | "invention";

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

const otherTypes: Record<string, string> = {
  ...{ string: "integer", integer: "string", number: "string", boolean: "string" },
  ...{ array: "object", object: "array" },
};

const invented = { type: "string", description: "An invention.", examples: ["a"] };

function ofFields({ properties, required }: JsonObject): Mutation[] {
  if (!properties) return [];
  const names = Object.keys(asObject(properties));
  const marked = asList(required);
  return [
    ...within("properties", [
      ...names.flatMap((name) => [remove(name), rename(name, `${name}_too`)]),
      set("invented_field", invented, "add a field"),
    ]),
    ...names.map((name) =>
      marked.includes(name)
        ? set(
            "required",
            marked.filter((other) => other !== name),
            `make ${name} optional`,
          )
        : set("required", [...marked, name], `make ${name} required`),
    ),
  ];
}

function ofTypes(schema: JsonObject): Mutation[] {
  const types = [schema["type"] ?? []].flat().map(String);
  const branches = asList(schema["oneOf"]);
  return [
    ...types.slice(0, 1).map((type) => set("type", otherTypes[type]!)),
    ...(types.length > 0 ? [set("type", [...types, "null"])] : []),
    ...(types.length > 1 ? types.map((type) => set("type", type)) : []),
    ...branches.map((_, index) =>
      set("oneOf", branches.toSpliced(index, 1), `drop branch ${index}`),
    ),
    ...("$ref" in schema ? [remove("$ref")] : []),
  ];
}

function ofValues(schema: JsonObject): Mutation[] {
  const lists = ["enum", "x-extensible-enum"].filter((key) => Array.isArray(schema[key]));
  return [
    ...lists.flatMap((key) => {
      const values = asList(schema[key]);
      return [
        ...values.flatMap((value, index) => [
          set(key, values.toSpliced(index, 1)),
          set(key, values.with(index, `${String(value)}_too`)),
        ]),
        set(key, [...values, "invented"]),
        remove(key),
      ];
    }),
    ...("const" in schema ? [remove("const"), set("const", "another")] : []),
  ];
}

function ofOperations(pathItem: JsonObject): Mutation[] {
  const methods = ["get", "post"].filter((method) => method in pathItem);
  return methods.flatMap((method) => {
    const parts = ["requestBody", "parameters"].filter(
      (part) => part in asObject(pathItem[method]),
    );
    return [
      remove(method),
      rename(method, "put"),
      ...within(method, [
        set("operationId", "listEverything"),
        ...parts.map(remove),
        ...(parts.includes("requestBody") ? within("requestBody", [set("required", false)]) : []),
      ]),
    ];
  });
}

function ofPaths(paths: JsonObject): Mutation[] {
  return [
    ...Object.keys(paths).flatMap((path) => [
      ...[remove(path), rename(path, `${path}s`), rename(path, `/v1${path}`)],
    ]),
    set("/api/templates", {}),
  ];
}

function ofResponses(responses: JsonObject): Mutation[] {
  return [
    ...("2XX" in responses ? [rename("2XX", "200"), rename("2XX", "default")] : []),
    ...("default" in responses ? [rename("default", "4XX")] : []),
    set("404", { description: "Not found." }),
    ...Object.keys(responses).map(remove),
  ];
}

function ofSecurity(document: JsonObject): Mutation[] {
  const schemes = [
    remove("bearerToken"),
    set("bearerToken", { type: "apiKey", in: "header", name: "X-Key" }),
    ...within("bearerToken", [set("scheme", "basic"), set("bearerFormat", "JWT")]),
  ];
  return [
    remove("security"),
    ...[[], [{}, { bearerToken: [] }], [{ bearerToken: ["jobs"] }]].map((ways) =>
      set("security", ways),
    ),
    ...within("components", within("securitySchemes", schemes)),
    ...Object.entries(asObject(document["paths"])).flatMap(([path, item]) => {
      const methods = ["get", "post"].filter((method) => method in asObject(item));
      const open = methods.flatMap((method) => within(method, [set("security", [])]));
      return within("paths", within(path, open));
    }),
  ];
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

/** Examples in a schema, or the value of a named example. */
function ofExamples({ examples, value }: JsonObject): Mutation[] {
  if (Array.isArray(examples))
    return [remove("examples"), set("examples", examples.map(otherType), "break the examples")];
  const parts = Object.entries(asObject(value));
  return within(
    "value",
    parts.flatMap(([name, part]) => [remove(name), set(name, otherType(part))]),
  );
}

function ofExampleNames({ examples }: JsonObject): Mutation[] {
  return within("examples", Object.keys(asObject(examples)).map(remove));
}

function otherType(value: Json): Json {
  return typeof value === "boolean" ? "another type" : true;
}

/** Keywords that could stand on a schema, by the type of its values. */
const constraints: Record<string, JsonObject> = {
  string: { format: "uri", maxLength: 500, minLength: 1, pattern: "^[a-z]", default: "" },
  integer: { minimum: 1, maximum: 100, exclusiveMinimum: 0, multipleOf: 1, format: "int32" },
  boolean: { default: true },
  array: { minItems: 1, maxItems: 10, uniqueItems: true, default: [] },
  object: { additionalProperties: false, minProperties: 1, unevaluatedProperties: false },
};

function inventConstraints(schema: JsonObject): Mutation[] {
  if ("$ref" in schema) return [];
  const types = [schema["type"] ?? []].flat().map(String);
  return [{ deprecated: true, readOnly: true }, ...types.map((type) => constraints[type] ?? {})]
    .flatMap((keywords) => Object.entries(keywords))
    .filter(([keyword]) => !(keyword in schema))
    .map(([keyword, value]) => set(keyword, value, `invent ${keyword}`));
}

function inventParameters({ parameters }: JsonObject): Mutation[] {
  const places = { query: "page", header: "Idempotency-Key", cookie: "session" };
  return [
    ...Object.entries(places).map(([place, name]) => {
      const parameter = {
        name,
        in: place,
        description: "An invention.",
        example: "a",
        schema: { type: "string" },
      };
      return set(
        "parameters",
        [...asList(parameters), parameter],
        `invent a parameter of the ${place}`,
      );
    }),
    set("callbacks", { done: {} }, "invent a callback"),
    set("deprecated", true, "invent that it is deprecated"),
  ];
}

function inventAnswers(response: JsonObject): Mutation[] {
  const header = { description: "An invention.", schema: { type: "integer" } };
  const [first = {}] = Object.values(asObject(response["content"]));
  return [
    set("headers", { "Retry-After": header }, "invent a header"),
    set("links", { job: { operationId: "getHpJob" } }, "invent a link"),
    ...("content" in response
      ? within("content", [set("application/problem+json", first, "invent a media type")])
      : []),
  ];
}

function inventCodes({ default: any = {} }: JsonObject): Mutation[] {
  return ["201", "401", "404", "429"].map((code) => set(code, any, `invent the answer ${code}`));
}

function inventVersion(): Mutation[] {
  const webhooks = { done: { post: { responses: {} } } };
  return [
    set("openapi", "3.2.0", "invent another version of OpenAPI"),
    set("webhooks", webhooks, "invent a webhook"),
  ];
}

/** What is done to each kind of node; see the grammar in `gaps/`. */
const mutations: Record<string, [MutantKind, (node: JsonObject) => Mutation[]][]> = {
  schema: [
    ["field", ofFields],
    ["type", ofTypes],
    ["value", ofValues],
    ["example", ofExamples],
    ["invention", inventConstraints],
  ],
  document: [
    ["security", ofSecurity],
    ["invention", inventVersion],
  ],
  paths: [["path", ofPaths]],
  pathItem: [["operation", ofOperations]],
  operation: [["invention", inventParameters]],
  responses: [
    ["operation", ofResponses],
    ["invention", inventCodes],
  ],
  response: [["invention", inventAnswers]],
  mediaType: [["example", ofExampleNames]],
  example: [["example", ofExamples]],
};

export function contractMutants(contract: OpenApiDocument): Mutant[] {
  return [...walk(contract)].flatMap((place) => {
    const { kind: nodeKind, value, path } = place;
    if (!isObject(value)) return [];
    const pointer = toPointer(path);
    return (
      [...(mutations[nodeKind] ?? []), ["gap", ofGaps] as const]
        // Where evidence stands, what was added may be part of what was seen.
        .filter(([kind]) => kind !== "invention" || !isVerified(place))
        .flatMap(([kind, mutate]) =>
          mutate(value).map(({ what, change }): Mutant => ({
            kind,
            what: `${what} (${pointer})`,
            document: () => {
              const document = structuredClone(contract);
              change(nodeKind === "document" ? document : resolvePointer(document, pointer));
              return document;
            },
          })),
        )
    );
  });
}
