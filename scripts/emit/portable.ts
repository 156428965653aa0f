/**
 * The portable copy of the contract: OpenAPI 3.0.3 for tools that cannot read the honest form. Why it is not left to a
 * converter, and what it decides: `docs/decisions/0008-portable-copy.md`.
 */
import {
  asList,
  asObject,
  asObjectMap,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  methods,
  type OpenApiDocument,
  walk,
} from "openapi-gaps/document";
import { jsonType } from "./model/messages.ts";

/** What changes an object in place, by the kind of the object. */
const conversions: Record<string, ((node: JsonObject) => void)[]> = {
  responses: [nameSuccess],
  response: [giveJson],
  server: [fillVariables],
  paths: [dropPathsWithoutOperations],
  schema: [dropTitle, giveOneExample, listConstant, splitTypes, openObject, wrapReference],
};

/** Copies the contract as OpenAPI 3.0.3. A keyword that it has no form of stays, and Redocly refuses it in the tests. */
export function portableCopy(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  copy["openapi"] = "3.0.3";
  copy.info["description"] = `${copy.info["summary"]}\n\n${notice}`;
  delete copy.info["summary"];
  for (const { kind, value } of walk(copy)) {
    for (const convert of conversions[kind] ?? []) convert(value);
    dropNotes(value);
  }
  return copy;
}

const notice = `**A derived copy.** Made from the contract, \`openapi.yaml\`, for tools that cannot read it. The contract is OpenAPI 3.1, says what is not documented, and is what counts; it stands beside this copy. Where the contract leaves something open, the copy has to decide:

- \`200\` for a success of any code: accept every \`2XX\`
- \`application/json\` for a failure of any media type: expect anything
- an address that leads nowhere: set the one that the service owner gave you

A status may have other values than those that its description names. The notes on gaps are left out, and so are paths without an operation: read them in the contract.`;

/** Many tools know single codes only. One that is documented stays what it is. */
function nameSuccess(responses: JsonObject): void {
  const { "2XX": success } = responses;
  if (success === undefined) return;
  delete responses["2XX"];
  responses["200"] ??= success;
  for (const [code, { $ref }] of Object.entries(asObjectMap(responses)))
    if (String($ref).endsWith("/responses/2XX")) responses[code] = success;
}

/** Mocks have nothing to write `*\/*` with, and OpenAPI 3.0 allows no description beside a reference. */
function giveJson(response: JsonObject): void {
  if ("$ref" in response) delete response["description"];
  const { "*/*": anything, ...others } = asObject(response["content"]);
  if (anything) response["content"] = { [jsonType]: anything, ...others };
}

/** Some tools use the address as it stands, and make a name of its description. */
function fillVariables(server: JsonObject): void {
  const variables = Object.entries(asObjectMap(server["variables"]));
  delete server["variables"];
  for (const [name, variable] of variables) {
    server["url"] = String(server["url"]).replaceAll(`{${name}}`, String(variable["default"]));
    // Nobody knows the value of one with a gap, so its default leads nowhere.
    server["description"] = "x-gap" in variable ? "Placeholder" : "Service";
  }
}

/** Generators make classes without methods, or methods without a name, of what has no operation. */
function dropPathsWithoutOperations(paths: JsonObject): void {
  for (const [path, item] of Object.entries(paths))
    if (!methods.some((method) => method in asObject(item))) delete paths[path];
}

/** Known values of a string that may take others: the one extension that says something to a program. */
const keptExtension = "x-extensible-enum";

function dropNotes(node: JsonObject): void {
  for (const key of Object.keys(node))
    if (key.startsWith("x-") && key !== keptExtension) delete node[key];
}

/** A tool that takes it for the name of the type would call `HpJob` "HP job". */
function dropTitle(schema: JsonObject): void {
  delete schema["title"];
}

function giveOneExample(schema: JsonObject): void {
  const [example] = asList(schema["examples"]);
  if (example !== undefined) schema["example"] = example;
  delete schema["examples"];
}

function listConstant(schema: JsonObject): void {
  if (!("const" in schema)) return;
  schema["enum"] = [schema["const"] as Json];
  delete schema["const"];
}

/** `type: [string, integer]` as `anyOf`, and `null` as `nullable`, which says nothing without a type. */
function splitTypes(schema: JsonObject): void {
  if (!Array.isArray(schema["type"])) return;
  const types = schema["type"].filter((type) => type !== "null");
  const nullable = types.length < schema["type"].length ? { nullable: true } : {};
  delete schema["type"];
  const typed: JsonObject[] = types.map((type) => ({ type, ...nullable }));
  typed.forEach(openObject);
  Object.assign(schema, typed.length === 1 ? typed[0] : { anyOf: typed });
}

/** Some tools take an object without properties for one that has to be empty. */
function openObject(schema: JsonObject): void {
  if (schema["type"] === "object" && isOpen(schema)) schema["additionalProperties"] = true;
}

/** OpenAPI 3.0 ignores what stands beside a reference. */
function wrapReference(schema: JsonObject): void {
  const { $ref, ...siblings } = schema;
  if ($ref === undefined || Object.keys(siblings).every((key) => key.startsWith("x-"))) return;
  delete schema["$ref"];
  schema["allOf"] = [{ $ref }, ...asList(schema["allOf"]).filter(isObject)];
}
