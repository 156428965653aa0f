/** The parts of an OpenAPI document that everybody looks at. */
import { asObject, isObject, type JsonObject } from "./json.ts";
import { parsePointer, toPointer, valueAt } from "./pointer.ts";
import { methods, walkNodes } from "./walk.ts";

export * from "./json.ts";

/** An OpenAPI document in one piece: local references only. */
export type OpenApiDocument = JsonObject & {
  info: JsonObject;
  paths: { [path: string]: JsonObject };
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

/**
 * Every object of a document with its JSON pointer, parents first. Example values and vendor extensions are data
 * and are not entered.
 */
export function walk(document: unknown): [node: JsonObject, pointer: string][] {
  return walkNodes(document).flatMap(({ value, path }): [JsonObject, string][] =>
    isObject(value) ? [[value, toPointer(path)]] : [],
  );
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
  const seen = new Set<string>();
  let target = { value, path };
  while (isObject(target.value) && typeof target.value["$ref"] === "string") {
    const reference = target.value["$ref"];
    if (!reference.startsWith("#") || seen.has(reference)) return undefined;
    seen.add(reference);
    target = { value: valueAt(document, reference), path: parsePointer(reference) };
  }
  return target.value === undefined ? undefined : target;
}

/** All operations that a client can call, path by path. */
export function operationsOf(document: OpenApiDocument): OperationPlace[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    if (!path.startsWith("/")) return []; // `x-…`
    const target = follow(document, item, ["paths", path]);
    if (!target || !isObject(target.value)) return [];
    const { additionalOperations, ...fields } = target.value;
    const place = (method: string, node: unknown, ...keys: string[]): OperationPlace[] => {
      if (!isObject(node)) return [];
      const { operationId: id } = node;
      const operationId = typeof id === "string" ? id : `${method.toUpperCase()} ${path}`;
      return [{ operationId, method, path, pointer: toPointer([...target.path, ...keys]), node }];
    };
    return [
      ...methods.flatMap((method) => place(method, fields[method], method)),
      ...Object.entries(asObject(additionalOperations)).flatMap(([method, node]) =>
        place(method, node, "additionalOperations", method),
      ),
    ];
  });
}
