/** Compares a contract with the facts of the specification, in both directions. */
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  resolved,
} from "../../../gaps/src/document/document.ts";
import { collectClosedGaps, collectGaps } from "../../../gaps/src/notes/gaps.ts";
import { jsonSchemaOf, successOf } from "../../../gaps/src/document/message.ts";
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
  return asObjectList(operation["parameters"])
    .map((parameter) => resolved(document, parameter))
    .filter(
      ({ in: place, required, schema }) =>
        place === "path" && required === true && typesOf(document, schema) === "string",
    )
    .map(({ name }) => String(name));
}

function responsesOf(document: OpenApiDocument, operation: JsonObject): string {
  const responses = Object.entries(asObjectMap(operation["responses"])).filter(
    ([, response]) => !("x-verified" in response),
  );
  const describe = ([status, response]: [string, JsonObject]) => {
    const content = asObjectMap(resolved(document, response)["content"]);
    const types = Object.entries(content).map(([type, { schema }]) =>
      isObject(schema) && Object.keys(schema).length === 0 ? `${type} of anything` : type,
    );
    return `${status}: ${types}`;
  };
  return responses.map(describe).join(", ");
}

function compareFields(document: OpenApiDocument): string[] {
  const objects = [...new Set(fieldFacts.map(({ object }) => object))].filter(
    (object) => !isTakenAway(document, object),
  );
  return [
    ...objects.flatMap((object) => {
      const facts = fieldFacts.filter(
        (fact) => fact.object === object && !isTakenAway(document, `${object}.${fact.field}`),
      );
      return difference(
        `field of ${object}`,
        facts.map(describeFact),
        fieldsOf(document, object, facts),
      );
    }),
    ...objects.flatMap((object) => {
      const type = schemaAt(document, object)?.["type"];
      return type === "object" ? [] : [`Not an object and nothing else: ${object}`];
    }),
    ...openObjects.flatMap((object) => {
      const schema = schemaAt(document, object);
      const isOpen =
        schema?.["type"] === "object" && Object.keys(asObject(schema["properties"])).length === 0;
      return isOpen || isVerified(schema) ? [] : [`Not an open object: ${object}`];
    }),
  ];
}

function describeFact({ field, type, required, closed, known }: FieldFact): string {
  return describeField(field, type.join(" or "), required !== false, closed, known);
}

function describeField(
  field: string,
  type: string,
  required: boolean,
  closed: string[] | undefined,
  known: string[] | undefined,
): string {
  const values = closed
    ? `one of ${closed.join(", ")}`
    : known
      ? `such as ${known.join(", ")}`
      : "any";
  return `${field}: ${type}, ${required ? "required" : "optional"}, ${values}`;
}

/** Evidence may show that a field is not there, and then its object says so. */
function isTakenAway(document: OpenApiDocument, place: string): boolean {
  const cut = place.lastIndexOf(".");
  if (cut < 0) return false;
  const schema = schemaAt(document, place.slice(0, cut));
  if (!schema) return isTakenAway(document, place.slice(0, cut));
  const [field = ""] = /^\w+/.exec(place.slice(cut + 1)) ?? [];
  return isVerified(schema) && !Object.hasOwn(asObject(schema["properties"]), field);
}

/** The fields of an object, without what evidence has added to the facts. */
function fieldsOf(document: OpenApiDocument, object: string, facts: FieldFact[]): string[] {
  const schema = schemaAt(document, object);
  if (!schema) return ["nothing stands here"];
  const required = asList(schema["required"]);
  return Object.entries(asObjectMap(schema["properties"])).map(([name, property]) => {
    const node = resolved(document, property);
    const fact = facts.find(({ field }) => field === name);
    const settled = isVerified(node) && fact !== undefined;
    const { closed, known } = settled ? valuesBehind(node, fact) : valuesOf(node);
    return describeField(
      name,
      settled ? typesBehind(document, property, fact) : typesOf(document, property),
      required.includes(name) && (fact?.required !== false || !isVerified(schema)),
      closed,
      known,
    );
  });
}

function isVerified(node: JsonObject | undefined): boolean {
  return node?.["x-verified"] !== undefined;
}

function valuesOf(node: JsonObject): Pick<FieldFact, "closed" | "known"> {
  const { enum: list, const: constant, "x-extensible-enum": known } = node;
  const closed = list ?? (constant === undefined ? undefined : [constant]);
  return {
    ...(closed === undefined ? {} : { closed: asList(closed).map(String) }),
    ...(known === undefined ? {} : { known: asList(known).map(String) }),
  };
}

/** Evidence may name values or close a list of them; the values that the specification shows stay in it. */
function valuesBehind(node: JsonObject, fact: FieldFact): Pick<FieldFact, "closed" | "known"> {
  const { closed, known } = valuesOf(node);
  const keepsKnown = (fact.known ?? []).every((value) => (closed ?? known)?.includes(value));
  return fact.closed === undefined && keepsKnown ? fact : valuesOf(node);
}

/** Evidence may settle which of several types holds. */
function typesBehind(document: OpenApiDocument, property: JsonObject, fact: FieldFact): string {
  const types = typesOf(document, property).split(" or ");
  return (types.every((type) => fact.type.includes(type)) ? fact.type : types).join(" or ");
}

function typesOf(document: OpenApiDocument, node: unknown): string {
  if (!isObject(node)) return "nothing";
  const schema = resolved(document, node);
  const branches = schema["oneOf"] ?? schema["anyOf"];
  if (branches)
    return [...new Set(asList(branches).map((branch) => typesOf(document, branch)))].join(" or ");
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
  const { node = {} } = operation ?? {};
  const body = side === "request" ? asObject(node["requestBody"]) : successOf(node);
  const content = jsonSchemaOf(resolved(document, body));
  let schema = content && resolved(document, content);
  for (const step of steps) schema = schema && takeStep(document, schema, step);
  return schema;
}

function takeStep(
  document: OpenApiDocument,
  schema: JsonObject,
  step: string,
): JsonObject | undefined {
  const next = step.startsWith(".")
    ? asObject(schema["properties"])[step.slice(1)]
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
  return asObjectList(schema["oneOf"]).find((branch) => {
    const properties = asObjectMap(resolved(document, branch)["properties"]);
    return properties["use"]?.["const"] === use;
  });
}

function compareGaps(document: OpenApiDocument): string[] {
  const describe = (id: string, kind: string, origin: string, section: string) =>
    `${id}: ${kind}, ${origin}, in “${section}”`;
  const closed = new Set(collectClosedGaps(document).map(({ id }) => id));
  const expected = gapFacts
    .filter(({ id }) => !closed.has(id))
    .map(({ id, kind, origin, section }) => describe(id, kind, origin, section));
  const actual = collectGaps(document).map(({ id, kind, origin, source }) =>
    describe(id, kind, origin, source),
  );
  return difference("gap", expected, actual);
}

function compareSecurity(document: OpenApiDocument): string[] {
  const scheme = asObjectMap(document.components["securitySchemes"])["bearerToken"];
  const actual = operationsOf(document).map(
    ({ operationId, node }) =>
      `${operationId}: ${JSON.stringify(node["security"] ?? document["security"])}` +
      ` ${scheme?.["type"]} ${scheme?.["scheme"]} ${scheme?.["bearerFormat"] ?? "of any format"}`,
  );
  const expected = operationFacts.map(
    ({ operationId }) => `${operationId}: [{"bearerToken":[]}] http bearer of any format`,
  );
  const servers = asObjectList(document["servers"]).map(({ url }) => String(url));
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
