/** Compares a contract with the facts of the specification, in both directions. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  resolved,
} from "../../contract/document.ts";
import { collectGaps } from "../../contract/gaps.ts";
import { type FieldFact, fieldFacts, openObjects } from "./fields.ts";
import { gapFacts } from "./gaps.ts";
import { operationFacts, silentPaths } from "./operations.ts";

/**
 * Every disagreement between the contract and the specification, as sentences; empty when the two
 * agree.
 */
export function disagreements(document: OpenApiDocument): string[] {
  return [
    ...compareOperations(document),
    ...compareFields(document),
    ...compareGaps(document),
    ...compareSecurity(document),
  ];
}

function compareOperations(document: OpenApiDocument): string[] {
  const actual = operationsOf(document).map(
    ({ operationId, method, path, node }) =>
      `${operationId}: ${method} ${path}` +
      ` parameters ${JSON.stringify(pathParametersOf(document, node))}` +
      ` body ${isObject(node["requestBody"]) && node["requestBody"]["required"] === true}` +
      ` responses ${responsesOf(document, node)}`,
  );
  const expected = operationFacts.map(
    ({ operationId, method, path, pathParameters, hasBody }) =>
      `${operationId}: ${method} ${path} parameters ${JSON.stringify(pathParameters)}` +
      ` body ${hasBody} responses 2XX: application/json, default: */* of anything`,
  );
  const paths = [...operationFacts.map(({ path }) => path), ...silentPaths];
  return [
    ...difference("operation", expected, actual),
    ...difference("path", paths, Object.keys(document.paths)),
  ];
}

function pathParametersOf(document: OpenApiDocument, operation: JsonObject): string[] {
  const parameters = (operation["parameters"] ?? []) as JsonObject[];
  return parameters
    .map((parameter) => resolved(document, parameter))
    .filter(
      ({ in: place, required, schema }) =>
        place === "path" && required === true && typesOf(document, schema) === "string",
    )
    .map(({ name }) => String(name));
}

function responsesOf(document: OpenApiDocument, operation: JsonObject): string {
  const responses = Object.entries(
    (operation["responses"] ?? {}) as { [status: string]: JsonObject },
  );
  const describe = ([status, response]: [string, JsonObject]) => {
    const content = (resolved(document, response)["content"] ?? {}) as {
      [type: string]: JsonObject;
    };
    const types = Object.entries(content).map(([type, { schema }]) =>
      isObject(schema) && Object.keys(schema).length === 0 ? `${type} of anything` : type,
    );
    return `${status}: ${types}`;
  };
  return responses.map(describe).join(", ");
}

function compareFields(document: OpenApiDocument): string[] {
  const objects = [...new Set(fieldFacts.map(({ object }) => object))];
  return [
    ...objects.flatMap((object) => {
      const facts = fieldFacts.filter((fact) => fact.object === object);
      return difference(`field of ${object}`, facts.map(describeFact), fieldsOf(document, object));
    }),
    ...objects.flatMap((object) => {
      const type = schemaAt(document, object)?.["type"];
      return type === "object" ? [] : [`Not an object and nothing else: ${object}`];
    }),
    ...openObjects.flatMap((object) => {
      const schema = schemaAt(document, object);
      const isOpen = schema?.["type"] === "object" && fieldsOf(document, object).length === 0;
      return isOpen ? [] : [`Not an open object: ${object}`];
    }),
  ];
}

function describeFact({ field, type, required, closed, known }: FieldFact): string {
  return describeField(field, type.join(" or "), required, closed, known);
}

function describeField(
  field: string,
  type: string,
  required: boolean,
  closed: unknown[] | undefined,
  known: unknown[] | undefined,
): string {
  const values = closed
    ? `one of ${closed.join(", ")}`
    : known
      ? `such as ${known.join(", ")}`
      : "any";
  return `${field}: ${type}, ${required ? "required" : "optional"}, ${values}`;
}

