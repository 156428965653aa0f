/** Services whose truth is known: what their document says and leaves out, and what their answers hold. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/document/document.ts";

/** A field as the service really has it. */
export interface Field {
  name: string;
  /** Sorts of values, the first the usual one. */
  sorts: Sort[];
  /** Of a hundred objects, how many have it. */
  presence: number;
  /** Of a hundred values, how many are null. */
  nulls: number;
  /** Whether the document names it. */
  isDocumented: boolean;
}

export type Sort = "text" | "integer" | "number" | "boolean" | "record" | "list" | "map";

export interface Resource {
  name: string;
  kind: "collection" | "singleton" | "nested";
  identifier: "number" | "word" | "odd";
  fields: Field[];
  /** All of them; the last one is rare. */
  states: string[];
  /** How many of the states the document names. */
  known: number;
  /** Whether its schema is joined of parts. */
  isJoined: boolean;
  /** Whether requests have the schema of the answers. */
  isShared: boolean;
  isPaged: boolean;
  /** The key under which a success is documented. */
  success: "200" | "2XX" | "default";
  /** Status codes of successes, the first the usual one. */
  codes: number[];
  /** Which failures its operations have, by their index. */
  failures: number[];
  /** Whether there is an operation at the same place with an ending. */
  ending: "" | ".json" | ":preview";
}

export interface Service {
  seed: number;
  openapi: "3.0.3" | "3.1.1";
  base: string;
  resources: Resource[];
  /** How the document describes a failure. */
  failure: "open" | "both" | "bare";
  /** Whether the states of all resources have one schema. */
  hasSharedState: boolean;
}

const names = ["name", "note", "size", "price", "owner_id", "tags", "labels", "extra"];
const words = ["open", "active", "queued", "running", "paused", "done", "failed", "closed", "lost"];
const sorts: Sort[] = ["text", "integer", "number", "boolean", "record", "list", "map"];

const field = (name: string): fc.Arbitrary<Field> =>
  fc.record({
    name: fc.constant(name),
    sorts: fc.uniqueArray(fc.constantFrom(...sorts), { minLength: 1, maxLength: 2 }),
    presence: fc.constantFrom(100, 100, 60, 3),
    nulls: fc.constantFrom(0, 0, 5, 100),
    isDocumented: fc.boolean(),
  });

const resource = (name: string): fc.Arbitrary<Resource> =>
  fc.record({
    name: fc.constant(name),
    kind: fc.constantFrom("collection", "collection", "singleton", "nested"),
    identifier: fc.constantFrom("number", "word", "odd"),
    fields: fc
      .subarray(names, { minLength: 1, maxLength: 5 })
      .chain((chosen) => fc.tuple(...chosen.map(field))),
    states: fc.shuffledSubarray(words, { minLength: 1, maxLength: 5 }),
    known: fc.nat(2),
    isJoined: fc.boolean(),
    isShared: fc.boolean(),
    isPaged: fc.boolean(),
    success: fc.constantFrom("200", "2XX", "default"),
    codes: fc.constantFrom([200], [200, 202], [203, 200]),
    failures: fc.subarray([...failures.keys()]),
    ending: fc.constantFrom("", "", ".json", ":preview"),
  });

/** Failures of several shapes: a body of one is none of another. */
export const failures: { status: number; mediaType: string; body?: (number: number) => Json }[] = [
  { status: 404, mediaType: "application/json", body: () => ({ code: 4, message: "Not here." }) },
  {
    status: 404,
    mediaType: "application/problem+json",
    body: () => ({ title: "No", status: 404 }),
  },
  { status: 429, mediaType: "application/json", body: (wait) => ({ error: { retry_in: wait } }) },
  { status: 401, mediaType: "application/json", body: () => "Who are you?" },
  { status: 500, mediaType: "text/html" },
  { status: 503, mediaType: "" },
];

export const service: fc.Arbitrary<Service> = fc.record({
  seed: fc.nat(),
  openapi: fc.constantFrom("3.0.3", "3.1.1"),
  base: fc.constantFrom("", "/v1"),
  resources: fc
    .subarray(["orders", "users", "caf\u00e9s"], { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map(resource))),
  failure: fc.constantFrom("open", "both", "bare"),
  hasSharedState: fc.boolean(),
});

export const origin = "https://truth.example";

const gap = (id: string, question: string, ...evidence: string[]): JsonObject => ({
  ...{ id, kind: "not-shown", impact: "changes-behaviour", states: "It is not shown.", question },
  ...{ reading: "Take whatever comes.", evidence },
});

const schemaName = ({ name }: Resource) => name.replace("\u00e9", "e").replace(/s$/, "");
export const idOf = (resource: Resource) => `${schemaName(resource)}_id`;

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

const typeOf: Record<Sort, string> = {
  ...{ text: "string", integer: "integer", number: "number", boolean: "boolean" },
  ...{ record: "object", list: "array", map: "object" },
};

/** What the document says of a field: nothing that is not so. */
function fieldSchema({ sorts, nulls }: Field, openapi: Service["openapi"]): JsonObject {
  const [sort, ...others] = sorts as [Sort];
  if (others.length > 0) return { description: "Of several types." };
  const type = typeOf[sort];
  if (nulls > 0) return openapi === "3.0.3" ? { type, nullable: true } : { type: [type, "null"] };
  return { type };
}

