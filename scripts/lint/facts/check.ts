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
  follow,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  parsePointer,
  resolved,
  valueAt,
} from "openapi-gaps/document";

/** `facts.yaml`, which says what each means. */
export interface Facts {
  operations: Record<string, { section: string; call: string; body?: true }>;
  silentPaths: string[];
  fields: BySection<Record<string, string>>;
  openObjects: string[];
  gaps: BySection<Record<string, [kind: string, statement: string]>>;
}

/** By headings of the specification, and then by what is described. */
type BySection<Entries> = Record<string, Record<string, Entries>>;

const factsFile = join(import.meta.dirname, "facts.yaml");

/** What the specification says. */
export function readFacts(): Facts {
  return parse(readFileSync(factsFile, "utf8")) as Facts;
}

/** The headings that the facts name. */
export function citedSections({ operations, fields, gaps }: Facts): string[] {
  const ofOperations = Object.values(operations).map(({ section }) => section);
  return [...ofOperations, ...Object.keys(fields), ...Object.keys(gaps)];
}

/** Something that the contract says otherwise than the specification, or alone, or not at all. */
export interface Disagreement {
  message: string;
  /** In the contract; of what is missing, the nearest place that is there. */
  path: readonly string[];
}

/** Something that is said, and where the contract says it. */
interface Statement {
  says: string;
  path?: readonly string[];
}

/** Every disagreement between the contract and the facts; empty when the two agree. */
export function findDisagreements(document: OpenApiDocument, facts: Facts): Disagreement[] {
  return [
    ...compareOperations(document, facts),
    ...compareFields(document, facts),
    ...compareGaps(document, facts),
    ...compareSecurity(document, facts),
  ];
}

function compareOperations(document: OpenApiDocument, facts: Facts): Disagreement[] {
  const describe = (call: string, inPath: string[], body: unknown, responses: string) =>
    `${call}, parameters ${inPath.join()}, body ${body === true}, responses ${responses}`;
  const actual = operationsOf(document).map(({ operationId, method, path, pointer, node }) => {
    const inPath = asObjectList(node["parameters"])
      .map((parameter) => resolved(document, parameter))
      .filter(({ in: place, required }) => place === "path" && required === true)
      .filter(({ schema }) => typesOf(document, schema) === "string")
      .map(({ name }) => `{${String(name)}}`);
    const body = asObject(node["requestBody"])["required"];
    const responses = responsesOf(document, node);
    const says = describe(`${method} ${path}`, inPath, body, responses);
    return [operationId, { says, path: parsePointer(pointer) }] as const;
  });
  const responses = "2XX: application/json, default: */* of anything";
  const expected = Object.entries(facts.operations).map(
    ([id, { call, body }]) =>
      [id, { says: describe(call, call.match(/\{\w+\}/g) ?? [], body, responses) }] as const,
  );
  const paths = Object.values(facts.operations).map(({ call }) => call.split(" ")[1]!);
  const named = (list: string[]) =>
    list.map((path) => [path, { says: "a path", path: ["paths", path] }] as const);
  return [
    ...compare("operation", expected, actual, ["paths"]),
    ...compare(
      "path",
      named([...paths, ...facts.silentPaths]),
      named(Object.keys(document.paths)),
      ["paths"],
    ),
  ];
}

/** Without what recordings showed: further codes, and media types beside that of anything. */
function responsesOf(document: OpenApiDocument, operation: JsonObject): string {
  return Object.entries(asObjectMap(operation["responses"]))
    .flatMap(([status, response]) => {
      const { content, ...others } = resolved(document, response);
      if (/^\d{3}$/.test(status) && isVerified(others)) return [];
      const types = Object.entries(asObjectMap(content)).filter(
        ([type]) => type === "*/*" || !("*/*" in asObject(content) && isVerified(others)),
      );
      const describe = ([type, { schema }]: [string, JsonObject]) =>
        isObject(schema) && Object.keys(schema).length === 0 ? `${type} of anything` : type;
      return [`${status}: ${types.map(describe).join()}`];
    })
    .join(", ");
}

function compareFields(document: OpenApiDocument, facts: Facts): Disagreement[] {
  const objects = Object.values(facts.fields).flatMap((ofSection) => Object.entries(ofSection));
  return [
    ...objects.flatMap(([place, fields]) => compareObject(document, place, fields)),
    ...facts.openObjects.flatMap((place) => {
      const { schema, path } = schemaAt(document, place);
      const isOpen =
        schema?.["type"] === "object" && Object.keys(asObject(schema["properties"])).length === 0;
      return isOpen || isVerified(schema)
        ? []
        : [{ message: `Not an open object: ${place}.`, path }];
    }),
  ];
}

