/**
 * Services whose truth is known. The truth is a complete OpenAPI document, whose keys with `$` say how a service answers, and
 * what the document under test leaves out.
 */
import { hash } from "node:crypto";
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/document/document.ts";
import { isObject, toPointer } from "../../src/document/json.ts";
import { asks, ref, times } from "./shop.ts";

export interface Service {
  /** Of its traffic. */
  seed: number;
  /**
   * Of a schema: the `$values` that it has, or `$types`, of which the document says nothing; of a hundred objects, how many have it
   * (`$presence`), and of a hundred values, how many are null (`$nulls`). Of an operation: the `$answers` with a `$code` and a
   * `$type`, the first mostly, and the `$ids` in its addresses. The document does not have what is `$hidden`, and has a note where
   * `$asks` stands. In `$defs` are schemas that have a name.
   */
  truth: JsonObject;
}

/** What the document says: the truth without what it leaves out, and with notes where that is. */
export function documentOf(part: Json, path: string[] = []): Json {
  if (Array.isArray(part))
    return part.map((each, index) => documentOf(each, [...path, String(index)]));
  if (!isObject(part)) return part;
  const said = Object.entries(part)
    .filter(([key]) => !key.startsWith("$") || key === "$ref")
    .filter(([, each]) => !(isObject(each) && each["$hidden"]))
    .map(([key, each]) => [key, documentOf(each, [...path, key])]);
  const { $asks: evidence } = part;
  return {
    ...Object.fromEntries(said),
    ...(Array.isArray(evidence) && asks(gapAt(toPointer(path)), ...evidence.map(String))),
  };
}

/** The id of the gap at a place, which has small letters, digits and hyphens alone. */
export const gapAt = (place: string): string => `gap-${hash("md5", place)}`;

/** Values without parts. */
const scalars: JsonObject[] = [
  { type: "string", $values: ["a", "Ein Satz.", "2026-01-02", "7", "", "null"] },
  { type: "string", pattern: "^[a-z-]+$", maxLength: 9, $values: ["a-b", "cd"] },
  { type: "string", format: "date", $values: ["2026-01-02", "2024-02-29"] },
  { type: "string", format: "date-time", $values: ["2026-01-02T03:04:05.6+01:00"] },
  { type: "string", format: "uri", $values: ["https://a.example/b?c=d%20e"] },
  { type: "string", enum: ["small", "large"], $values: ["small", "large"] },
  { type: "integer", format: "int32", $values: [0, 7, -3, 16] },
  { type: "number", $values: [1, 1.5, -0.25] },
  { type: "number", multipleOf: 0.01, $values: [19.99, 0.07, 1.1, 4.35] },
  { type: "number", minimum: 0, maximum: 1, $values: [0, 0.5, 1] },
  { type: "boolean", $values: [true, false] },
];

type Field = [name: string, schema: JsonObject];

/** How the schema of an object is written: joined of parts, beside a reference, one of two, or as the heirs of a base. */
const form = fc.constantFrom(
  ...(["plain", "joined", "noted part", "extended", "beside", "choice", "heirs"] as const),
);
type Form = typeof form extends fc.Arbitrary<infer Type> ? Type : never;

const names = ["name", "note", "size", "price", "owner_id", "tags", "labels", "extra"];

const schemasOf = (is30: boolean) =>
  fc.letrec<{ schema: JsonObject; field: Field; fields: Field[] }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      { weight: 5, arbitrary: fc.constantFrom(...scalars) },
      {
        weight: 3,
        arbitrary: fc.oneof(
          tie("schema").map(listOf),
          tie("schema").map(mapOf),
          fc.tuple(form, tie("fields")).map(([form, fields]) => objectOf(form, fields, is30)),
        ),
      },
    ),
    field: fc
      .record({
        name: fc.constantFrom(...names),
        types: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        $presence: fc.constantFrom(100, 100, 60, 3),
        $nulls: fc.constantFrom(0, 0, 5, 100),
        $hidden: fc.boolean(),
        mark: fc.constantFrom("deprecated", "deprecated", "readOnly", "writeOnly"),
      })
      .map(({ name, types: [type, other], mark, ...drawn }) => {
        const one = drawn.$nulls > 0 ? orNull(type!, is30) : type!;
        const schema = other ? { description: "Of two types.", $types: [type!, other] } : one;
        const isMarked = !drawn.$hidden && !("$ref" in schema);
        return [name, { ...schema, ...(isMarked && { [mark]: true }), ...drawn }];
      }),
    fields: fc.uniqueArray(tie("field"), {
      ...{ minLength: 1, maxLength: 5, selector: ([name]) => name },
    }),
  }));