function fieldsOf(document: OpenApiDocument, object: string): string[] {
  const schema = schemaAt(document, object);
  if (!schema) return ["nothing stands here"];
  const required = (schema["required"] ?? []) as string[];
  const properties = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
  return Object.entries(properties).map(([name, property]) => {
    const { enum: list, const: constant, ...rest } = resolved(document, property);
    const closed = (list ?? (constant === undefined ? undefined : [constant])) as
      unknown[] | undefined;
    const known = rest["x-extensible-enum"] as unknown[] | undefined;
    return describeField(name, typesOf(document, property), required.includes(name), closed, known);
  });
}

function typesOf(document: OpenApiDocument, node: unknown): string {
  if (!isObject(node)) return "nothing";
  const schema = resolved(document, node);
  const branches = (schema["oneOf"] ?? schema["anyOf"]) as JsonObject[] | undefined;
  if (branches)
    return [...new Set(branches.map((branch) => typesOf(document, branch)))].join(" or ");
  return [schema["type"] ?? "any"].flat().join(" or ");
}

/**
 * Finds the schema of a place such as `createHpJob request.variables[]` or `…
 * request.actor{avatar}`.
 */
function schemaAt(document: OpenApiDocument, place: string): JsonObject | undefined {
  const [operationId, message = ""] = place.split(" ");
  const [side, ...steps] = message.split(/(?=[.[{])/);
  const operation = operationsOf(document).find(
    (candidate) => candidate.operationId === operationId,
  );
  const body =
    side === "request"
      ? operation?.node["requestBody"]
      : (operation?.node["responses"] as JsonObject | undefined)?.["2XX"];
  const content = isObject(body) ? resolved(document, body)["content"] : undefined;
  const media = isObject(content) ? content["application/json"] : undefined;
  let schema =
    isObject(media) && isObject(media["schema"]) ? resolved(document, media["schema"]) : undefined;
  for (const step of steps) schema = schema && takeStep(document, schema, step);
  return schema;
}

function takeStep(
  document: OpenApiDocument,
  schema: JsonObject,
  step: string,
): JsonObject | undefined {
  const next = step.startsWith(".")
    ? (schema["properties"] as JsonObject | undefined)?.[step.slice(1)]
    : step === "[]"
      ? schema["items"]
      : branchOf(document, schema, step.slice(1, -1));
  return isObject(next) ? resolved(document, next) : undefined;
}

function branchOf(
  document: OpenApiDocument,
  schema: JsonObject,
  use: string,
): JsonObject | undefined {
  const branches = (schema["oneOf"] ?? []) as JsonObject[];
  return branches.find((branch) => {
    const properties = resolved(document, branch)["properties"] as { use?: JsonObject } | undefined;
    return properties?.use?.["const"] === use;
  });
}

function compareGaps(document: OpenApiDocument): string[] {
  const describe = (id: string, kind: string, section: string) => `${id}: ${kind}, in “${section}”`;
  const expected = gapFacts.map(({ id, kind, section }) => describe(id, kind, section));
  const actual = collectGaps(document).map(({ id, kind, source }) => describe(id, kind, source));
  return difference("gap", expected, actual);
}

function compareSecurity(document: OpenApiDocument): string[] {
  const schemes = document.components["securitySchemes"] as
    { [name: string]: JsonObject } | undefined;
  const scheme = schemes?.["bearerToken"];
  const actual = operationsOf(document).map(
    ({ operationId, node }) =>
      `${operationId}: ${JSON.stringify(node["security"] ?? document["security"])}` +
      ` ${scheme?.["type"]} ${scheme?.["scheme"]} ${scheme?.["bearerFormat"] ?? "of any format"}`,
  );
  const expected = operationFacts.map(
    ({ operationId }) => `${operationId}: [{"bearerToken":[]}] http bearer of any format`,
  );
  const servers =
    (document["servers"] as JsonObject[] | undefined)?.map(({ url }) => String(url)) ?? [];
  return [
    ...difference("security of an operation", expected, actual),
    ...difference("server", ["{base_url}"], servers),
  ];
}

function difference(what: string, expected: string[], actual: string[]): string[] {
  return [
    ...expected.filter((item) => !actual.includes(item)).map((item) => `Missing ${what}: ${item}`),
    ...actual
      .filter((item) => !expected.includes(item))
      .map((item) => `Unfounded ${what}: ${item}`),
  ];
}
