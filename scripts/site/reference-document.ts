/**
 * The copy of the contract that Redoc shows. It says what the contract says, arranged for the eyes
 * of a reader of Redoc.
 */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  resolvePointer,
  resolved,
  walk,
} from "../contract/document.ts";
import { collectGaps, type Gap } from "../contract/gaps.ts";
import { summarizeGaps } from "./gap-notes.ts";
import { addressOf } from "./links.ts";
import { textOf } from "./reference-model.ts";
import { type Sample } from "./samples.ts";

/**
 * Copies the contract for Redoc.
 *
 * - Each gap is one line that leads to the register, and a contradiction also names its claims. It
 *   is repeated where Redoc hides the place it stands at: beside a reference with a description of
 *   its own, and at the body of a request or response.
 * - The introduction begins with a table of the operations, and ends with base address and access
 *   token, which Redoc hides.
 * - Every operation carries its samples, and the schema of every body an example of its operation.
 */
export function referenceDocument(document: OpenApiDocument, samples: Sample[]): OpenApiDocument {
  const copy = structuredClone(document);
  const gaps = new Map(collectGaps(document).map((gap) => [gap.id, gap]));
  for (const [node] of walk(copy)) {
    if (typeof node["description"] === "string" || node["x-gap"])
      node["description"] = summary(node, gapsBehind(copy, node, gaps));
  }
  for (const { node: operation } of operationsOf(copy)) {
    repeatAtBodies(copy, operation, gaps);
    operation["x-codeSamples"] = samples
      .filter(({ name }) => name === operation["operationId"])
      .map(({ language, source }) => ({
        lang: language.name,
        label: language.label,
        source: source.trimEnd(),
      }));
  }
  giveBodiesTheirExamples(copy);
  introduce(copy);
  return copy;
}

function summary({ description }: JsonObject, gaps: Gap[]): string {
  return [textOf(description), summarizeGaps(gaps)].filter(Boolean).join("\n\n");
}

/** Of a node, and of what it refers to: Redoc shows the description beside a `$ref` in its place. */
function gapsBehind(document: OpenApiDocument, node: JsonObject, gaps: Map<string, Gap>): Gap[] {
  const own = ((node["x-gap"] ?? []) as { id: string }[]).flatMap(({ id }) => gaps.get(id) ?? []);
  if (typeof node["$ref"] !== "string") return own;
  return [...own, ...gapsBehind(document, resolvePointer(document, node["$ref"]), gaps)];
}

/** Redoc shows the fields of a body, and not the description of the schema that holds them. */
function repeatAtBodies(
  document: OpenApiDocument,
  operation: JsonObject,
  gaps: Map<string, Gap>,
): void {
  const responses = isObject(operation["responses"]) ? Object.values(operation["responses"]) : [];
  for (const holder of [operation["requestBody"], ...responses]) {
    if (!isObject(holder) || !isObject(holder["content"])) continue;
    for (const media of Object.values(holder["content"])) {
      if (!isObject(media) || !isObject(media["schema"])) continue;
      const behind = summarizeGaps(gapsBehind(document, media["schema"], gaps));
      holder["description"] = [holder["description"], behind].filter(Boolean).join("\n\n");
    }
  }
}

/**
 * Without an example, Redoc makes one up of all fields: also of those that must not be sent
 * together.
 */
function giveBodiesTheirExamples(document: OpenApiDocument): void {
  for (const [node] of walk(document)) {
    if (!isObject(node["schema"]) || !isObject(node["examples"])) continue;
    const { $ref } = node["schema"];
    const [example] = Object.values(node["examples"])
      .filter(isObject)
      .map((value) => resolved(document, value));
    if (typeof $ref === "string" && example)
      resolvePointer(document, $ref)["examples"] ??= [example["value"] ?? null];
  }
}

/**
 * Redoc shows a server as plain text in a narrow panel, hides its variables, takes one at the start
 * of an address for a path, and shows a security scheme only on request.
 */
function introduce(document: OpenApiDocument): void {
  const { info, servers, components } = document;
  const chapters = [operationTable(document), String(info["description"])];
  for (const server of (servers ?? []) as JsonObject[]) {
    for (const [name, variable] of Object.entries((server["variables"] ?? {}) as JsonObject)) {
      if (!isObject(variable)) continue;
      chapters.push(`## Base address\n\n${String(variable["description"])}`);
      server["url"] = String(server["url"]).replace(`{${name}}`, String(variable["default"]));
    }
    delete server["variables"];
    server["description"] =
      `${String(server["description"]).replaceAll("`", "")} The one shown is a placeholder.`;
  }
  for (const scheme of Object.values((components["securitySchemes"] ?? {}) as JsonObject))
    if (isObject(scheme)) chapters.push(`## Access token\n\n${String(scheme["description"])}`);
  info["description"] = chapters.join("\n\n");
}

/** All operations as a Markdown table, each with a link to its page. */
function operationTable(document: OpenApiDocument): string {
  const rows = operationsOf(document).map(
    ({ operationId, method, path, node }) =>
      `| [${String(node["summary"])}](${addressOf(`operation:${operationId}`)}) | \`${method.toUpperCase()} ${path}\` |`,
  );
  return ["| Operation | Request |", "| --- | --- |", ...rows].join("\n");
}
