/** Which operation of the contract a request was for. */
import { type OperationPlace } from "../../scripts/contract/document.ts";

export { type OperationPlace as Operation, operationsOf } from "../../scripts/contract/document.ts";

export interface Match {
  operation: OperationPlace;
  /** Values of the path parameters, by name. */
  parameters: Record<string, string>;
}

/** Finds the operation of a request by its method and its path below the base address. */
export function matchOperations(
  operations: OperationPlace[],
): (method: string, path: string) => Match | undefined {
  const patterns = operations.map((operation) => {
    const names: string[] = [];
    const source = operation.path
      .split(/(\{[^}]+\})/)
      .map((part) => {
        if (!part.startsWith("{")) return part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
        names.push(part.slice(1, -1));
        return "([^/]+)";
      })
      .join("");
    return { operation, names, pattern: new RegExp(`^${source}/?$`) };
  });
  return (method, path) => {
    for (const { operation, names, pattern } of patterns) {
      if (operation.method !== method.toLowerCase()) continue;
      const values = pattern.exec(path)?.slice(1);
      if (!values) continue;
      const parameters = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
      return { operation, parameters };
    }
    return undefined;
  };
}
