/**
 * The portable copy of the contract: OpenAPI 3.0.3 for tools that cannot read the honest form. Why it is not left to a
 * converter, and what it decides: `docs/decisions/0008-portable-copy.md`.
 */
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../gaps/src/document/document.ts";
import { collectGaps } from "../../gaps/src/notes/gaps.ts";
import { jsonType } from "../../gaps/src/document/message.ts";
import { fillServer, isPlaceholder } from "../contract/server.ts";
import { methods } from "../../gaps/src/ruleset/support/grammar.js";
import { walk } from "../../gaps/src/ruleset/support/walk.js";
import { expectPortable, schemaConversions } from "./portable-schema.ts";
import { withoutCallouts } from "./redocly/callout.js";

/** One thing that the copy says another way. */
export interface Conversion {
  /** What the contract has, in the words of a reader. */
  of: string;
  /** The kind of object that it changes; every kind when there is none. */
  kind?: string;
  /** Changes an object in place. */
  apply: (node: JsonObject) => void;
}

/** Everything that makes the contract portable. Each stands for itself, so that its use can be measured. */
const conversions: Conversion[] = [
  { of: "OpenAPI 3.1", kind: "document", apply: writeHead },
  { of: "`2XX`", kind: "responses", apply: nameSuccess },
  { of: "`*/*`", kind: "response", apply: giveJson },
  { of: "server variables", kind: "server", apply: fillVariables },
  { of: "paths without an operation", kind: "paths", apply: dropPathsWithoutOperations },
  { of: "notes on gaps", apply: dropNotes },
  ...schemaConversions.map((conversion) => ({ ...conversion, kind: "schema" })),
];

/**
 * Copies the contract as OpenAPI 3.0.3.
 *
 * @throws {UserError} for a keyword or a pattern that the copy has no portable form of: nothing is
 *   left out in silence
 */
export function portableCopy(document: OpenApiDocument): OpenApiDocument {
  const copy = convert(document, conversions);
  expectPortable(copy);
  return copy;
}

/** Copies a document with some of the conversions applied, in their order. */
function convert(document: OpenApiDocument, chosen: Conversion[]): OpenApiDocument {
  const copy = structuredClone(document);
  for (const { kind, value } of walk(copy)) {
    if (typeof value === "boolean") continue;
    for (const conversion of chosen)
      if ((conversion.kind ?? kind) === kind) conversion.apply(value);
  }
  return copy;
}

function writeHead(document: JsonObject): void {
  document["openapi"] = "3.0.3";
  const info = asObject(document["info"]);
  const open = new Set(collectGaps(document as OpenApiDocument).map(({ id }) => id));
  const decided = decisions.flatMap(([gap, line]) => (!gap || open.has(gap) ? [`- ${line}`] : []));
  info["description"] = `${info["summary"]}\n\n${notice}\n\n${decided.join("\n")}`;
  delete info["summary"];
}

const notice = `**A derived copy.** Made from the contract, \`openapi.yaml\`, for tools that cannot read it. The contract is OpenAPI 3.1, says what is not documented, and is what counts; it stands beside this copy. What the copy had to decide:`;

/** Each with the gap that makes it necessary. */
const decisions: [gap: string | undefined, line: string][] = [
  [
    "success-status-codes",
    "`200` stands for any success. No code is documented: accept every `2XX`.",
  ],
  [
    "error-body",
    "A failure carries `application/json`. Its media type and its body are not documented: expect anything.",
  ],
  [
    "base-address",
    "The server is a placeholder that leads nowhere. Set the address that your provider gave you.",
  ],
  ["job-status-values", "A status may have other values than the one that its description names."],
  [
    undefined,
    "The notes on gaps are left out, and so are paths without an operation. Read them in the contract.",
  ],
];

/** Many tools know single codes only. One that is documented stays what it is. */
function nameSuccess(responses: JsonObject): void {
  const { "2XX": success } = responses;
  if (success === undefined) return;
  delete responses["2XX"];
  responses["200"] ??= success;
}

/** Mocks have nothing to write `*\/*` with. */
function giveJson(response: JsonObject): void {
  const content = asObject(response["content"]);
  if (!("*/*" in content)) return;
  const { "*/*": anything, ...others } = content;
  response["content"] = { [jsonType]: anything, ...others };
}

/** Some tools use the address as it stands, and make a name of its description. */
function fillVariables(server: JsonObject): void {
  const variables = fillServer(server);
  if (variables.length > 0)
    server["description"] = variables.some(isPlaceholder) ? "Placeholder" : "Service";
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
  if (typeof node["description"] === "string")
    node["description"] = withoutCallouts(node["description"]);
}
