/** Compares a contract with the facts of the specification, in both directions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
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
} from "openapi-gaps/document";
import { jsonSchemaOf, successOf } from "../../support/message.ts";

/** `facts.yaml`, which says what each means. */
interface Facts {
  operations: Record<string, { section: string; call: string; body?: true }>;
  silentPaths: string[];
  fields: BySection<Record<string, string>>;
  openObjects: string[];
  gaps: BySection<Record<string, [kind: string, statement: string]>>;
}

/** By headings of the specification, and then by what is described. */
type BySection<Entries> = Record<string, Record<string, Entries>>;

const facts = parse(readFileSync(join(import.meta.dirname, "facts.yaml"), "utf8")) as Facts;

/** The headings that the facts name. */
export function citedSections(): string[] {
  const ofOperations = Object.values(facts.operations).map(({ section }) => section);
  return [...ofOperations, ...Object.keys(facts.fields), ...Object.keys(facts.gaps)];
}

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
  const describe = (
    id: string,
    call: string,
    parameters: string[],
    body: boolean,
    responses: string,
  ) => `${id}: ${call} parameters ${parameters.join()} body ${body} responses ${responses}`;
  const actual = operationsOf(document).map(({ operationId, method, path, node }) =>
    describe(
      operationId,
      `${method} ${path}`,
      pathParametersOf(document, node),
      asObject(node["requestBody"])["required"] === true,
      responsesOf(document, node),
    ),
  );
  const expected = Object.entries(facts.operations).map(([id, { call, body = false }]) => {
    const parameters = [...call.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    return describe(id, call, parameters, body, "2XX: application/json, default: */* of anything");
  });
  const paths = Object.values(facts.operations).map(({ call }) => call.split(" ")[1]!);
  return [
    ...difference("operation", expected, actual),
    ...difference("path", [...paths, ...facts.silentPaths], Object.keys(document.paths)),
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
  const objects = Object.values(facts.fields)
    .flatMap((ofSection) => Object.entries(ofSection))
    .filter(([object]) => !isTakenAway(document, object));
  return [
    ...objects.flatMap(([object, fields]) => {
      const expected = Object.entries(fields)
        .filter(([field]) => !isTakenAway(document, `${object}.${field}`))
        .map(([field, fact]) => `${field}: ${describeFact(parseFact(fact))}`);
      return difference(`field of ${object}`, expected, fieldsOf(document, object, fields));
    }),
    ...objects
      .filter(([object]) => schemaAt(document, object)?.["type"] !== "object")
      .map(([object]) => `Not an object and nothing else: ${object}`),
    ...facts.openObjects.flatMap((object) => {
      const schema = schemaAt(document, object);
      const isOpen =
        schema?.["type"] === "object" && Object.keys(asObject(schema["properties"])).length === 0;
      return isOpen || isVerified(schema) ? [] : [`Not an open object: ${object}`];
    }),
  ];
}

/** What the facts and the contract say of a field. */
interface FieldFact {
  types: string[];
  isRequired: boolean;
  /** `one of` or `such as`, and the values. */
  range?: string | undefined;
  values: string[];
}

function parseFact(text: string): FieldFact {
  const [types = "", required, listed] = text.split(", ");
  const [, range, values = ""] = /^(one of|such as) (.*)$/.exec(listed ?? "") ?? [];
  return {
    types: types.split(" or "),
    isRequired: required !== "optional",
    range,
    values: values.split(" ").filter(Boolean),
  };
}

function describeFact({ types, isRequired, range, values }: FieldFact): string {
  const listed = range ? [`${range} ${values.join(" ")}`] : [];
  return [types.join(" or "), isRequired ? "required" : "optional", ...listed].join(", ");
}

/** The fields of an object, without what evidence has added to the facts. */
function fieldsOf(
  document: OpenApiDocument,
  object: string,
  facts: Record<string, string>,
): string[] {
  const schema = schemaAt(document, object);
  if (!schema) return ["nothing stands here"];
  const required = asList(schema["required"]);
  return Object.entries(asObjectMap(schema["properties"])).map(([name, property]) => {
    const node = resolved(document, property);
    const found: FieldFact = {
      types: typesOf(document, property).split(" or "),
      isRequired: required.includes(name),
      ...valuesOf(node),
    };
    const fact = facts[name] === undefined ? undefined : parseFact(facts[name]);
    // Evidence may show that a field is always there.
    if (fact && isVerified(schema)) found.isRequired &&= fact.isRequired;
    return `${name}: ${describeFact(fact && isVerified(node) ? behindEvidence(found, fact) : found)}`;
  });
}

/**
 * Evidence may settle which of several types holds, name values, or close a list of them; the values that the specification
 * shows stay in it.
 */
function behindEvidence(found: FieldFact, fact: FieldFact): FieldFact {
  const narrowsTypes = found.types.every((type) => fact.types.includes(type));
  const keepsValues =
    fact.range !== "one of" && fact.values.every((value) => found.values.includes(value));
  return {
    ...found,
    ...(narrowsTypes && { types: fact.types }),
    ...(keepsValues && { range: fact.range, values: fact.values }),
  };
}

function valuesOf(node: JsonObject): Pick<FieldFact, "range" | "values"> {
  const { enum: list, const: constant, "x-extensible-enum": known } = node;
  const closed = list ?? (constant === undefined ? undefined : [constant]);
  if (closed === undefined && known === undefined) return { values: [] };
  const values = asList(closed ?? known).map(String);
  return { range: closed === undefined ? "such as" : "one of", values };
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

function isVerified(node: JsonObject | undefined): boolean {
  return node?.["x-verified"] !== undefined;
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
  const closed = new Set(collectClosedGaps(document).map(({ id }) => id));
  const expected = Object.entries(facts.gaps).flatMap(([section, byOrigin]) =>
    Object.entries(byOrigin).flatMap(([origin, gaps]) =>
      Object.entries(gaps)
        .filter(([id]) => !closed.has(id))
        .map(([id, [kind]]) => `${id}: ${kind}, ${origin}, in “${section}”`),
    ),
  );
  const actual = collectGaps(document).map(
    ({ id, kind, origin, source }) => `${id}: ${kind}, ${origin}, in “${source}”`,
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
  const expected = Object.keys(facts.operations).map(
    (operationId) => `${operationId}: [{"bearerToken":[]}] http bearer of any format`,
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
