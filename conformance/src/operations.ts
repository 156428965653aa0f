/** Which operation of the contract a request was for. */
import { methods } from "../../gaps/src/ruleset/support/grammar.js";
import type { OpenApiDocument, OperationPlace } from "../../gaps/src/document/document.ts";

export {
  type OperationPlace as Operation,
  operationsOf,
} from "../../gaps/src/document/document.ts";

export interface Match {
  operation: OperationPlace;
  /** Values of the path parameters, by name, without percent-encoding. */
  parameters: Record<string, string>;
}

export interface JobReader {
  /** Reads a job by its identifier. */
  reader: OperationPlace;
  /** Creates the jobs that the reader is there for. */
  own: OperationPlace;
  /** Create jobs of other kinds, which the reader may know or not. */
  others: OperationPlace[];
}

/** The operation that reads jobs, and those that create them. */
export function jobReader(operations: OperationPlace[]): JobReader {
  const reader = operations.find(({ method, path }) => method === "get" && path.includes("/{"))!;
  const creators = operations.filter(({ method }) => method === "post");
  const own = creators.find(({ path }) => path === reader.path.split("/{")[0])!;
  return { reader, own, others: creators.filter((creator) => creator !== own) };
}

/** Paths that the contract names without an operation, as the specification does. */
export function openPathsOf({ paths }: OpenApiDocument): string[] {
  return Object.keys(paths).filter((path) => !methods.some((method) => method in paths[path]!));
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
      const parameters = Object.fromEntries(
        names.map((name, index) => [name, decode(values[index]!)]),
      );
      return { operation, parameters };
    }
    return undefined;
  };
}

/** A recording may hold any path; what is no encoding stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
