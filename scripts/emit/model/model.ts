/** What every emitter reads: the contract once, with nothing of OpenAPI left to interpret. */
import { collectGaps, type Gap, withGapsOnOperations } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { argumentsOf, type Operation, readOperations } from "./operations.ts";
import { UnwritableError } from "./names.ts";
import { nameSchemas, readTypes, type Types } from "./types.ts";

export interface Model {
  operations: Operation[];
  /** All that a request can hold. */
  inputs: Types;
  /** All that a response can hold. */
  responses: Types;
  /** In the order of the contract. */
  gaps: Gap[];
  /** The names that schemas have in code, by those in the contract. */
  typeNames: Map<string, string>;
  /** For what turns one document into another, and for libraries that read one themselves. */
  document: OpenApiDocument;
}

/** @throws {UnwritableError} for what no client could be written for */
export function readModel(document: OpenApiDocument): Model {
  const schemas = nameSchemas(withGapsOnOperations(document));
  const operations = readOperations(schemas);
  const sent = operations.flatMap(argumentsOf).map(({ schema }) => schema);
  const received = operations.map(({ resultSchema }) => resultSchema);
  const inputs = readTypes(schemas, sent, true);
  const responses = readTypes(schemas, received, false);
  for (const { name, kind, pointer } of responses.values())
    if (kind === "record" && inputs.get(name)?.kind === "record")
      throw new UnwritableError(
        pointer,
        "it is sent, and it comes back. Give each a schema of its own: the first is closed, the second open.",
      );
  for (const { pointer, result } of operations)
    if (responses.get(result)?.kind !== "record")
      throw new UnwritableError(
        `${pointer}/responses`,
        `${result} is no object with properties, which the clients need to read a response.`,
      );
  const gaps = collectGaps(document);
  const { typeNames } = schemas;
  return { operations, inputs, responses, gaps, typeNames, document };
}
