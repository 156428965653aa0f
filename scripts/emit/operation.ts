/** The operations of the contract as the client calls them: path parameters, a JSON body, a JSON answer. */
import {
  asList,
  asObjectList,
  asObjectMap,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
} from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { jsonSchemaOf, successOf, jsonType } from "../../gaps/src/document/message.ts";

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Path parameters in the order of the path. */
  parameters: JsonObject[];
  body: JsonObject | undefined;
  result: JsonObject;
  /**
   * Fields without which a success is worthless: of an answer that names a job, nothing but the name,
   * since a receipt is worth keeping, whatever else it lacks; of any other, the required lists.
   */
  required: { [field: string]: "string" | "array" };
  node: JsonObject;
}

/** Field that names a job. */
const jobIdField = "job_id";

const prefix = "#/components/schemas/";

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
  const result = jsonSchema(id, resolved(document, successOf(node)));
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
    result,
    required: requiredOf(document, resolved(document, result)),
    node,
  };
}

function requiredOf(document: OpenApiDocument, result: JsonObject): Operation["required"] {
  const required = asList(result["required"]).map(String);
  if (required.includes(jobIdField)) return { [jobIdField]: "string" };
  const properties = asObjectMap(result["properties"]);
  const lists = required.filter(
    (name) => resolved(document, properties[name] ?? {})["type"] === "array",
  );
  return Object.fromEntries(lists.map((name) => [name, "array"]));
}

/** The name of the schema that a reference leads to. */
export function referencedName(schema: JsonObject | undefined): string | undefined {
  const { $ref } = schema ?? {};
  return typeof $ref === "string" && $ref.startsWith(prefix)
    ? $ref.slice(prefix.length)
    : undefined;
}

/** @throws {UserError} for a schema without a name: nothing to call its type by */
export function requireName(schema: JsonObject, id: string): string {
  const name = referencedName(schema);
  if (!name) throw new UserError(`${id}: give the schema a name, as a component`);
  return name;
}

function jsonSchema(id: string, node: JsonObject): JsonObject {
  const schema = jsonSchemaOf(node);
  if (!schema) throw new UserError(`${id}: the client speaks ${jsonType} only`);
  return schema;
}
