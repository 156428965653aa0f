/** Services whose truth is known: what their document says and leaves out, and what their answers hold. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/document/document.ts";

/** What a value really is. */
export type Shape = Sort | States | { list: Shape } | { map: Shape } | Fields;

/** The states of a resource, the last one rare, of which the document names the first ones. */
export interface States {
  states: string[];
  known: number;
}

/** An object. The document notes that its fields are not all shown. */
export interface Fields {
  fields: Field[];
  /** Whether its schema is joined of parts, the second of which may have the note, or is one of two, in a choice or as heirs of a base. */
  form: "plain" | "joined" | "noted part" | "extended" | "beside" | "choice" | "heirs";
}

/** A field as the service really has it. */
export interface Field {
  name: string;
  /** The first is the usual one. */
  shapes: Shape[];
  /** Of a hundred objects, how many have it. */
  presence: number;
  /** Of a hundred values, how many are null. */
  nulls: number;
  /** Whether the document names it. */
  isDocumented: boolean;
  /** What the document says of it beside its schema, which is so. */
  mark: "" | "deprecated" | "readOnly" | "writeOnly";
}

/** What the document says of a value without parts, and such values. */
export const sorts = {
  number_id: { schema: { type: "integer", example: 1 }, values: [1, 2] },
  word_id: { schema: { type: "string", example: "one" }, values: ["one"] },
  text: { schema: { type: "string" }, values: ["a", "Ein Satz.", "2026-01-02", "7", "", "null"] },
  slug: { schema: { type: "string", pattern: "^[a-z-]+$", maxLength: 9 }, values: ["a-b", "cd"] },
  day: { schema: { type: "string", format: "date" }, values: ["2026-01-02", "2024-02-29"] },
  time: {
    schema: { type: "string", format: "date-time" },
    values: ["2026-01-02T03:04:05.6+01:00"],
  },
  address: { schema: { type: "string", format: "uri" }, values: ["https://a.example/b?c=d%20e"] },
  size: { schema: { type: "string", enum: ["small", "large"] }, values: ["small", "large"] },
  integer: { schema: { type: "integer", format: "int32" }, values: [0, 7, -3, 16] },
  number: { schema: { type: "number" }, values: [1, 1.5, -0.25] },
  money: { schema: { type: "number", multipleOf: 0.01 }, values: [19.99, 0.07, 1.1, 4.35] },
  share: { schema: { type: "number", minimum: 0, maximum: 1 }, values: [0, 0.5, 1] },
  boolean: { schema: { type: "boolean" }, values: [true, false] },
} satisfies Record<string, { schema: JsonObject; values: Json[] }>;

export type Sort = keyof typeof sorts;

const names = ["name", "note", "size", "price", "owner_id", "tags", "labels", "extra"];
const words = ["open", "active", "queued", "running", "paused", "done", "failed", "closed", "lost"];

const form: fc.Arbitrary<Fields["form"]> = fc.constantFrom(
  ...(["plain", "joined", "noted part", "extended", "beside", "choice", "heirs"] as const),
);

const { fields } = fc.letrec<{ shape: Shape; field: Field; fields: Field[] }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(sorts) as Sort[])) },
    { weight: 1, arbitrary: fc.record({ list: tie("shape") }) },
    { weight: 1, arbitrary: fc.record({ map: tie("shape") }) },
    { weight: 1, arbitrary: fc.record({ fields: tie("fields"), form }) },
  ),
  field: fc.record({
    name: fc.constantFrom(...names),
    shapes: fc.array(tie("shape"), { minLength: 1, maxLength: 2 }),
    presence: fc.constantFrom(100, 100, 60, 3),
    nulls: fc.constantFrom(0, 0, 5, 100),
    isDocumented: fc.boolean(),
    mark: fc.constantFrom<Field["mark"][]>("", "", "", "deprecated", "readOnly", "writeOnly"),
  }),
  fields: fc.uniqueArray(tie("field"), {
    ...{ minLength: 1, maxLength: 5, selector: ({ name }) => name },
  }),
}));

