/** The parts of an OpenAPI document that the scripts look at, and how to walk one. */
import { methods } from "../ruleset/support/grammar.js";
import { isObject, type JsonObject } from "../ruleset/support/json.js";
import { toPointer, valueAt } from "./pointer.ts";
import { walk as walkNodes } from "../ruleset/support/walk.js";

export {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
} from "../ruleset/support/json.js";

/** An OpenAPI 3.1 document as parsed from its bundle: one file, local references only. */
export type OpenApiDocument = JsonObject & {
  info: JsonObject;
  paths: { [path: string]: JsonObject };
  components: { schemas: { [name: string]: JsonObject } } & JsonObject;
};

/** An operation, and where it stands. */
export interface OperationPlace {
  operationId: string;
  /** As the document writes it: `post`. */
  method: string;
  /** As the document writes it: `/api/hp_job/{job_id}`. */
  path: string;
  /** JSON pointer into the document. */
  pointer: string;
  node: JsonObject;
}

/**
 * Yields every object of a document with its JSON pointer, parents first. Example values and vendor
 * extensions are data and are not entered.
 */
export function* walk(document: OpenApiDocument): Generator<[node: JsonObject, pointer: string]> {
  for (const { value, path } of walkNodes(document)) {
    if (isObject(value)) yield [value, toPointer(path)];
  }
}

/**
 * The object at a pointer such as `#/components/schemas/JobId`; a reference that stands there is
 * not followed.
 */
export function resolvePointer(document: OpenApiDocument, pointer: string): JsonObject {
  const target = valueAt(document, pointer);
  if (!isObject(target)) throw new Error(`Nothing stands at ${pointer}`);
  return target;
}

/**
 * Follows references until something that is not one. What stands beside a reference wins over its
 * target.
 */
export function resolved(document: OpenApiDocument, node: JsonObject): JsonObject {
  const { $ref, ...siblings } = node;
  if (typeof $ref !== "string") return node;
  return { ...resolved(document, resolvePointer(document, $ref)), ...siblings };
}

/** All operations, in the order of the document. */
export function operationsOf(document: OpenApiDocument): OperationPlace[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = item[method];
      if (!isObject(node)) return [];
      const pointer = toPointer(["paths", path, method]);
      return [{ operationId: String(node["operationId"]), method, path, pointer, node }];
    }),
  );
}
