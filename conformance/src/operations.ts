/** The operations of the contract, and which of them a request was for. */
import {
  httpMethods,
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../scripts/document.ts";

export interface Operation {
  operationId: string;
  /** In capitals. */
  method: string;
  /** As the contract writes it: `/api/hp_job/{job_id}`. */
  path: string;
  /** JSON pointer into the bundle. */
  pointer: string;
  node: JsonObject;
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    httpMethods
      .filter((method) => isObject(item[method]))
      .map((method) => {
        const node = item[method] as JsonObject;
        const pointer = `#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
        return {
          operationId: String(node["operationId"]),
          method: method.toUpperCase(),
          path,
          pointer,
          node,
        };
      }),
  );
}

/**
 * Finds the operation of a request. The base address may have a path of its own, so only the end of
 * the path counts.
 */
export function matchOperations(
  operations: Operation[],
): (method: string, path: string) => Operation | undefined {
  const patterns = operations.map((operation) => {
    const segments = operation.path
      .split(/\{[^}]+\}/)
      .map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
    return { operation, pattern: new RegExp(`${segments.join("[^/]+")}$`) };
  });
  return (method, path) =>
    patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
      ?.operation;
}
