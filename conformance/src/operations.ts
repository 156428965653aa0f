/** Which operation of the contract a request was for. */
import { type OperationPlace } from "../../scripts/contract/document.ts";

export { type OperationPlace as Operation, operationsOf } from "../../scripts/contract/document.ts";

/**
 * Finds the operation of a request. The base address may have a path of its own, so only the end of
 * the path counts.
 */
export function matchOperations(
  operations: OperationPlace[],
): (method: string, path: string) => OperationPlace | undefined {
  const patterns = operations.map((operation) => {
    const segments = operation.path
      .split(/\{[^}]+\}/)
      .map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
    return { operation, pattern: new RegExp(`${segments.join("[^/]+")}$`) };
  });
  return (method, path) =>
    patterns.find(
      ({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(path),
    )?.operation;
}
