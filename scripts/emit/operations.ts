/** The operations of the contract as a typed table: what the client's methods are made of. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
} from "../contract/document.ts";
import { UserError } from "../support/problem.ts";

/** Field that names a job. A success without it is worthless: the job could not be found again. */
const jobIdField = "job_id";

const mediaType = "application/json";

interface Operation {
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
 * `generated/operations.ts`: the types of each operation's arguments and result, and its route.
 *
 * @throws {Error} for an operation that the client could not call: parameters outside the path,
 *   bodies that are not JSON
 */
export function generateOperations(document: OpenApiDocument): string {
  const operations = operationsOf(document).map((place) => readOperation(document, place));
  const named = operations.flatMap(({ parameters, body, result }) =>
    [...parameters.map(schemaOf), body, result].map(typeName),
  );
  const imports = [...new Set(named.filter((name) => name !== undefined))].sort();
  return `/**
 * Operations of the Video Generation Service, generated from its contract. Do not edit: run npm run generate.
 */
import type {
${imports.map((name) => `  ${name},`).join("\n")}
} from "./schema.d.ts";

/** Arguments and result of each operation, by its \`operationId\`. */
export interface OperationTypes {
${operations.map((operation) => renderTypes(document, operation)).join("\n")}
}

/** How an operation is called over HTTP. */
export interface OperationRoute {
  method: string;
  /** Path template, to be appended to the base address. */
  path: string;
  /** Names of the path parameters, in the order of the arguments. */
  parameters?: readonly string[];
  /** Whether the argument after the path parameters is a JSON body. */
  hasBody?: boolean;
  /** Field that every success must have, because it names the job. */
  jobIdField?: string;
}

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationTypes, OperationRoute> = {
${operations.map((operation) => renderRoute(document, operation)).join("\n")}
};
`;
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

function schemaOf(parameter: JsonObject): JsonObject {
  return parameter["schema"] as JsonObject;
}

/** Name of the type of a schema that is a component; anything else has no name of its own. */
function typeName(schema: JsonObject | undefined): string | undefined {
  return String(schema?.["$ref"] ?? "").match(/^#\/components\/schemas\/(\w+)$/)?.[1];
}

function typeOf(schema: JsonObject, id: string): string {
  const name = typeName(schema);
  if (!name) throw new UserError(`${id}: give the schema a name, as a component`);
  return name;
}

function renderTypes(document: OpenApiDocument, operation: Operation): string {
  const { id, parameters, body, result } = operation;
  const types = parameters.map(
    (parameter) => `${camelCase(String(parameter["name"]))}: ${typeOf(schemaOf(parameter), id)}`,
  );
  if (body) types.push(`body: ${typeOf(body, id)}`);
  return `${renderComment(document, operation)}
  ${id}: {
    arguments: [${types.join(", ")}];
    result: ${typeOf(result, id)};
  };`;
}

function renderComment(document: OpenApiDocument, operation: Operation): string {
  const { summary, description } = operation.node;
  const text = [
    `${summary}.`,
    "",
    ...String(description ?? "").split("\n"),
    "",
    "@example",
    "```ts",
    ...exampleCall(document, operation).split("\n"),
    "```",
  ];
  const lines = text.map((line) => `   * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return ["  /**", ...lines, "   */"].join("\n");
}

/** A call with the contract's own example values. */
function exampleCall(document: OpenApiDocument, operation: Operation): string {
  const { id, parameters, node } = operation;
  const values = parameters.map((parameter) =>
    exampleValue(document, resolved(document, schemaOf(parameter)), parameter),
  );
  if (operation.body) {
    const body = resolved(document, node["requestBody"] as JsonObject);
    const media = (body["content"] as { [type: string]: JsonObject })[mediaType] ?? {};
    values.push(exampleValue(document, resolved(document, operation.body), media));
  }
  const written = values.map((value) =>
    value === undefined ? "…" : JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:"),
  );
  return `const ${operation.body ? "job" : "answer"} = await client.${id}(${written.join(", ")});`;
}

function exampleValue(document: OpenApiDocument, schema: JsonObject, holder: JsonObject): unknown {
  if ("example" in holder) return holder["example"];
  const named = Object.values((holder["examples"] ?? {}) as { [name: string]: JsonObject })[0];
  if (named) return resolved(document, named)["value"];
  return (schema["examples"] as unknown[] | undefined)?.[0];
}

function renderRoute(document: OpenApiDocument, operation: Operation): string {
  const { id, method, path, parameters, body, result } = operation;
  const required = resolved(document, result)["required"];
  const namesJob = Array.isArray(required) && required.includes(jobIdField);
  const names = JSON.stringify(parameters.map(({ name }) => name));
  const fields = [
    `method: ${JSON.stringify(method)}`,
    `path: ${JSON.stringify(path)}`,
    ...(parameters.length > 0 ? [`parameters: ${names}`] : []),
    ...(body ? ["hasBody: true"] : []),
    ...(namesJob ? [`jobIdField: ${JSON.stringify(jobIdField)}`] : []),
  ];
  return [`  ${id}: {`, ...fields.map((field) => `    ${field},`), "  },"].join("\n");
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
