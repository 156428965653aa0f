/**
 * Which objects an OpenAPI document of 3.0, 3.1 or 3.2 is made of, and where each may stand.
 *
 * Whatever is not named here is a literal: an example, a default, an enum. A literal may look like a schema or
 * hold a key such as `x-gap` and still means nothing, which a search by key alone cannot tell.
 */

interface Child {
  kind: string;
  holds: "one" | "list" | "map";
}

/** The field "*" stands for every field without a name of its own. */
type Fields = Record<string, Child>;

const one = (kind: string): Child => ({ kind, holds: "one" });
const list = (kind: string): Child => ({ kind, holds: "list" });
const map = (kind: string): Child => ({ kind, holds: "map" });

const all = (child: Child, ...fields: string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, child]));

/** Fields of a path item that are operations. `query` is of 3.2. */
export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

const describedValue: Fields = {
  schema: one("schema"),
  examples: map("example"),
  content: map("mediaType"),
};

const grammar: Record<string, Fields> = {
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
  server: { variables: map("serverVariable") },
  tag: { externalDocs: one("externalDocs") },
  paths: { "*": one("pathItem") },
  pathItem: {
    servers: list("server"),
    parameters: list("parameter"),
    ...all(one("operation"), ...methods),
    additionalOperations: map("operation"),
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
  mediaType: {
    schema: one("schema"),
    itemSchema: one("schema"),
    examples: map("example"),
    encoding: map("encoding"),
    itemEncoding: one("encoding"),
    prefixEncoding: list("encoding"),
  },
  encoding: { headers: map("header") },
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
    mediaTypes: map("mediaType"),
  },
  securityScheme: { flows: one("oauthFlows") },
  oauthFlows: { "*": one("oauthFlow") },
  schema: {
    ...all(map("schema"), "properties", "patternProperties", "dependentSchemas", "$defs"),
    ...all(list("schema"), "allOf", "anyOf", "oneOf", "prefixItems"),
    ...all(one("schema"), "items", "contains", "additionalProperties", "propertyNames"),
    ...all(one("schema"), "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
    ...all(one("schema"), "not", "if", "then", "else"),
    discriminator: one("discriminator"),
    externalDocs: one("externalDocs"),
    xml: one("xml"),
  },
};

/** What a field of an object of a kind holds; nothing for a literal. */
export function childAt(kind: string, field: string): Child | undefined {
  const fields = grammar[kind] ?? {};
  if (Object.hasOwn(fields, field)) return fields[field];
  return field.startsWith("x-") ? undefined : fields["*"];
}
