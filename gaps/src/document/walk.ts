/**
 * Walks through the objects of an OpenAPI document of 3.0, 3.1 or 3.2, by a grammar that says where each may stand.
 *
 * Whatever the grammar does not name is a literal: an example, a default, an enum. A literal may look like a schema
 * or hold a key such as `x-gap` and still means nothing, which a search by key alone cannot tell.
 */
import { isObject, type Json, type JsonObject, toPointer } from "./json.ts";

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
export const methods: string[] = [
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

const encodings: Fields = {
  encoding: map("encoding"),
  itemEncoding: one("encoding"),
  prefixEncoding: list("encoding"),
};

const grammar: Record<string, Fields> = {
  document: {
    info: one("info"),
    servers: list("server"),
    paths: one("paths"),
    webhooks: map("pathItem"),
    components: one("components"),
    tags: list("tag"),
  },
  server: { variables: map("serverVariable") },
  paths: { "*": one("pathItem") },
  pathItem: {
    servers: list("server"),
    parameters: list("parameter"),
    ...all(one("operation"), ...methods),
    additionalOperations: map("operation"),
  },
  operation: {
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
    ...encodings,
  },
  encoding: { headers: map("header"), ...encodings },
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
  schema: {
    ...all(map("schema"), "properties", "patternProperties", "dependentSchemas", "$defs"),
    ...all(list("schema"), "allOf", "anyOf", "oneOf", "prefixItems"),
    ...all(one("schema"), "items", "contains", "additionalProperties", "propertyNames"),
    ...all(one("schema"), "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
    ...all(one("schema"), "not", "if", "then", "else"),
    discriminator: one("discriminator"),
  },
};

/** The section of `components` that a part of a kind can stand in. */
export const sectionOf: Record<string, string> = Object.fromEntries(
  Object.entries(grammar["components"]!).map(([section, { kind }]) => [kind, section]),
);

/** Calls back for each object or boolean that a field of an object may hold, with its key where the field is a list or map. */
export function forEachPart(
  kind: string,
  value: JsonObject,
  onPart: (part: Json, kind: string, field: string, key?: string) => void,
): void {
  const fields = grammar[kind] ?? {};
  for (const [field, content] of Object.entries(value)) {
    const named = Object.hasOwn(fields, field);
    const child = named ? fields[field] : field.startsWith("x-") ? undefined : fields["*"];
    if (child?.holds === "one") onPart(content, child.kind, field);
    else if (child && (child.holds === "list" ? Array.isArray(content) : isObject(content)))
      for (const [key, item] of Object.entries(content as JsonObject))
        onPart(item, child.kind, field, key);
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
    if (!this.parent) return [];
    return [...this.parent.path, this.role, ...(this.#key === undefined ? [] : [this.#key])];
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