/** Where evidence has spoken about an object or a field, its word counts, and not that of the specification. */
function compareObject(
  document: OpenApiDocument,
  place: string,
  fields: Record<string, string>,
): Disagreement[] {
  const { schema, holder, path } = schemaAt(document, place);
  if (isVerified(schema ?? holder)) return [];
  if (schema?.["type"] !== "object")
    return [{ message: `Not an object and nothing else: ${place}.`, path }];
  const required = asList(schema["required"]);
  const properties = asObjectMap(schema["properties"]);
  const isOpenToFacts = (name: string) => !isVerified(resolved(document, properties[name] ?? {}));
  const expected = Object.entries(fields)
    .filter(([name]) => isOpenToFacts(name))
    .map(([name, fact]) => [name, { says: fact.replace("conditional", "required") }] as const);
  const actual = Object.keys(properties)
    .filter(isOpenToFacts)
    .map((name) => {
      const property = properties[name]!;
      const isRequired = required.includes(name) ? "required" : "optional";
      const values = valuesOf(resolved(document, property));
      const says = [typesOf(document, property), isRequired, ...values].join(", ");
      return [name, { says, path: [...path, "properties", name] }] as const;
    });
  return compare(`field of ${place}`, expected, actual, path);
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

/** A part of the document, what is written beside a reference to it included. */
interface Place {
  value: JsonObject | undefined;
  path: string[];
}

/**
 * Finds the schema of a place such as `createHpJob request.variables[]` or `… request.actor{avatar}`.
 *
 * @returns with the last object on the way to it, which lacks what is not found, and the path of what was found last
 */
function schemaAt(document: OpenApiDocument, place: string) {
  const [id, message = ""] = place.split(" ");
  const [side, ...steps] = message.split(/(?=[.[{])/);
  const operation = operationsOf(document).find(({ operationId }) => operationId === id);
  const toMessage = side === "request" ? ["requestBody"] : ["responses", "2XX"];
  const toSchema = [...toMessage, "content", "application/json", "schema"];
  const path = operation ? parsePointer(operation.pointer) : ["paths"];
  let found = behind(document, { value: operation?.node, path }, toSchema);
  let holder = found.value;
  for (const step of steps) {
    if (!found.value) break;
    holder = found.value;
    found = behind(document, found, keysOf(document, holder, step));
  }
  return { schema: found.value, holder, path: found.path };
}

/** What stands behind keys; where a key is missing, nothing, and the path of what lacks it. */
function behind(document: OpenApiDocument, { value, path }: Place, keys: string[]): Place {
  let target: Json | undefined = value;
  for (const key of keys) {
    const next = valueAt(target, [key]);
    const end = follow(document, next, [...path, key]);
    if (!end) return { value: undefined, path };
    ({ path } = end);
    target = isObject(next) ? resolved(document, next) : next;
  }
  return { value: isObject(target) ? target : undefined, path };
}

function keysOf(document: OpenApiDocument, schema: JsonObject, step: string): string[] {
  if (step.startsWith(".")) return ["properties", step.slice(1)];
  if (step === "[]") return ["items"];
  const branch = asObjectList(schema["oneOf"]).findIndex((branch) => {
    const properties = asObjectMap(resolved(document, branch)["properties"]);
    return properties["use"]?.["const"] === step.slice(1, -1);
  });
  return ["oneOf", String(branch)];
}

function compareGaps(document: OpenApiDocument, facts: Facts): Disagreement[] {
  const closed = new Set(collectClosedGaps(document).map(({ id }) => id));
  const expected = Object.entries(facts.gaps).flatMap(([section, byOrigin]) =>
    Object.entries(byOrigin).flatMap(([origin, gaps]) =>
      Object.entries(gaps)
        .filter(([id]) => !closed.has(id))
        .map(([id, [kind]]) => [id, { says: `${kind}, ${origin}, in “${section}”` }] as const),
    ),
  );
  const actual = collectGaps(document).map(({ id, kind, origin, source, node }) => {
    const path = [...parsePointer(node), "x-gap"];
    return [id, { says: `${kind}, ${origin}, in “${source}”`, path }] as const;
  });
  return compare("gap", expected, actual, []);
}

function compareSecurity(document: OpenApiDocument, facts: Facts): Disagreement[] {
  const scheme = asObjectMap(document.components["securitySchemes"])["bearerToken"];
  const actual = operationsOf(document).map(({ operationId, node, pointer }) => {
    const says =
      `${JSON.stringify(node["security"] ?? document["security"])}` +
      ` ${scheme?.["type"]} ${scheme?.["scheme"]} ${scheme?.["bearerFormat"] ?? "of any format"}`;
    const path = "security" in node ? [...parsePointer(pointer), "security"] : ["security"];
    return [operationId, { says, path }] as const;
  });
  const expected = Object.keys(facts.operations).map(
    (id) => [id, { says: `[{"bearerToken":[]}] http bearer of any format` }] as const,
  );
  const servers = asObjectList(document["servers"]).map(
    ({ url }) => [String(url), { says: "a server", path: ["servers"] }] as const,
  );
  return [
    ...compare("security of", expected, actual, ["security"]),
    ...compare("server", [["{base_url}", { says: "a server" }]], servers, ["servers"]),
  ];
}

const remedy =
  "Correct it, or scripts/lint/facts/facts.yaml if that says other than the specification.";

/** @param missingAt where what is missing should stand */
function compare(
  what: string,
  expected: readonly (readonly [name: string, Statement])[],
  actual: readonly (readonly [name: string, Statement])[],
  missingAt: readonly string[],
): Disagreement[] {
  const facts = new Map(expected);
  const present = new Set(actual.map(([name]) => name));
  return [
    ...expected
      .filter(([name]) => !present.has(name))
      .map(([name, { says }]) => ({
        message: `The ${what} ${name} is missing: ${says}. ${remedy}`,
        path: missingAt,
      })),
    ...actual
      .filter(([name, { says }]) => facts.get(name)?.says !== says)
      .map(([name, { says, path = missingAt }]) => ({
        message: `The ${what} ${name} is here: ${says}. In the specification: ${facts.get(name)?.says ?? "none"}. ${remedy}`,
        path,
      })),
  ];
}
