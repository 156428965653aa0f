/** What a contract says beside OpenAPI: each extension with what is right of it, and the places that it has around a schema. */
import { gap } from "../truth/shop.ts";
import { asList, asObject, type Json, type JsonObject } from "../../src/document/document.ts";
import { component, content, contract, response, statement } from "./surroundings.ts";

const all = { "x-extensible-enum": ["a"], "x-final-values": ["a"], "x-failure-values": ["a"] };
const { "x-extensible-enum": known, "x-final-values": final } = all;

/** By extension, an object that carries it, and what it goes with. */
export const carried: Record<string, JsonObject> = {
  "x-gap": { "x-gap": [gap("something-beside")] },
  "x-source": { "x-source": ["Errors"] },
  "x-stated-by": { "x-stated-by": { title: "Errors" } },
  "x-extensible-enum": { "x-extensible-enum": known },
  "x-final-values": { "x-extensible-enum": known, "x-final-values": final },
  "x-failure-values": all,
  "x-verified": { "x-verified": [statement] },
  "x-assumed": { "x-assumed": [{ id: "one", closes: "two", because: "Three.", decides: "Four." }] },
};

/** An object that carries an extension as well, before what it has of the same one. */
export function carrying(node: object, extension: string): JsonObject {
  const own = node as JsonObject;
  const merged = Object.entries(carried[extension]!).map(([key, value]): [string, Json] => {
    if (!(key in own)) return [key, value];
    return [key, Array.isArray(value) ? [...value, ...asList([own[key]!].flat())] : own[key]!];
  });
  return { ...own, ...Object.fromEntries(merged) };
}

const get = (operation: object, on: object = {}) =>
  contract({ paths: { "/a": { get: operation, ...on } } });
type Put = (schema: object, extension: string) => JsonObject;

/** Where an extension stands, around a schema. */
const besideExtension: Record<string, Put> = {
  "a schema with": (schema, extension) => component(carrying(schema, extension)),
  "a field with": (schema, extension) =>
    component({ properties: { z: { type: "string" }, a: carrying(schema, extension) } }),
  "a field of a schema with": (schema, extension) =>
    component(carrying({ properties: { a: schema } }, extension)),
  "a field of a field of a schema with": (schema, extension) =>
    component(carrying({ properties: { a: { properties: { b: schema } } } }, extension)),
  "a schema beside one with": (schema, extension) =>
    component(schema, { Before: carrying({ type: "string" }, extension) }),
  "a schema after one with": (schema, extension) =>
    contract({
      components: { schemas: { Before: carrying({ type: "string" }, extension), Thing: schema } },
    }),
  "a schema behind a reference with": (schema, extension) =>
    component(schema, {
      Other: {
        properties: { a: carrying({ $ref: "#/components/schemas/Thing" }, extension) },
      },
    }),
  "a body with": (schema, extension) => get(response(schema, carrying({}, extension))),
  "a media type with": (schema, extension) =>
    get({
      responses: { default: { description: "", ...content(schema, carrying({}, extension)) } },
    }),
  "an operation with": (schema, extension) => get(carrying(response(schema), extension)),
  "a path with": (schema, extension) => get(response(schema), carrying({}, extension)),
  "a document with": (schema, extension) => {
    const document = component(schema);
    return { ...document, info: carrying(document.info, extension) };
  },
};

/** By extension and place, a document with a schema, and the same one with a schema that is right. */
export const withExtensions = Object.keys(carried).flatMap((extension) =>
  Object.entries(besideExtension).map(([place, put]) => ({
    place: `${place} ${extension}`,
    put: (schema: object) => asObject(put(schema, extension)),
  })),
);

/** Objects that are no schemas, and carry extensions. */
export const otherObjects: Record<string, (node: object) => JsonObject> = {
  info: (node) => ({ ...contract({}), info: { title: "Contract", version: "1.0.0", ...node } }),
  "a tag": (node) => contract({ tags: [{ name: "A", ...node }] }),
  "a server": (node) => contract({ servers: [{ url: "/", ...node }] }),
  "a path": (node) => contract({ paths: { "/a": node } }),
  "an operation": (node) => get(node),
  "a parameter": (node) => get({ parameters: [{ name: "a", in: "query", ...node }] }),
  "a request body": (node) => get({ requestBody: { content: {}, ...node } }),
  "a response": (node) => get({ responses: { default: node } }),
  "a header": (node) => get({ responses: { default: { headers: { A: node } } } }),
  "an example": (node) => contract({ components: { examples: { A: node } } }),
  "a security scheme": (node) =>
    contract({ components: { securitySchemes: { A: { type: "http", ...node } } } }),
};
