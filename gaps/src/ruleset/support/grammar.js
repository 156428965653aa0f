// @ts-check

/**
 * Which objects an OpenAPI 3.1 document is made of, and where each may stand.
 *
 * Whatever is not named here is a literal: an example, a default, an enum. A literal may look like
 * a schema or hold a key such as `x-gap` and still means nothing, which a search by key alone
 * cannot tell.
 *
 * @typedef {{ kind: string, holds: "one" | "list" | "map" }} Child
 * @typedef {Record<string, Child>} Fields The field "*" stands for every field without a name of
 *   its own.
 */

/** @param {string} kind @returns {Child} */
const one = (kind) => ({ kind, holds: "one" });
/** @param {string} kind @returns {Child} */
const list = (kind) => ({ kind, holds: "list" });
/** @param {string} kind @returns {Child} */
const map = (kind) => ({ kind, holds: "map" });

export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** @type {Fields} */
const describedValue = {
  schema: one("schema"),
  examples: map("example"),
  content: map("mediaType"),
};

/** @type {Record<string, Fields>} */
export const grammar = {
  document: {
    info: one("info"),
    servers: list("server"),
    paths: one("paths"),
    webhooks: map("pathItem"),
    components: one("components"),
    tags: list("tag"),
    externalDocs: one("externalDocs"),
  },
  info: { contact: one("contact"), license: one("license") },
  contact: {},
  license: {},
  server: { variables: map("serverVariable") },
  serverVariable: {},
  tag: { externalDocs: one("externalDocs") },
  externalDocs: {},

  paths: { "*": one("pathItem") },
  pathItem: {
    servers: list("server"),
    parameters: list("parameter"),
    ...Object.fromEntries(methods.map((method) => [method, one("operation")])),
  },
  operation: {
    externalDocs: one("externalDocs"),
    parameters: list("parameter"),
    requestBody: one("requestBody"),
    responses: one("responses"),
    callbacks: map("callback"),
    servers: list("server"),
  },
  callback: { "*": one("pathItem") },
  parameter: describedValue,
  requestBody: { content: map("mediaType") },
  responses: { "*": one("response") },
  response: { headers: map("header"), content: map("mediaType"), links: map("link") },
  header: describedValue,
  link: { server: one("server") },
  mediaType: { schema: one("schema"), examples: map("example"), encoding: map("encoding") },
  encoding: { headers: map("header") },
  example: {},

  components: {
    schemas: map("schema"),
    responses: map("response"),
    parameters: map("parameter"),
    examples: map("example"),
    requestBodies: map("requestBody"),
    headers: map("header"),
    securitySchemes: map("securityScheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: map("pathItem"),
  },
  securityScheme: { flows: one("oauthFlows") },
  oauthFlows: { "*": one("oauthFlow") },
  oauthFlow: {},

  schema: {
    ...Object.fromEntries(
      ["properties", "patternProperties", "dependentSchemas", "$defs"].map((field) => [
        field,
        map("schema"),
      ]),
    ),
    ...Object.fromEntries(
      ["allOf", "anyOf", "oneOf", "prefixItems"].map((field) => [field, list("schema")]),
    ),
    ...Object.fromEntries(
      [
        "items",
        "contains",
        "additionalProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
        "not",
        "if",
        "then",
        "else",
      ].map((field) => [field, one("schema")]),
    ),
    discriminator: one("discriminator"),
    externalDocs: one("externalDocs"),
    xml: one("xml"),
  },
  discriminator: {},
  xml: {},
};