export const field = (name: string, shapes: Shape[], more: Partial<Field> = {}): Field => ({
  ...{ name, shapes, presence: 100, nulls: 0, isDocumented: true, mark: "", ...more },
});

const resource = (name: string) =>
  fc
    .record({
      name: fc.constant(name),
      kind: fc.constantFrom("collection", "collection", "singleton", "nested"),
      identifier: fc.constantFrom("number", "word", "odd"),
      states: fc.record({
        states: fc.shuffledSubarray(words, { minLength: 1, maxLength: 5 }),
        known: fc.nat(2),
      }),
      fields,
      form,
      /** Whether requests have the schema of the answers. */
      isShared: fc.constantFrom(true, false, false),
      /** What is around its objects, and around a list of them. */
      envelope: fc.constantFrom("", "", "data", "_links"),
      page: fc.constantFrom("", "items", "_embedded"),
      mediaType: fc.constantFrom("application/json", "application/json", "application/hal+json"),
      /** The key under which a success is documented. */
      success: fc.constantFrom("200", "2XX", "200", "2XX", "default"),
      /** Status codes of successes, the first the usual one. */
      codes: fc.constantFrom([200], [200, 202], [203, 200]),
      /** Which failures its operations have, by their index. */
      failures: fc.subarray([...failures.keys()]),
      /** Whether there is an operation at the same place with an ending, or at the place of an identifier. */
      ending: fc.constantFrom("", "", ".json", ":preview", "/latest"),
    })
    .map(({ states, ...drawn }) => {
      const sort = drawn.identifier === "number" ? "number_id" : "word_id";
      const id = field(idOf(drawn), [sort], { mark: drawn.isShared ? "readOnly" : "" });
      const state = field("state", [states], { presence: 97 });
      return { ...drawn, fields: [id, state, ...drawn.fields] };
    });

/** Failures of several shapes: a body of one is none of another. */
export const failures: { status: number; mediaType: string; body?: (number: number) => Json }[] = [
  { status: 404, mediaType: "application/json", body: () => ({ code: 4, message: "Not here." }) },
  { status: 404, mediaType: "application/problem+json", body: () => ({ title: "No" }) },
  { status: 429, mediaType: "application/json", body: (wait) => ({ error: { retry_in: wait } }) },
  { status: 401, mediaType: "application/json", body: () => "Who are you?" },
  { status: 500, mediaType: "text/html" },
  { status: 503, mediaType: "" },
];

export const service = fc.record({
  seed: fc.nat(),
  openapi: fc.constantFrom("3.0.3", "3.1.1"),
  base: fc.constantFrom("", "/v1"),
  resources: fc
    .subarray(["orders", "users", "caf\u00e9s"], { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map(resource))),
  /** How the document describes a failure. */
  failure: fc.constantFrom("open", "both", "bare", "fields"),
  /** Whether the states of all resources have one schema. */
  hasSharedState: fc.boolean(),
});

type Drawn<Value> = Value extends fc.Arbitrary<infer Type> ? Type : never;
export type Service = Drawn<typeof service>;
export type Resource = Service["resources"][number];

export const origin = "https://truth.example";

export const schemaName = ({ name }: { name: string }) =>
  name.replace("\u00e9", "e").replace(/s$/, "");
export const statesOf = ({ fields }: Fields) => fields[1]!.shapes[0] as States;
export const idOf = (resource: { name: string }) => `${schemaName(resource)}_id`;

/** The paths of a resource. */
export function pathsOf(resource: Resource) {
  const { name, kind, ending } = resource;
  if (kind === "singleton") return { one: `/${name}`, list: undefined, other: undefined };
  const list = kind === "nested" ? `/owners/{owner}/${name}` : `/${name}`;
  const one = `${list}/{${idOf(resource)}}`;
  const other = ending === "/latest" ? list + ending : one + ending;
  return { one, list, other: ending === "" ? undefined : other };
}

/** The kinds of an object whose schema is one of two, and the fields of each. */
export const branchesOf = ({ fields }: Fields): Record<"large" | "small", Field[]> => ({
  large: fields,
  small: fields.filter((_, index) => index % 2 === 0),
});
