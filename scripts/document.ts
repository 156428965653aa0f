/** The parts of an OpenAPI document that the scripts look at, and how to walk one. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An OpenAPI 3.1 document as parsed from its bundle: one file, local references only. */
export type OpenApiDocument = JsonObject & {
  info: JsonObject;
  paths: { [path: string]: JsonObject };
  components: { schemas: { [name: string]: JsonObject } } & JsonObject;
};

/** Methods that an OpenAPI 3.1 path item may carry. */
export const httpMethods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
] as const;

/** Keys whose values are data of the API, not parts of the document: nothing inside them is a schema. */
const dataKeys = new Set(["example", "examples", "default", "const", "enum", "value"]);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Yields every object of a document with its JSON pointer, parents first. Example values and vendor extensions are data and are
 * not entered.
 */
export function* walk(
  node: Json,
  pointer = "#",
  mapOfNames = false,
): Generator<[node: JsonObject, pointer: string]> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* walk(item, `${pointer}/${index}`);
    return;
  }
  if (!isObject(node)) return;
  yield [node, pointer];
  for (const [key, child] of Object.entries(node)) {
    // Below `properties` and the like a key is a name someone chose, and may be any word.
    if (!mapOfNames && (dataKeys.has(key) || key.startsWith("x-"))) continue;
    yield* walk(child, `${pointer}/${escapePointer(key)}`, !mapOfNames && isMapOfNames(key));
  }
}

function isMapOfNames(key: string): boolean {
  return ["properties", "schemas", "responses", "paths", "variables", "securitySchemes"].includes(
    key,
  );
}

/** Escapes one key for a JSON pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The object a local reference such as `#/components/schemas/JobId` points to. */
export function resolvePointer(document: OpenApiDocument, pointer: string): JsonObject {
  const keys = pointer.replace(/^#\/?/, "").split("/").filter(Boolean);
  let node: Json | undefined = document;
  for (const key of keys) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    node = isObject(node) || Array.isArray(node) ? (node as JsonObject)[name] : undefined;
  }
  if (!isObject(node)) throw new Error(`Nothing stands at ${pointer}`);
  return node;
}
