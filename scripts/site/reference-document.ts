/**
 * The copy of the contract that the site shows. It says what the contract says, arranged for the
 * eyes of a reader of Redoc.
 */
import { callout } from "../emit/redocly/callout.js";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  resolvePointer,
  resolved,
  walk,
} from "../contract/document.ts";
import { addressOf } from "./links.ts";
import { type Sample } from "./samples.ts";

type CalloutGap = Parameters<typeof callout>[0];

/**
 * Copies the contract for the site.
 *
 * - Every callout links to its entry in the register.
 * - Callouts that Redoc would not show are repeated where it shows them: beside a reference with a
 * description of its own, at the body
 *   of a request or response, and, for the base address and the access token, in the introduction.
 * - Every operation carries its samples, and the schema of every body an example of its operation.
 */
export function referenceDocument(document: OpenApiDocument, samples: Sample[]): OpenApiDocument {
  const copy = structuredClone(document);
  repeatBesideReferences(copy);
  for (const { node: operation } of operationsOf(copy)) {
    repeatAtBodies(copy, operation);
    operation["x-codeSamples"] = samples
      .filter(({ name }) => name === operation["operationId"])
      .map(({ language, source }) => ({
        lang: language.name,
        label: language.label,
        source: source.trimEnd(),
      }));
  }
  giveBodiesTheirExamples(copy);
  introduceBaseAddress(copy);
  introduceAccessToken(copy);
  linkCallouts(copy);
  return copy;
}

/** Redoc shows the description beside a `$ref` in place of the schema's own. */
function repeatBesideReferences(document: OpenApiDocument): void {
  for (const [node] of walk(document)) {
    if (!isObject(node["properties"])) continue;
    for (const property of Object.values(node["properties"])) {
      if (!isObject(property) || !property["description"]) continue;
      appendCallouts(property, gapsBehind(document, property));
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

/** Redoc shows the fields of a body, and not the description of the schema that holds them. */
function repeatAtBodies(document: OpenApiDocument, operation: JsonObject): void {
  const responses = isObject(operation["responses"]) ? Object.values(operation["responses"]) : [];
  for (const holder of [operation["requestBody"], ...responses]) {
    if (!isObject(holder) || !isObject(holder["content"])) continue;
    for (const media of Object.values(holder["content"])) {
      if (isObject(media) && isObject(media["schema"]))
        appendCallouts(holder, gapsBehind(document, media["schema"]));
    }
  }
}

function gapsBehind(document: OpenApiDocument, node: JsonObject): CalloutGap[] {
  if (typeof node["$ref"] !== "string") return [];
  return gapsOf(resolvePointer(document, node["$ref"]));
}

function gapsOf(node: JsonObject): CalloutGap[] {
  return (node["x-gap"] ?? []) as unknown as CalloutGap[];
}

function appendCallouts(node: JsonObject, gaps: CalloutGap[]): void {
  node["description"] = [node["description"], ...gaps.map(callout)].filter(Boolean).join("\n\n");
}

/**
 * Redoc shows a server as plain text in a narrow panel, hides its variables, and takes one at the
 * start of an address for a path.
 */
function introduceBaseAddress({ info, servers }: OpenApiDocument): void {
  for (const server of (servers ?? []) as JsonObject[]) {
    for (const [name, variable] of Object.entries((server["variables"] ?? {}) as JsonObject)) {
      if (!isObject(variable)) continue;
      addChapter(info, `Base address, \`{${name}}\``, String(variable["description"]));
      server["url"] = String(server["url"]).replace(`{${name}}`, String(variable["default"]));
    }
    delete server["variables"];
    server["description"] =
      `${String(server["description"]).replaceAll("`", "")} The one shown is a placeholder.`;
  }
}

/** Redoc shows a security scheme only on request. */
function introduceAccessToken({ info, components }: OpenApiDocument): void {
  for (const scheme of Object.values((components["securitySchemes"] ?? {}) as JsonObject)) {
    if (isObject(scheme)) addChapter(info, "Access token", String(scheme["description"]));
  }
}

function addChapter(info: JsonObject, title: string, text: string): void {
  info["description"] = `${info["description"]}\n\n## ${title}\n\n${text}`;
}

function linkCallouts(document: OpenApiDocument): void {
  for (const [node] of walk(document)) {
    if (typeof node["description"] !== "string") continue;
    node["description"] = node["description"].replace(
      /^(> \*\*Gap, .+?:\*\*) `([a-z0-9-]+)`$/gm,
      (_, label: string, id: string) => `${label} [${id}](${addressOf(`gap:${id}`)})`,
    );
  }
}
