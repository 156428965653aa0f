/** The document of a service whose truth is known: incomplete, and true. */
import type { JsonObject } from "../../src/document/document.ts";
import {
  branchesOf,
  type Field,
  type Fields,
  origin,
  pathsOf,
  type Resource,
  schemaName,
  type Service,
  type Shape,
  sorts,
} from "./service.ts";
import { asks, ref } from "./shop.ts";

export function documentOf(service: Service): JsonObject {
  const { openapi, base, resources, failure } = service;
  const writer = new SchemaWriter(service);
  const paths: JsonObject = { "x-note": { get: {} } };
  for (const resource of resources) {
    const name = schemaName(resource);
    writer.schemas[name] = writer.objectSchema(resource, name);
    Object.assign(paths, itemsOf(resource));
  }
  return {
    openapi,
    info: { title: "Truth", version: "1" },
    servers: [{ url: origin + base }],
    paths,
    components: { schemas: writer.schemas, responses: { Failure: failureOf(failure) } },
  };
}

/** Writes what the document says of a value, which is nothing that is not so. */
class SchemaWriter {
  readonly schemas: JsonObject = {};
  readonly #service: Service;
  /** Those of all resources, where they have one schema. */
  readonly #known: string[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  /** @param at a name for the place, of which the names of its notes are made */
  schemaOf(shape: Shape, at: string): JsonObject {
    if (typeof shape === "string") return sorts[shape].schema;
    if ("list" in shape) return { type: "array", items: this.schemaOf(shape.list, at) };
    if ("map" in shape)
      return { type: "object", additionalProperties: this.schemaOf(shape.map, at) };
    if ("fields" in shape) return this.objectSchema(shape, at);
    const known = shape.states.slice(0, shape.known);
    if (!this.#service.hasSharedState) return stateSchema(known, `${at}s`);
    this.#known.push(...known);
    this.schemas["State"] = stateSchema(this.#known, "states");
    return ref("State");
  }

  objectSchema(shape: Fields, at: string): JsonObject {
    const { fields, form } = shape;
    const note = asks(`${at}-fields`, "fields", "presence");
    const first = this.#partOf(fields.slice(0, 1), at);
    const others = this.#partOf(fields.slice(1), at);
    if (form === "joined") return { allOf: [first, others], ...note };
    if (form === "noted part") return { allOf: [first, { ...others, ...note }] };
    if (form === "extended") return { allOf: [first], ...others, ...note };
    if (form === "beside" && this.#service.openapi === "3.1.1") {
      this.schemas[`${at}-base`] = first;
      return { ...ref(`${at}-base`), ...others, ...note };
    }
    if (form === "plain" || form === "beside") return { ...this.#partOf(fields, at), ...note };
    const [base, large, small] = [ref(`${at}-base`), ref(`${at}-large`), ref(`${at}-small`)];
    const mapping = { large: large.$ref, small: small.$ref };
    const discriminator = { propertyName: "kind", mapping };
    for (const kind of ["large", "small"] as const) {
      const name = `${at}-${kind}`;
      const parts = [
        form === "heirs" ? base : kindOf(kind),
        this.#partOf(branchesOf(shape)[kind], name),
      ];
      this.schemas[name] = { allOf: parts, ...asks(`${name}-fields`, "fields", "presence") };
    }
    if (form === "choice") return { oneOf: [large, small], discriminator };
    this.schemas[`${at}-base`] = { ...kindOf("large", "small"), discriminator };
    return base;
  }

  /** What the document names of some fields. */
  #partOf(fields: Field[], at: string): JsonObject {
    const named = fields.filter(({ isDocumented }) => isDocumented);
    const required = named.filter(({ presence }) => presence === 100).map(({ name }) => name);
    const schemas = named.map((field) => [field.name, this.#fieldSchema(field, at)]);
    return {
      type: "object",
      properties: Object.fromEntries(schemas),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  #fieldSchema({ name, shapes, nulls, mark }: Field, at: string): JsonObject {
    const [shape, other] = shapes as [Shape, Shape?];
    const schema = other
      ? { description: "Of several types." }
      : this.#withNull(this.schemaOf(shape, `${at}-${name.replace("_", "-")}`), nulls);
    if (mark === "") return schema;
    return "$ref" in schema ? { allOf: [schema], [mark]: true } : { ...schema, [mark]: true };
  }

  #withNull(schema: JsonObject, nulls: number): JsonObject {
    if (nulls === 0) return schema;
    const is30 = this.#service.openapi === "3.0.3";
    const { type, enum: values } = schema;
    if (!type || "allOf" in schema || "$ref" in schema)
      return is30 ? {} : { anyOf: [schema, { type: "null" }] };
    const listed = Array.isArray(values) ? { enum: [...values, null] } : {};
    return { ...schema, ...(is30 ? { nullable: true } : { type: [type, "null"] }), ...listed };
  }
}

const stateSchema = (known: string[], id: string): JsonObject => ({
  ...{ type: "string", ...asks(id, "values") },
  ...(known.length > 0 ? { "x-extensible-enum": [...new Set(known)] } : {}),
});

const kindOf = (...kinds: string[]): JsonObject => ({
  ...{ type: "object", required: ["kind"] },
  properties: { kind: { type: "string", enum: kinds } },
});

function failureOf(failure: Service["failure"]): JsonObject {
  const described = { description: "It failed.", ...asks("failures", "statuses", "media-types") };
  const fields = { properties: { code: { type: "integer" } }, ...asks("failure-fields", "fields") };
  const content = {
    ...{ open: { "*/*": { schema: {} } }, bare: undefined },
    both: { "application/json": { schema: {} }, "*/*": {} },
    fields: { "application/json": { schema: fields }, "*/*": {} },
  }[failure];
  return content ? { ...described, content } : described;
}

/** The path items of a resource, by their paths. */
function itemsOf(resource: Resource): Record<string, JsonObject> {
  const name = schemaName(resource);
  const { envelope, page, mediaType, isShared } = resource;
  const { one, list, other } = pathsOf(resource);
  const whole = ref(name);
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
  const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
  const links = object({ _links: { additionalProperties: object({ href: { type: "string" } }) } });
  const item: JsonObject = envelope === "_links" ? { allOf: [whole, links] } : whole;
  const enclosed: JsonObject =
    envelope === "data" ? { ...object({ data: whole }), required: ["data"] } : item;
  const items: Record<string, JsonObject> = { [one]: { get: operation("get", one, enclosed) } };
  if (list === undefined) return items;
  const gone = { "204": { description: "It is gone." }, default: failed };
  items[one]!["delete"] = operation("delete", one, {}, { responses: gone });
  const all: JsonObject = { type: "array", items: item };
  const pages = {
    "": all,
    items: object({ items: all, next: { type: "string" } }),
    _embedded: object({ _embedded: object({ items: all }) }),
  };
  items[list] = {
    get: operation("list", list, pages[page]),
    post: operation("create", list, enclosed, {
      requestBody: { content: { [mediaType]: { schema: isShared ? whole : {} } } },
    }),
  };
  if (other !== undefined) items[other] = { get: operation("other", other, {}) };
  return items;
}

const failed = { $ref: "#/components/responses/Failure" };
const limit: JsonObject = { name: "limit", in: "query", schema: { type: "integer" } };
const where: JsonObject = {
  ...{ name: "where", in: "query", style: "deepObject", schema: { type: "object" } },
};

function responsesOf({ success, mediaType }: Resource, schema: JsonObject, id: string): JsonObject {
  // Under one key stand a success and any failure, of which the document says nothing.
  if (success === "default") {
    const note = asks(`${id}-answers`, "statuses", "media-types");
    return { default: { description: "Any.", content: { "*/*": { schema: {} } }, ...note } };
  }
  return {
    [success]: { description: "It.", content: { [mediaType]: { schema } } },
    default: failed,
  };
}
