/** Every example of a contract, beside the schema that it has to satisfy. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  walk,
} from "../../scripts/contract/document.ts";
import { resolved } from "./contract.ts";

export interface Example {
  /** Where it stands. */
  name: string;
  /** JSON pointer of the schema that it belongs to. */
  schema: string;
  value: unknown;
}

/** Examples of media types, parameters and schemas. */
export function examplesOf(document: OpenApiDocument): Example[] {
  return [...walk(document)].flatMap(([node, pointer]) => [
    ...namedExamples(document, node, pointer),
    ...schemaExamples(node, pointer),
    ...("example" in node
      ? [{ name: pointer, schema: `${pointer}/schema`, value: node["example"] }]
      : []),
  ]);
}

function namedExamples(document: OpenApiDocument, node: JsonObject, pointer: string): Example[] {
  if (!isObject(node["examples"]) || !("schema" in node)) return [];
  return Object.entries(node["examples"] as { [name: string]: JsonObject }).map(
    ([name, example]) => ({
      name: `${pointer} ${name}`,
      schema: `${pointer}/schema`,
      value: resolved(document, example)["value"],
    }),
  );
}

function schemaExamples(node: JsonObject, pointer: string): Example[] {
  if (!Array.isArray(node["examples"])) return [];
  return node["examples"].map((value, index) => ({
    name: `${pointer} [${index}]`,
    schema: pointer,
    value,
  }));
}
