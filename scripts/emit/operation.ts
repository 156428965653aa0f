/** The operations of the contract as the client calls them: path parameters, a JSON body, a JSON answer. */
import {
  asObjectList,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
} from "../contract/document.ts";
import { UserError } from "../support/problem.ts";
import { jsonSchemaOf, successOf, jsonType } from "../contract/message.ts";

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Path parameters in the order of the path. */
  parameters: JsonObject[];
  body: JsonObject | undefined;
  result: JsonObject;
  node: JsonObject;
}

/**
 * The operations of a contract, as the client calls them.
 *
 * @throws {UserError} for one that it could not call: parameters outside the path, bodies that
 *   are not JSON
 */
export function readOperations(document: OpenApiDocument): Operation[] {
  return operationsOf(document).map((place) => readOperation(document, place));
}

function readOperation(
  document: OpenApiDocument,
  { operationId: id, method, path, node }: OperationPlace,
): Operation {
  const parameters = asObjectList(node["parameters"]).map((parameter) =>
    resolved(document, parameter),
  );
  for (const { name, in: place } of parameters) {
    if (place !== "path")
      throw new UserError(`${id}: the client has no place for ${place} ${name}`);
  }
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const body = node["requestBody"];
  return {
    id,
    method: method.toUpperCase(),
    path,
    parameters: inPath.map((name) => {
      const parameter = parameters.find((candidate) => candidate["name"] === name);
      if (!parameter) throw new UserError(`${id}: {${name}} is not described`);
      return parameter;
    }),
    body: isObject(body) ? jsonSchema(id, resolved(document, body)) : undefined,
    result: jsonSchema(id, resolved(document, successOf(node))),
    node,
  };
}

function jsonSchema(id: string, node: JsonObject): JsonObject {
  const schema = jsonSchemaOf(node);
  if (!schema) throw new UserError(`${id}: the client speaks ${jsonType} only`);
  return schema;
}
