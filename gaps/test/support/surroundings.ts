/** Places of a schema in a document, through which a rule has to look. Each puts a schema there. */
import type { JsonObject } from "../../src/document/document.ts";

export const contract = (parts: object) => ({
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  ...parts,
});
export const component = (schema: object, others: object = {}) =>
  contract({ components: { schemas: { Thing: schema, ...others } } });
export const content = (schema: object, on: object = {}) => ({
  content: { "*/*": { schema, ...on } },
});
/** An operation's response with a schema, and what else stands on the response. */
export const response = (schema: object, on: object = {}) => ({
  responses: { default: { description: "", ...content(schema), ...on } },
});
export const statement = {
  kind: "stated by the owner",
  by: "owner",
  evidence: "No.",
  date: "2026-01-31",
};

export const surroundings: Record<string, (schema: object) => JsonObject> = {
  "a component": (schema) => component(schema),
  "a component that another refers to": (schema) =>
    component(schema, { Other: { properties: { a: { $ref: "#/components/schemas/Thing" } } } }),
  "a field": (schema) => component({ properties: { a: schema } }),
  "a field of a field": (schema) => component({ properties: { a: { properties: { b: schema } } } }),
  "a field beside others": (schema) =>
    component({ properties: { z: { type: "string" }, a: schema, b: { type: "string" } } }),
  "an item": (schema) => component({ type: "array", items: schema }),
  "one of the first items": (schema) => component({ type: "array", prefixItems: [schema] }),
  "the second of a choice": (schema) => component({ oneOf: [{ type: "null" }, schema] }),
  "a value of a map": (schema) => component({ patternProperties: { "^a": schema } }),
  "a definition": (schema) => component({ type: "string", $defs: { A: schema } }),
  "a dependent schema": (schema) => component({ type: "string", dependentSchemas: { a: schema } }),
  "a condition": (schema) => component({ type: "string", then: schema }),
  "a parameter": (schema) =>
    contract({ paths: { "/a": { parameters: [{ name: "a", in: "query", schema }] } } }),
  "a request": (schema) =>
    contract({ paths: { "/a": { post: { requestBody: content(schema) } } } }),
  "a response": (schema) => contract({ paths: { "/a": { get: response(schema) } } }),
  "a header": (schema) =>
    contract({ components: { responses: { A: { headers: { "X-A": { schema } } } } } }),
  "a webhook": (schema) => contract({ webhooks: { done: { post: response(schema) } } }),
  "a callback": (schema) =>
    contract({
      paths: { "/a": { post: { callbacks: { done: { "{$url}": { post: response(schema) } } } } } },
    }),
  "a path item of the components": (schema) =>
    contract({ components: { pathItems: { A: { get: response(schema) } } } }),
  "a method of OpenAPI 3.2": (schema) =>
    contract({ paths: { "/a": { additionalOperations: { COPY: response(schema) } } } }),
  "an item of a stream": (schema) =>
    contract({ components: { responses: { A: { content: { "*/*": { itemSchema: schema } } } } } }),
  "an operation of which something is confirmed": (schema) =>
    contract({ paths: { "/a": { get: { ...response(schema), "x-verified": statement } } } }),
  "a path of which something is confirmed": (schema) =>
    contract({ paths: { "/a": { get: response(schema), "x-verified": statement } } }),
  "a document of which something is confirmed": (schema) => {
    const document = component(schema);
    return { ...document, info: { ...document.info, "x-verified": statement } };
  },
};
