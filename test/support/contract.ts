/** The generated contract, for tests: read once, looked at by operation and by place. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  httpMethods,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../scripts/document.ts";
import { generatedFolder } from "../../scripts/locations.ts";

export function readGenerated(name: string): string {
  return readFileSync(join(generatedFolder, name), "utf8");
}

export const contract = JSON.parse(readGenerated("openapi.json")) as OpenApiDocument;
export const strictContract = JSON.parse(readGenerated("openapi.strict.json")) as OpenApiDocument;

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  /** JSON pointer of the operation. */
  pointer: string;
  node: JsonObject;
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    httpMethods
      .filter((method) => isObject(item[method]))
      .map((method) => {
        const node = item[method] as JsonObject;
        const pointer = `#/paths/${path.replaceAll("/", "~1")}/${method}`;
        return { operationId: String(node["operationId"]), method, path, pointer, node };
      }),
  );
}

/**
 * Follows references until something that is not one. Siblings of a reference win over its target.
 */
export function resolved(document: OpenApiDocument, node: JsonObject): JsonObject {
  const { $ref, ...siblings } = node;
  if (typeof $ref !== "string") return node;
  return { ...resolved(document, resolvePointer(document, $ref)), ...siblings };
}

/** Compiles the schema at a pointer of the document, with all references inside the document. */
export function validatorOf(document: OpenApiDocument): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "contract:/openapi.json" });
  return (pointer) => {
    const fragment = pointer.slice(1).split("/").map(encodeURIComponent).join("/");
    return ajv.compile({ $ref: `contract:/openapi.json#${fragment}` });
  };
}
