/** The operations of the contract as the client calls them: path parameters, a JSON body, a JSON answer. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
} from "../contract/document.ts";
import { UserError } from "../support/problem.ts";

export const mediaType = "application/json";

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
  const parameters = ((node["parameters"] ?? []) as JsonObject[]).map((parameter) =>
    resolved(document, parameter),
  );
  for (const { name, in: place } of parameters) {
    if (place !== "path")
      throw new UserError(`${id}: the client has no place for ${place} ${name}`);
  }
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const responses = node["responses"] as { [status: string]: JsonObject };
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
    result: jsonSchema(id, resolved(document, responses["2XX"] ?? {})),
    node,
  };
}

function jsonSchema(id: string, node: JsonObject): JsonObject {
  const content = node["content"] as { [type: string]: JsonObject } | undefined;
  const schema = content?.[mediaType]?.["schema"];
  if (!isObject(schema)) throw new UserError(`${id}: the client speaks ${mediaType} only`);
  return schema;
}
