/**
 * Walks through the objects of an OpenAPI document of 3.0, 3.1 or 3.2, by a grammar that says where each may stand.
 *
 * Whatever the grammar does not name is a literal: an example, a default, an enum. A literal may look like a schema
 * or hold a key such as `x-gap` and still means nothing, which a search by key alone cannot tell.
 */
import { isObject, type Json, type JsonObject, toPointer } from "./json.ts";

/** The kind of object that each field holds one or a list of; in braces, a map of. "*" stands for every other field. */
type Fields = Record<string, string>;

const all = (held: string, ...fields: string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, held]));

/** `query` is of OpenAPI 3.2. */
const operations: Fields = {
  ...all("operation", "get", "put", "post", "delete", "options"),
  ...all("operation", "head", "patch", "trace", "query"),
};

/** Fields of a path item that are operations. */
export const methods: string[] = Object.keys(operations);

const encodings = { encoding: "{encoding}", ...all("encoding", "itemEncoding", "prefixEncoding") };
const describedValue = { schema: "schema", examples: "{example}", content: "{mediaType}" };

const grammar: Record<string, Fields> = {
  document: {
    info: "info",
    servers: "server",
    paths: "paths",
    webhooks: "{pathItem}",
    components: "components",
    tags: "tag",
  },
  server: { variables: "{serverVariable}" },
  paths: { "*": "pathItem" },
  pathItem: {
    servers: "server",
    parameters: "parameter",
    ...operations,
    additionalOperations: "{operation}",
  },
  operation: {
    parameters: "parameter",
    requestBody: "requestBody",
    responses: "responses",
    callbacks: "{callback}",
    servers: "server",
  },
  callback: { "*": "pathItem" },
  parameter: describedValue,
  requestBody: { content: "{mediaType}" },
  responses: { "*": "response" },
  response: { headers: "{header}", content: "{mediaType}", links: "{link}" },
  header: describedValue,
  link: { server: "server" },
  mediaType: {
    ...all("schema", "schema", "itemSchema"),
    examples: "{example}",
    ...encodings,
  },
  encoding: { headers: "{header}", ...encodings },
  components: {
    schemas: "{schema}",
    responses: "{response}",
    parameters: "{parameter}",
    examples: "{example}",
    requestBodies: "{requestBody}",
    headers: "{header}",
    securitySchemes: "{securityScheme}",
    links: "{link}",
    callbacks: "{callback}",
    pathItems: "{pathItem}",
    mediaTypes: "{mediaType}",
  },
  schema: {
    ...all("{schema}", "properties", "patternProperties", "dependentSchemas", "$defs"),
    ...all("schema", "allOf", "anyOf", "oneOf", "prefixItems"),
    ...all("schema", "items", "contains", "additionalProperties", "propertyNames"),
    ...all("schema", "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
    ...all("schema", "not", "if", "then", "else"),
    discriminator: "discriminator",
  },
};

/** The section of `components` that a part of a kind can stand in. */
export const sectionOf: Record<string, string> = Object.fromEntries(
  Object.entries(grammar["components"]!).map(([section, held]) => [held.slice(1, -1), section]),
);

/** Calls back for each object or boolean that a field of an object may hold, with its key where the field is a list or map. */
export function forEachPart(
  kind: string,
  value: JsonObject,
  onPart: (part: Json, kind: string, field: string, key?: string) => void,
): void {
  const fields = grammar[kind] ?? {};
  for (const field of Object.keys(value)) {
    const isNamed = Object.hasOwn(fields, field);
    const held = isNamed ? fields[field] : field.startsWith("x-") ? undefined : fields["*"];
    const content = value[field] as JsonObject;
    if (held === undefined) continue;
    const isMap = held.startsWith("{");
    if (isMap ? isObject(content) : Array.isArray(content))
      for (const key of Object.keys(content))
        onPart(content[key]!, isMap ? held.slice(1, -1) : held, field, key);
    else if (!isMap) onPart(content, held, field);
  }
}

/** One object of a document. A large one has a million, and few of their places are asked for. */
export class Node {
  /** What it is in the words of the grammar: `operation`, `schema`, `response` … */
  readonly kind: string;
  /** An empty object for the schema `true`. */
  readonly value: JsonObject;
  /** The field of the parent that holds it: `properties`, `items`, `content` … */
  readonly role: string;
  readonly parent: Node | undefined;
  readonly #key: string | undefined;

  /** @param key in a list or map that the role holds */
  constructor(kind: string, value: JsonObject, role = "", parent?: Node, key?: string) {
    this.kind = kind;
    this.value = value;
    this.role = role;
    this.parent = parent;
    this.#key = key;
  }

  /** From the root of the document. */
  get path(): string[] {
    const path = this.parent?.path ?? [];
    if (this.parent) path.push(this.role);
    if (this.#key !== undefined) path.push(this.#key);
    return path;
  }

  get pointer(): string {
    return toPointer(this.path);
  }
}

/**
 * Every object in document order, parents first, without looking inside a literal. References are not followed, so each
 * object is met once, where it is written.
 *
 * @param kinds only these; all when none is named
 */
export function walk(document: unknown, ...kinds: string[]): Node[] {
  const nodes: Node[] = [];
  const visit = (content: unknown, kind: string, ...place: [string?, Node?, string?]): void => {
    const value = kind === "schema" && content === true ? {} : content;
    if (!isObject(value)) return;
    const node = new Node(kind, value, ...place);
    if (kinds.length === 0 || kinds.includes(kind)) nodes.push(node);
    forEachPart(kind, value, (part, kind, field, key) => visit(part, kind, field, node, key));
  };
  visit(document, "document");
  return nodes;
}