function schemaOf(resource: Resource, { openapi, hasSharedState }: Service): JsonObject {
  const documented = resource.fields.filter(({ isDocumented }) => isDocumented);
  const name = schemaName(resource);
  const isNumber = resource.identifier === "number";
  const example = isNumber ? 1 : "one";
  const base: JsonObject = {
    type: "object",
    properties: { [idOf(resource)]: { type: isNumber ? "integer" : "string", example } },
    ...(resource.isShared ? {} : { required: [idOf(resource)] }),
  };
  const own: JsonObject = {
    state: hasSharedState ? ref("schemas", "State") : stateSchema([resource], `${name}-states`),
    ...Object.fromEntries(documented.map((each) => [each.name, fieldSchema(each, openapi)])),
  };
  const note = {
    "x-gap": [gap(`${name}-fields`, "Which fields are there?", "fields", "presence")],
  };
  if (resource.isJoined) return { allOf: [base, { type: "object", properties: own }], ...note };
  return { ...base, properties: { ...(base["properties"] as JsonObject), ...own }, ...note };
}

function stateSchema(resources: Resource[], id: string): JsonObject {
  const known = resources.flatMap(({ states, known }) => states.slice(0, known));
  const listed = known.length > 0 ? { "x-extensible-enum": [...new Set(known)] } : {};
  return { type: "string", ...listed, "x-gap": [gap(id, "Which states are there?", "values")] };
}

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

/** The paths of a resource. */
export function pathsOf(resource: Resource) {
  const item = `{${idOf(resource)}}`;
  const { name, kind, ending } = resource;
  if (kind === "singleton") return { one: `/${name}`, list: undefined, other: undefined };
  const list = kind === "nested" ? `/owners/{owner}/${name}` : `/${name}`;
  return { one: `${list}/${item}`, list, other: ending ? `${list}/${item}${ending}` : undefined };
}

/** The document of a service: incomplete, and true. */
export function documentOf(service: Service): JsonObject {
  const { openapi, base, resources } = service;
  const paths: JsonObject = { "x-note": { get: {} } };
  for (const resource of resources)
    for (const [path, item] of Object.entries(itemsOf(resource))) paths[path] = item;
  const schemas = resources.map((each) => [schemaName(each), schemaOf(each, service)] as const);
  return {
    openapi,
    info: { title: "Truth", version: "1" },
    servers: [{ url: origin + base }],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(schemas),
        ...(service.hasSharedState ? { State: stateSchema(resources, "states") } : {}),
      },
      responses: { Failure: failureOf(service) },
    },
  };
}

function failureOf({ failure }: Service): JsonObject {
  const described: JsonObject = {
    description: "It failed.",
    "x-gap": [gap("failures", "What do failures look like?", "statuses", "media-types")],
  };
  if (failure === "open") described["content"] = { "*/*": { schema: {} } };
  if (failure === "both") described["content"] = { "application/json": { schema: {} }, "*/*": {} };
  return described;
}

/** The path items of a resource, by their paths. */
function itemsOf(resource: Resource): Record<string, JsonObject> {
  const name = schemaName(resource);
  const { one, list, other } = pathsOf(resource);
  const whole = ref("schemas", name);
  const operation = (kind: string, path: string, schema: JsonObject, more: JsonObject = {}) => ({
    operationId: `${kind}-${name}`,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        ...{ name: name!, in: "path", required: true, schema: { type: "string" } },
      })),
      ...(kind === "list" ? [limit, where] : []),
    ],
    responses: responsesOf(resource, schema, `${kind}-${name}`),
    ...more,
  });
  const items: Record<string, JsonObject> = { [one]: { get: operation("get", one, whole) } };
  if (list === undefined) return items;
  const gone = { "204": { description: "It is gone." }, default: ref("responses", "Failure") };
  items[one]!["delete"] = operation("delete", one, {}, { responses: gone });
  const all: JsonObject = { type: "array", items: whole };
  const page: JsonObject = { type: "object", properties: { items: all, next: { type: "string" } } };
  items[list] = {
    get: operation("list", list, resource.isPaged ? page : all),
    post: operation("create", list, whole, {
      requestBody: { content: json(resource.isShared ? whole : {}) },
    }),
  };
  if (other !== undefined) items[other] = { get: operation("other", other, {}) };
  return items;
}

const limit: JsonObject = { name: "limit", in: "query", schema: { type: "integer" } };
const where: JsonObject = {
  ...{ name: "where", in: "query", style: "deepObject", schema: { type: "object" } },
};

function responsesOf(resource: Resource, schema: JsonObject, id: string): JsonObject {
  // Under one key stand a success and any failure, of which the document says nothing.
  if (resource.success === "default") {
    const note = gap(`${id}-answers`, "Which answers are there?", "statuses", "media-types");
    const content = { "*/*": { schema: {} } };
    return { default: { description: "Any.", content, "x-gap": [note] } };
  }
  return {
    [resource.success]: { description: "It.", content: json(schema) },
    default: ref("responses", "Failure"),
  };
}
