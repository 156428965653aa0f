/** Writes each gap into the description of its place, for readers that know no notes. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  walk,
} from "../document/document.ts";
import { methods } from "../document/walk.ts";
import { valueAt } from "../document/pointer.ts";
import { collectGaps, gapsAt, type Note } from "../notes/gaps.ts";
import { calloutOf } from "../notes/text.ts";

/**
 * A copy of a document with a callout for each gap. What is described beside a reference hides the description of
 * its target, and gets the callouts of the target too. A path without operations, which reference renderers skip,
 * is also told of at the end of `info`.
 */
export function withCallouts(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const shared = collectGaps(copy).filter(({ also }) => also);
  const operations = new Map(
    operationsOf(copy).map(({ node, operationId }) => [node, operationId]),
  );
  const notes = [...walk(copy)].map(([node]): [JsonObject, Note[]] => [
    node,
    [
      ...gapsAt(node),
      ...hiddenBy(copy, node),
      ...shared.filter(({ also }) => also!.includes(operations.get(node) ?? "")),
    ],
  ]);
  for (const [node, gaps] of notes) {
    if (gaps.length > 0)
      node["description"] = append(node["description"], ...gaps.map((gap) => calloutOf(gap)));
  }
  const silent = Object.entries(copy.paths).filter(
    ([, item]) => "x-gap" in item && !methods.some((method) => method in item),
  );
  if (silent.length > 0)
    copy.info["description"] = append(
      copy.info["description"],
      "## Paths without an operation",
      ...silent.map(([path, { description }]) => `### \`${path}\`\n\n${String(description)}`),
    );
  return copy;
}

function hiddenBy(document: OpenApiDocument, { $ref, description }: JsonObject): Note[] {
  if (typeof $ref !== "string" || typeof description !== "string") return [];
  const target = valueAt(document, $ref);
  return isObject(target) ? gapsAt(target) : [];
}

const append = (description: unknown, ...paragraphs: string[]): string =>
  [description, ...paragraphs].filter(Boolean).join("\n\n");
