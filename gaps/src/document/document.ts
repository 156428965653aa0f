/** The parts of an OpenAPI document that everybody looks at: operations, what references lead to, and examples. */
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  toPointer,
  valueAt,
} from "./json.ts";
import { methods, walk } from "./walk.ts";

export * from "./json.ts";
export { methods, type Node, walk } from "./walk.ts";

/** An OpenAPI document in one piece: local references only. */
export type OpenApiDocument = JsonObject & {
  info: JsonObject;
  paths: { [path: string]: JsonObject };
  /** Always there: reading adds what a document leaves out. */
  components: { schemas: { [name: string]: JsonObject } } & JsonObject;
};

/** Whether a document is of OpenAPI 3.0, which has no lists of types or examples, and `nullable` instead. */
export const isOpenApi30 = (document: object): boolean =>
  "openapi" in document && String(document.openapi).startsWith("3.0");

/** An operation, and where it stands. */
export interface OperationPlace {
  /** As the document writes it; method and path where it does not. */
  operationId: string;
  /** As the document writes it: `post`. */
  method: string;
  /** As the document writes it: `/books/{id}`. */
  path: string;
  /** JSON pointer into the document. */
  pointer: string;
  node: JsonObject;
}

/** The object at a pointer such as `#/components/schemas/LoanId`; a reference that stands there is not followed. */
export function resolvePointer(document: OpenApiDocument, pointer: string): JsonObject {
  const target = valueAt(document, pointer);
  if (!isObject(target)) throw new Error(`Nothing stands at ${pointer}`);
  return target;
}

/**
 * Follows references until something that is not one. What stands beside a reference wins over its target, and is
 * ignored in OpenAPI 3.0.
 */
export function resolved(document: OpenApiDocument, node: JsonObject): JsonObject {
  const { $ref, ...siblings } = node;
  if (typeof $ref !== "string") return node;
  const target = resolved(document, resolvePointer(document, $ref));
  return isOpenApi30(document) ? target : { ...target, ...siblings };
}

/**
 * Follows references in what may be any document.
 *
 * @param path where the value stands
 * @returns nothing when the trail leaves the document, breaks off or goes in a circle: another file cannot be
 *   checked here, and the reader of the document reports a broken reference
 */
export function follow(
  document: unknown,
  value: unknown,
  path: string[],
): { value: unknown; path: string[] } | undefined {
  const seen: string[] = [];
  let target = { value, path };
  while (isObject(target.value) && typeof target.value["$ref"] === "string") {
    const reference = target.value["$ref"];
    if (!reference.startsWith("#") || seen.includes(reference)) return undefined;
    seen.push(reference);
    target = { value: valueAt(document, reference), path: parsePointer(reference) };
  }
  return target.value === undefined ? undefined : target;
}

/** All operations that a client can call, path by path. */
export function operationsOf(document: OpenApiDocument): OperationPlace[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) => {
    if (!path.startsWith("/")) return []; // `x-…`
    const target = follow(document, item, ["paths", path]);
    if (!target || !isObject(target.value)) return [];
    const { additionalOperations, ...fields } = target.value;
    const place = (method: string, node: unknown, ...keys: string[]) =>
      isObject(node) ? [{ method, path, pointer: toPointer([...target.path, ...keys]), node }] : [];
    return [
      ...methods.flatMap((method) => place(method, fields[method], method)),
      ...Object.entries(asObject(additionalOperations)).flatMap(([method, node]) =>
        place(method, node, "additionalOperations", method),
      ),
    ];
  });
  const ids = Map.groupBy(all, ({ node }) => node["operationId"]);
  return all.map((each) => {
    const { operationId: id } = each.node;
    // An id that two have names neither.
    const isName = typeof id === "string" && ids.get(id)!.length === 1;
    return { ...each, operationId: isName ? id : `${each.method.toUpperCase()} ${each.path}` };
  });
}

/** An example, beside the schema that it has to satisfy. */
export interface Example {
  /** JSON pointer of the value. */
  pointer: string;
  /** JSON pointer of its schema. */
  schema: string;
  /** Its key in `examples`, where it has one. */
  name?: string;
  value: Json;
}

/** The examples and defaults of schemas, media types, parameters and headers, in the order of the document. */
export const examplesOf = (document: OpenApiDocument): Example[] =>
  walk(document, "schema", "mediaType", "parameter", "header").flatMap((holder): Example[] => {
    const { kind, value: node } = holder;
    const isSchema = kind === "schema";
    const hasOne = "default" in node || "example" in node || "examples" in node;
    if (!hasOne || !(isSchema || "schema" in node)) return [];
    const { path, pointer } = holder;
    const schema = isSchema ? pointer : `${pointer}/schema`;
    const single = ["default", "example"].flatMap((key) => {
      const value = node[key];
      return value === undefined ? [] : [{ pointer: `${pointer}/${key}`, schema, value }];
    });
    const { examples } = node;
    const all = Object.entries<Json>(isSchema ? asList(examples) : asObject(examples));
    const several = all.flatMap(([name, entry]) => {
      const at = [...path, "examples", name];
      if (isSchema) return [{ pointer: toPointer(at), schema, value: entry }];
      const target = follow(document, entry, at);
      const { value } = asObject(target?.value);
      if (!target || value === undefined) return []; // It stands in a file of its own.
      return [{ pointer: toPointer([...target.path, "value"]), schema, name, value }];
    });
    return [...single, ...several];
  });

/** A place in a document, in a reader's words. */
export function describePlace(pointer: string): string {
  const [section, name, third = "", ...rest] = parsePointer(pointer);
  if (section === "tags") return "a group of operations";
  if (section === "servers") return "the base address";
  if (section === "info" || name === undefined) return "the whole interface";
  if (section === "paths" || section === "webhooks")
    return methods.includes(third)
      ? describeInOperation(`\`${third.toUpperCase()}\` \`${name}\``, rest)
      : `${fieldIn(rest)}${section.slice(0, -1)} \`${name}\``;
  const field = fieldIn(rest);
  if (field) return `${field}\`${third}\``;
  // What a member of a section of `components` is called: `request body` in `requestBodies`.
  const member = name.replace(/ies$/, "y").replace(/s$/, "");
  return `${member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} \`${third}\``;
}

/** @param path from the operation on, which has a name in words */
function describeInOperation(operation: string, path: string[]): string {
  const [part, name, , method, ...rest] = path;
  // `callbacks/paid/{$request.body#~1url}/post` and what is in it.
  if (part === "callbacks" && method !== undefined)
    return describeInOperation(`callback \`${name}\` of ${operation}`, rest);
  const response = part === "responses" && name ? `response ${name} of ` : "";
  const message = part === "requestBody" ? "the request of " : response;
  return `${fieldIn(path)}${message}${operation}`;
}

/** The beginning of a description of a field: "field `a.b` of "; empty for another part. */
function fieldIn(path: string[]): string {
  const fields = path.filter((_, index) => path[index - 1] === "properties");
  return fields.length > 0 ? `field \`${fields.join(".")}\` of ` : "";
}