const listOf = (items: JsonObject) => ({ type: "array", items });
const mapOf = (schema: JsonObject) => ({ type: "object", additionalProperties: schema });

/** As each version of OpenAPI says that a value may be null. */
function orNull(schema: JsonObject, is30: boolean): JsonObject {
  const { type, enum: values, $ref } = schema;
  if (is30) return { ...($ref ? { allOf: [schema] } : schema), nullable: true };
  if (!type || $ref || "allOf" in schema) return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [type, "null"],
    ...(values && { enum: [...(values as Json[]), null] }),
  };
}

/** An object with fields, of which the document notes that they are not all shown. */
function objectOf(form: Form, fields: Field[], is30: boolean): JsonObject {
  const name = `part-${hash("md5", JSON.stringify(fields))}`;
  const note = { $asks: ["fields", "presence"] };
  const [first, others] = [partOf(fields.slice(0, 1)), partOf(fields.slice(1))];
  if (form === "joined") return { allOf: [first, others], ...note };
  if (form === "noted part") return { allOf: [first, { ...others, ...note }] };
  if (form === "extended") return { allOf: [first], ...others, ...note };
  const base = ref(`${name}-base`);
  // OpenAPI 3.0 does not read what stands beside a reference.
  if (form === "beside" && !is30)
    return { ...base, ...others, ...note, $defs: { [`${name}-base`]: first } };
  if (form === "plain" || form === "beside") return { ...partOf(fields), ...note };
  const branchOf = (kind: string, own: Field[]): JsonObject => ({
    ...{ allOf: [...(form === "heirs" ? [base] : []), kindOf(kind), partOf(own)], ...note },
  });
  const [large, small] = [ref(`${name}-large`), ref(`${name}-small`)];
  const mapping = { large: large.$ref, small: small.$ref };
  const discriminator = { propertyName: "kind", mapping };
  // They share some fields, and have some of their own.
  const without = (rest: number) => fields.filter((_, index) => index % 3 !== rest);
  const $defs = {
    [`${name}-base`]: { ...kindOf("large", "small"), discriminator },
    [`${name}-large`]: branchOf("large", without(1)),
    [`${name}-small`]: branchOf("small", without(0)),
  };
  return form === "choice" ? { oneOf: [large, small], discriminator, $defs } : { ...base, $defs };
}

const kindOf = (...kinds: string[]): JsonObject => ({
  ...{ type: "object", required: ["kind"] },
  properties: { kind: { type: "string", enum: kinds, $values: kinds } },
});

