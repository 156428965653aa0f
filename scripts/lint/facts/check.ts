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
  const describe = (call: string, inPath: string[], body: unknown, responses: string) =>
    `${call}, parameters ${inPath.join()}, body ${body === true}, responses ${responses}`;
  const actual = operationsOf(document).map(({ operationId, method, path, node }) => {
    const inPath = asObjectList(node["parameters"])
      .map((parameter) => resolved(document, parameter))
      .filter(({ in: place, required }) => place === "path" && required === true)
      .filter(({ schema }) => typesOf(document, schema) === "string")
      .map(({ name }) => `{${String(name)}}`);
    const body = asObject(node["requestBody"])["required"];
    const responses = responsesOf(document, node);
    return `${operationId}: ${describe(`${method} ${path}`, inPath, body, responses)}`;
  });
  const responses = "2XX: application/json, default: */* of anything";
  const expected = Object.entries(facts.operations).map(
    ([id, { call, body }]) =>
      `${id}: ${describe(call, call.match(/\{\w+\}/g) ?? [], body, responses)}`,
  );
  const paths = Object.values(facts.operations).map(({ call }) => call.split(" ")[1]!);
  return [
    ...difference("operation", expected, actual),
    ...difference("path", [...paths, ...facts.silentPaths], Object.keys(document.paths)),
  ];
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
  const objects = Object.values(facts.fields).flatMap((ofSection) => Object.entries(ofSection));
  return [
    ...objects.flatMap(([place, fields]) => compareObject(document, place, fields)),
    ...facts.openObjects.flatMap((place) => {
      const { schema } = schemaAt(document, place);
      const isOpen =
        schema?.["type"] === "object" && Object.keys(asObject(schema["properties"])).length === 0;
      return isOpen || isVerified(schema) ? [] : [`Not an open object: ${place}`];
    }),
  ];
}

/** Where evidence has spoken about an object or a field, its word counts, and not that of the specification. */
function compareObject(
  document: OpenApiDocument,
  place: string,
  fields: Record<string, string>,
): string[] {
  const { schema, holder } = schemaAt(document, place);
  if (isVerified(schema ?? holder)) return [];
  if (schema?.["type"] !== "object") return [`Not an object and nothing else: ${place}`];
  const required = asList(schema["required"]);
  const properties = asObjectMap(schema["properties"]);
  const isOpenToFacts = (name: string) => !isVerified(resolved(document, properties[name] ?? {}));
  const expected = Object.entries(fields)
    .filter(([name]) => isOpenToFacts(name))
    .map(([name, fact]) => `${name}: ${fact.replace("conditional", "required")}`);
  const actual = Object.keys(properties)
    .filter(isOpenToFacts)
    .map((name) => {
      const property = properties[name]!;
      const isRequired = required.includes(name) ? "required" : "optional";
      const values = valuesOf(resolved(document, property));
      return `${name}: ${[typesOf(document, property), isRequired, ...values].join(", ")}`;
    });
  return difference(`field of ${place}`, expected, actual);
}

/** `one of` all values, or `such as` those that are shown. */
function valuesOf(node: JsonObject): string[] {
  const { enum: list, const: constant, "x-extensible-enum": known } = node;
  const closed = list ?? (constant === undefined ? undefined : [constant]);
  if (closed === undefined && known === undefined) return [];
  return [`${closed ? "one of" : "such as"} ${asList(closed ?? known).join(" ")}`];
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
 * Finds the schema of a place such as `createHpJob request.variables[]` or `… request.actor{avatar}`.
 *
 * @returns with the last object on the way to it, which lacks what is not found
 */
function schemaAt(
  document: OpenApiDocument,
  place: string,
): { schema: JsonObject | undefined; holder: JsonObject | undefined } {
  const [id, message = ""] = place.split(" ");
  const [side, ...steps] = message.split(/(?=[.[{])/);
  const { node = {} } = operationsOf(document).find(({ operationId }) => operationId === id) ?? {};
  const body = side === "request" ? asObject(node["requestBody"]) : successOf(node);
  const content = jsonSchemaOf(resolved(document, body));
  let schema = content && resolved(document, content);
  let holder = schema;
  for (const step of steps) {
    if (!schema) break;
    holder = schema;
    const next = takeStep(document, schema, step);
    schema = isObject(next) ? resolved(document, next) : undefined;
  }
  return { schema, holder };
}

function takeStep(document: OpenApiDocument, schema: JsonObject, step: string): unknown {
  if (step.startsWith(".")) return asObject(schema["properties"])[step.slice(1)];
  if (step === "[]") return schema["items"];
  return asObjectList(schema["oneOf"]).find((branch) => {
    const properties = asObjectMap(resolved(document, branch)["properties"]);
    return properties["use"]?.["const"] === step.slice(1, -1);
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
