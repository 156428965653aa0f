/**
 * Every way to take one thing out of a contract: the proof that the comparison with the facts can
 * fail.
 */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
  walk,
} from "../../contract/document.ts";

export interface Removal {
  /** What was taken out, and where. */
  what: string;
  /** The contract without it. */
  document: OpenApiDocument;
}

/**
 * A copy of the contract for each field, required mark, listed value, gap, operation and path in
 * it, without that one thing.
 */
export function removals(contract: OpenApiDocument): Removal[] {
  // Examples are not facts of the specification; examples.test.ts looks after them.
  const nodes = [...walk(contract)].filter(([, pointer]) => !pointer.includes("/examples/"));
  return nodes.flatMap(([node, pointer]) => {
    const without = (what: string, remove: (node: JsonObject) => void): Removal => {
      const document = structuredClone(contract);
      remove(resolvePointer(document, pointer));
      return { what: `${what} of ${pointer}`, document };
    };
    return [
      ...namesIn(node["properties"]).map((name) =>
        without(`field ${name}`, (copy) => delete (copy["properties"] as JsonObject)[name]),
      ),
      ...["required", "enum", "x-extensible-enum", "x-gap", "oneOf"].flatMap((list) =>
        indexesOf(node[list]).map((index) =>
          without(`${list}[${index}]`, (copy) => (copy[list] as unknown[]).splice(index, 1)),
        ),
      ),
      ...["const", "get", "post", "requestBody", "$ref"]
        .filter((key) => key in node)
        .map((key) => without(key, (copy) => delete copy[key])),
      ...(pointer === "#/paths" ? namesIn(node) : []).map((path) =>
        without(`path ${path}`, (copy) => delete copy[path]),
      ),
    ];
  });
}

function namesIn(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function indexesOf(value: unknown): number[] {
  return Array.isArray(value) ? [...value.keys()] : [];
}