function partOf(fields: Field[]): JsonObject {
  const required = fields.filter(([, { $hidden, $presence }]) => !$hidden && $presence === 100);
  return {
    ...object(Object.fromEntries(fields)),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

const words = ["open", "active", "queued", "running", "paused", "done", "failed", "closed", "lost"];

/** Answers that the document does not describe, of several shapes: a body of one is none of another. */
const failures: JsonObject[] = [
  { $code: "404", $type: "application/json", $values: [{ code: 4, message: "Not here." }] },
  { $code: "404", $type: "application/problem+json", $values: [{ title: "No" }] },
  { $code: "429", $type: "application/json", $values: [{ error: { retry_in: 7 } }] },
  { $code: "401", $type: "application/json", $values: ["Who are you?"] },
  { $code: "500", $type: "text/html" },
  { $code: "503", $type: "" },
  { $code: "204", $type: "" },
];

const links = object({ _links: mapOf(object({ href: { type: "string", $values: ["/a"] } })) });
const text = { type: "string", $values: ["a"] };

/** The path items of a resource, by their paths. */
const resource = (name: string, is30: boolean, shared: JsonObject) =>
  fc
    .record({
      path: fc.constantFrom(`/${name}`, `/${name}/{id}`, `/caf\u00e9s/{owner}/${name}/{id}`),
      /** In its addresses, and what the document says of them. */
      ids: fc.constantFrom<[$ids: string[], schema: JsonObject][]>(
        [times(40, String), { type: "integer" }],
        [times(40, String), {}],
        [["one", "two", "three", "four"], { enum: ["one", "two", "three", "four"] }],
        [times(40, (number) => `a/b %${number}\u00e9`), { type: "string" }],
      ),
      /** Of another operation, at the same place, or at the place of an identifier. */
      ending: fc.constantFrom("", "/{id}.json", "/{id}:preview", "/latest"),
      states: fc.shuffledSubarray(words, { minLength: 1, maxLength: 5 }),
      known: fc.nat(2),
      hasSharedState: fc.boolean(),
      form,
      fields: schemasOf(is30).fields,
      /** Whether requests have the schema of the answers. */
      isShared: fc.constantFrom(true, false, false),
      /** What is around its objects, and around a list of them. */
      enclose: fc.constantFrom(
        (whole: JsonObject): JsonObject => whole,
        (whole: JsonObject): JsonObject => ({ ...object({ data: whole }), required: ["data"] }),
        (whole: JsonObject): JsonObject => ({ allOf: [whole, links] }),
      ),
      page: fc.constantFrom(
        listOf,
        (item: JsonObject): JsonObject => object({ items: listOf(item), next: text }),
        (item: JsonObject): JsonObject => object({ _embedded: object({ items: listOf(item) }) }),
      ),
      mediaType: fc.constantFrom("application/json", "application/json", "application/hal+json"),
      /** Whether a parameter of the media type tells two schemas apart. */
      isVersioned: fc.constantFrom(true, false, false),
      /** Whether a success may be in XML, which nobody reads. */
      hasXml: fc.constantFrom(true, false, false),
      /** The key under which a success is documented. */
      success: fc.constantFrom("200", "2XX", "200", "2XX", "default"),
      codes: fc.constantFrom<string[]>(["200"], ["200", "202"], ["203", "200"]),
      failed: fc.subarray(failures),
    })
    .map((drawn): JsonObject => {
      const { path, form, states, mediaType, success, isShared, isVersioned } = drawn;
      const [$ids, ofId] = drawn.ids;
      const state = drawn.hasSharedState ? shared : stateOf(states.slice(0, drawn.known));
      const usual = times(50, (round) => states[round % Math.max(1, states.length - 1)]!);
      const fields: Field[] = [
        [
          "id",
          { type: "integer", example: 1, $values: [1, 2], $presence: 100, readOnly: isShared },
        ],
        // The last one is rare.
        ["state", { ...state, $values: [...usual, states.at(-1)!], $presence: 97 }],
        ...drawn.fields,
      ];
      const whole = { ...ref(name), $defs: { [name]: objectOf(form, fields, is30) } };
      const isTwofold = isVersioned && mediaType === "application/json" && success !== "default";
      const bodiesOf = (schema: JsonObject): [type: string, schema: JsonObject][] => [
        ...(isTwofold
          ? ([
              ["application/json; version=1", schema],
              ["application/json; version=2", second],
            ] as [string, JsonObject][])
          : [[mediaType, schema] as [string, JsonObject]]),
        ...(drawn.hasXml && success !== "default"
          ? [["application/xml", { ...object({}), $asks: ["fields"] }] as [string, JsonObject]]
          : []),
      ];
      const operation = (at: string, schema: JsonObject): JsonObject => ({
        parameters: [...at.matchAll(/\{(\w+)\}/g)].map(([, name]): JsonObject => ({
          name: name!,
          in: "path",
          required: true,
          schema: ofId,
        })),
        responses: responsesOf(success, Object.fromEntries(bodiesOf(schema))),
        ...(success === "200" && { $asks: ["statuses"] }),
        $ids,
        $answers: [
          ...drawn.codes.flatMap(($code) =>
            bodiesOf(schema).map(([$type, each]) => ({ $code, $type, ...each })),
          ),
          ...drawn.failed,
          // What is documented for every code alone says nothing of media types.
          ...(success === "default" ? [{ $code: "200", $type: "text/csv" }] : []),
          // A further code has answers of several media types, and empty ones.
          ...(success === "200" && drawn.codes.includes("202")
            ? [
                { $code: "202", $type: "text/csv" },
                { $code: "202", $type: "" },
              ]
            : []),
        ],
      });
      const one = drawn.enclose(whole);
      const [list] = path.split("/{id}");
      const items: JsonObject = { [path]: { get: operation(path, one) } };
      if (list === path) return items;
      const sent = { [mediaType]: { schema: isShared ? whole : { $types: [whole] } } };
      items[list!] = {
        get: operation(list!, drawn.page(drawn.enclose(whole))),
        post: { ...operation(list!, one), requestBody: { content: sent } },
      };
      const other = list! + drawn.ending;
      if (other !== list)
        items[other] = { get: operation(other, { $values: [{ preview: true }] }) };
      return items;
    });

const stateOf = (known: string[]): JsonObject => ({
  ...{ type: "string", $asks: ["values"] },
  ...(known.length > 0 && { "x-extensible-enum": known }),
});

/** The schema of the second version of a body. */
const second: JsonObject = {
  ...object({
    second: { type: "integer", $values: [1, 2] },
    later: { type: "string", $values: ["a"], $presence: 60, $hidden: true },
  }),
  ...{ required: ["second"], $asks: ["fields", "presence"] },
};

function responsesOf(success: string, bodies: JsonObject): JsonObject {
  const content = Object.fromEntries(
    Object.entries(bodies).map(([type, schema]) => [type, { schema }]),
  );
  if (success !== "default")
    return {
      [success]: { description: "It.", content },
      default: { $ref: "#/components/responses/Failure" },
    };
  // Under one key stand a success and any failure, of which the document says nothing.
  const $asks = ["statuses", "media-types"];
  return { default: { description: "Any.", content: { "*/*": { schema: {} } }, $asks } };
}

const ofCode = { schema: { properties: { code: { type: "integer" } }, $asks: ["fields"] } };

export const service: fc.Arbitrary<Service> = fc
  .record({
    seed: fc.nat(),
    openapi: fc.constantFrom("3.0.3", "3.1.1"),
    base: fc.constantFrom("", "/v1"),
    names: fc.subarray(["orders", "users", "carts"], { minLength: 1 }),
    known: fc.subarray(words, { maxLength: 3 }),
    /** How the document describes a failure. */
    content: fc.constantFrom<Json[]>(
      { "*/*": { schema: {} } },
      { "application/json": { schema: {} }, "*/*": {} },
      { "application/json": ofCode, "*/*": {} },
      { $hidden: true },
    ),
  })
  .chain(({ seed, openapi, base, names, known, content }) => {
    const state = { ...ref("State"), $defs: { State: stateOf(known) } };
    return fc
      .tuple(...names.map((name) => resource(name, openapi === "3.0.3", state)))
      .map((items) => {
        const paths = Object.assign({ "x-note": { get: {} } }, ...items) as JsonObject;
        const Failure = { description: "It failed.", content, $asks: ["statuses", "media-types"] };
        const truth = {
          openapi,
          info: { title: "Truth", version: "1" },
          servers: [{ url: `https://truth.example${base}` }],
          paths,
          components: { schemas: definitionsIn(paths), responses: { Failure } },
        };
        return { seed, truth };
      });
  });

/** The schemas that have a name. */
function definitionsIn(part: Json): JsonObject {
  if (typeof part !== "object" || part === null) return {};
  const own = isObject(part) ? part["$defs"] : {};
  return Object.assign({}, own, ...Object.values(part).map(definitionsIn)) as JsonObject;
}
