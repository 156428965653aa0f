/** The copy of the contract that Redoc shows: it says the same, arranged for a reader of Redoc. */
import {
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  resolvePointer,
  walk,
} from "../../gaps/src/document/document.ts";
import { type Gap } from "../../gaps/src/notes/gaps.ts";
import { fillServer, isPlaceholder } from "../emit/portable/server.ts";
import { textOf, writeOperationTable } from "./chapters.ts";
import type { DirectiveSources } from "./directives.ts";
import { summarizeGaps } from "./gap-text.ts";

/**
 * Copies the contract for Redoc. Each gap is one line that leads to the register, and a contradiction
 * also names its claims. The introduction begins with a table of the operations, and every operation
 * carries its samples.
 */
export function referenceDocument({
  document,
  samples,
  gaps: all,
}: DirectiveSources): OpenApiDocument {
  const copy = structuredClone(document);
  const gaps = new Map(all.map((gap) => [gap.id, gap]));
  for (const [node] of walk(copy)) {
    if (typeof node["description"] === "string" || node["x-gap"])
      node["description"] = describe(node, gapsBehind(copy, node, gaps));
  }
  for (const server of (copy["servers"] ?? []) as JsonObject[]) showServer(server);
  removeNotes(copy);
  for (const { node: operation, operationId } of operationsOf(copy)) {
    operation["x-codeSamples"] = samples
      .filter(({ name }) => name === operationId)
      .map(({ language: { name: lang, label }, source }) => ({ lang, label, source }));
  }
  copy.info["description"] = `${writeOperationTable(copy)}\n\n${String(copy.info["description"])}`;
  return copy;
}

/** What concerns the whole of a description stands before its chapters, which are about parts. */
function describe(node: JsonObject, gaps: Gap[]): string {
  const [lead = "", ...chapters] = textOf(node["description"]).split(/\n(?=## )/);
  return [lead.trim(), summarizeGaps(gaps), ...chapters].filter(Boolean).join("\n\n");
}

/** Redoc shows none of the contract's own notes, and would send them to every reader. */
function removeNotes(document: OpenApiDocument): void {
  for (const [node] of walk(document))
    for (const key of Object.keys(node)) if (key.startsWith("x-")) delete node[key];
}

/** Of a node, and of what it refers to: Redoc shows the description beside a `$ref` in its place. */
function gapsBehind(document: OpenApiDocument, node: JsonObject, gaps: Map<string, Gap>): Gap[] {
  const own = ((node["x-gap"] ?? []) as { id: string }[]).flatMap(({ id }) => gaps.get(id) ?? []);
  if (typeof node["$ref"] !== "string") return own;
  return [...own, ...gapsBehind(document, resolvePointer(document, node["$ref"]), gaps)];
}

/** Redoc hides the variables of a server, and takes one at the start of an address for a path. */
function showServer(server: JsonObject): void {
  const description = String(server["description"]).replaceAll("`", "");
  const isUnknown = fillServer(server).some(isPlaceholder);
  server["description"] = isUnknown
    ? `${description} The one shown is a placeholder.`
    : description;
}
