/** The operations of the contract as the clients call them: path parameters, a JSON body, a JSON response. */
import { gapsAt } from "openapi-gaps";
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
} from "openapi-gaps/document";
import { firstExample, jsonMediaOf, jsonSchemaOf, jsonType, successesOf } from "./messages.ts";
import { camelCase, UnwritableError } from "./names.ts";
import { notesOf, summaryOf } from "./notes.ts";
import { type Schemas, typeBehind } from "./types.ts";

export interface Operation {
  /** Its name in code: `createHpJob`. */
  id: string;
  pointer: string;
  /** `POST` */
  method: string;
  path: string;
  /** The first one. */
  tag: string;
  summary: string;
  /** Description, then gaps: a line each. */
  notes: string[];
  /** Names of the gaps that are noted here. */
  gaps: string[];
  /** Path parameters in the order of the path. */
  parameters: Argument[];
  body: Argument | undefined;
  /** Name of the type of its response. */
  result: string;
  resultSchema: JsonObject;
  /**
   * Fields without which a success is worthless: of a response that names a job, nothing but the name,
   * since a receipt is worth keeping, whatever else it lacks; of any other, the required lists.
   */
  required: Record<string, "string" | "array">;
}

/** What an operation is called with. */
export interface Argument {
  /** As the contract writes it; `body` for a body. */
  name: string;
  pointer: string;
  /** Name of its type. */
  type: string;
  /** What it is for, in one line. */
  summary: string;
  notes: string[];
  /** Of the contract; `undefined` where it shows none. */
  example: Json | undefined;
  schema: JsonObject;
  /** The parameter or the request body as it is. */
  node: JsonObject;
}

/** All that a method takes, in its order. */
export const argumentsOf = ({ parameters, body }: Operation): Argument[] =>
  body ? [...parameters, body] : parameters;

/** Field that names a job. */
const jobIdField = "job_id";

/** @throws {UnwritableError} for an operation that the clients could not call: messages that are not JSON, or have no name */
export function readOperations(schemas: Schemas): Operation[] {
  return operationsOf(schemas.document).map((place) => readOperation(schemas, place));
}

function readOperation(schemas: Schemas, place: OperationPlace): Operation {
  const { document } = schemas;
  const { operationId, method, path, pointer, node } = place;
  const success = successOf(document, place);
  const result = jsonSchema(success.response, success.pointer);
  const id = /^[a-z]\w*$/.test(operationId) ? operationId : camelCase(operationId);
  return {
    id,
    pointer,
    method: method.toUpperCase(),
    path,
    tag: String(asList(node["tags"])[0] ?? id),
    summary: String(node["summary"] ?? operationId),
    notes: notesOf(node),
    gaps: gapsAt(node).map((gap) => gap.id),
    parameters: readParameters(schemas, place),
    body: readBody(schemas, place),
    result: requireType(schemas, result, success.pointer),
    resultSchema: result,
    required: requiredOf(document, resolved(document, result)),
  };
}

function readParameters(schemas: Schemas, { path, pointer, node }: OperationPlace): Argument[] {
  const { document } = schemas;
  const parameters = [node, document.paths[path]!]
    .flatMap((holder) => asObjectList(holder["parameters"]))
    .map((each) => resolved(document, each));
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => {
    const parameter = parameters.find((candidate) => candidate["name"] === name);
    if (!parameter)
      throw new UnwritableError(pointer, `{${name}} is not described. Add it to parameters.`);
    const schema = asObject(parameter["schema"]);
    return readArgument(schemas, { name, pointer, schema, node: parameter }, parameter);
  });
}

function readBody(schemas: Schemas, { pointer, node }: OperationPlace): Argument | undefined {
  if (!isObject(node["requestBody"])) return undefined;
  const body = resolved(schemas.document, node["requestBody"]);
  const at = `${pointer}/requestBody`;
  const argument = { name: "body", pointer: at, schema: jsonSchema(body, at), node: body };
  return readArgument(schemas, argument, jsonMediaOf(body));
}

/** @param holder of the examples */
function readArgument(
  schemas: Schemas,
  argument: Pick<Argument, "name" | "pointer" | "schema" | "node">,
  holder: JsonObject,
): Argument {
  const { pointer, schema, node } = argument;
  const target = resolved(schemas.document, schema);
  return {
    ...argument,
    type: requireType(schemas, schema, pointer),
    summary: summaryOf(node, target),
    notes: notesOf(node),
    example: firstExample(schemas.document, holder, target),
  };
}

function jsonSchema(message: JsonObject, pointer: string): JsonObject {
  const schema = jsonSchemaOf(message);
  if (!schema) throw new UnwritableError(pointer, `the clients speak ${jsonType} only.`);
  return schema;
}

function requireType(schemas: Schemas, schema: JsonObject, pointer: string): string {
  const name = typeBehind(schemas, schema);
  if (!name)
    throw new UnwritableError(pointer, "give the schema a name, as a component: types need one.");
  return name;
}

/** The response of any success, or the only one that has a code. */
function successOf(document: OpenApiDocument, { pointer, node }: OperationPlace) {
  const codes = successesOf(node);
  const [code = "2XX", other] = codes;
  if (other)
    throw new UnwritableError(
      `${pointer}/responses`,
      `a call has one type of response, and ${codes.join(", ")} have one each. Describe every success under 2XX.`,
    );
  return {
    response: resolved(document, asObjectMap(node["responses"])[code] ?? {}),
    pointer: `${pointer}/responses/${code}`,
  };
}

function requiredOf(document: OpenApiDocument, result: JsonObject): Operation["required"] {
  const required = asList(result["required"]).map(String);
  const properties = asObjectMap(result["properties"]);
  const jobId = resolved(document, properties[jobIdField] ?? {});
  if (required.includes(jobIdField) && jobId["type"] === "string")
    return { [jobIdField]: "string" };
  const lists = required.filter(
    (name) => resolved(document, properties[name] ?? {})["type"] === "array",
  );
  return Object.fromEntries(lists.map((name) => [name, "array"]));
}
