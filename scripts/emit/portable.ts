/**
 * The portable copy of the contract: OpenAPI 3.0.3 for tools that cannot read the honest form. Why it is not left to a
 * converter, and what it decides: `docs/decisions/0008-portable-copy.md`.
 */
import { asObject, type JsonObject, type OpenApiDocument } from "../contract/document.ts";
import { jsonType } from "../contract/message.ts";
import { toPointer } from "../contract/pointer.ts";
import { methods } from "../../rules/support/grammar.js";
import { walk } from "../../rules/support/walk.js";
import { portableSchema } from "./portable-schema.ts";
import { withoutCallouts } from "./redocly/callout.js";

/** Known values of a string that may take others: the one extension that says something to a program. */
const keptExtension = "x-extensible-enum";

/** What changes in an object of each kind, beside its description and its extensions. */
const conversions: Record<string, (node: JsonObject) => void> = {
  document: writeHead,
  paths: dropPathsWithoutOperations,
  server: fillVariables,
  responses: nameSuccess,
  response: giveJson,
};

/**
 * Copies the contract as OpenAPI 3.0.3.
 *
 * @throws {UserError} for a keyword or a pattern that the copy has no portable form of: nothing is
 *   left out in silence
 */
export function portableCopy(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const { kind, value, path, role } of walk(copy)) {
    if (typeof value !== "boolean") {
      dropNotes(value);
      conversions[kind]?.(value);
    }
    if (kind === "schema") portableSchema(value, toPointer(path), role);
  }
  return copy;
}

function dropNotes(node: JsonObject): void {
  for (const key of Object.keys(node))
    if (key.startsWith("x-") && key !== keptExtension) delete node[key];
  if (typeof node["description"] === "string")
    node["description"] = withoutCallouts(node["description"]);
}

function writeHead(document: JsonObject): void {
  document["openapi"] = "3.0.3";
  const info = asObject(document["info"]);
  info["description"] = `${info["summary"]}\n\n${notice}`;
  delete info["summary"];
}

const notice = `**A derived copy.** Made from the contract, \`openapi.yaml\`, for tools that cannot read it. The contract is OpenAPI 3.1, says what is not documented, and is what counts; it stands beside this copy. What the copy had to decide:

- \`200\` stands for any success. No code is documented: accept every \`2XX\`.
- A failure carries \`application/json\`. Its media type and its body are not documented: expect anything.
- The server is a placeholder that leads nowhere. Set the address that your provider gave you.
- A status may have other values than the one that its description names.
- The notes on gaps are left out, and so are paths without an operation. Read them in the contract.`;

/** Generators make classes without methods, or methods without a name, of what has no operation. */
function dropPathsWithoutOperations(paths: JsonObject): void {
  for (const [path, item] of Object.entries(paths))
    if (!methods.some((method) => method in asObject(item))) delete paths[path];
}

function fillVariables(server: JsonObject): void {
  for (const [name, variable] of Object.entries(asObject(server["variables"])))
    server["url"] = String(server["url"]).replaceAll(
      `{${name}}`,
      String(asObject(variable)["default"]),
    );
  delete server["variables"];
}

/** Many tools know single codes only. */
function nameSuccess(responses: JsonObject): void {
  const { "2XX": success } = responses;
  if (success === undefined) return;
  delete responses["2XX"];
  responses["200"] = success;
}

function giveJson(response: JsonObject): void {
  const content = asObject(response["content"]);
  if (!("*/*" in content)) return;
  const { "*/*": anything, ...others } = content;
  response["content"] = { [jsonType]: anything, ...others };
}
