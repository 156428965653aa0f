/** Comments of the types: each gap in one line, at the place that it concerns, and nothing twice. */
import ts from "typescript";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
  walk,
} from "../../gaps/src/document/document.ts";
import { collectGaps, type Gap } from "../../gaps/src/notes/gaps.ts";
import { withoutCallouts } from "./redocly/callout.js";

/** The parts of a document that have no declaration of their own in the types. */
const wholeInterface = ["#/info", "#/servers/", "#/tags/", "#/components/securitySchemes/"];

/** Notes of the gaps that no single declaration can carry. */
export function wholeInterfaceNotes(document: OpenApiDocument): string[] {
  return collectGaps(document)
    .filter(
      ({ node, operations }) =>
        operations.length === 0 || wholeInterface.some((place) => node.startsWith(place)),
    )
    .map(note);
}

function note({ id, reading }: Pick<Gap, "id" | "reading">): string {
  return `\`${id}\`: ${reading}`;
}

/**
 * Shapes the document to the generator's habits: a gap is one line in place of a callout; a property that refers to a schema
 * gets its description and the names of its gaps, because the generator comments it only if it has a description of its own;
 * titles, summaries and examples go, which repeat the name, the description and the type; and so do discriminators, of which it makes a remark that each
 * `const` says already.
 */
export function withBriefNotes(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const texts = new Map([...walk(copy)].map(([node]) => [node, ownDescription(node)]));
  for (const [node, text] of texts) {
    const gaps = gapNotes(node);
    if (text !== undefined || gaps.length > 0) {
      node["description"] = [text, ...gaps.map((gap) => `- ${gap}`)].filter(Boolean).join("\n");
    }
    delete node["discriminator"];
    delete node["title"];
    delete node["summary"];
    if (Array.isArray(node["examples"])) delete node["examples"];
  }
  for (const node of texts.keys()) {
    for (const property of Object.values((node["properties"] ?? {}) as JsonObject))
      if (isObject(property)) describeReference(copy, property, texts);
  }
  return copy;
}

function describeReference(
  document: OpenApiDocument,
  property: JsonObject,
  texts: Map<JsonObject, string | undefined>,
): void {
  const { $ref } = property;
  if (typeof $ref !== "string") return;
  const target = resolvePointer(document, $ref);
  const gaps = gapsOf(target).map(({ id }) => `\`${id}\``);
  const name = $ref.split("/").at(-1);
  property["description"] = [
    texts.get(property) ?? texts.get(target),
    gaps.length > 0 && `- Gaps, see {@link ${name}}: ${gaps.join(", ")}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The gaps of a place, a line each. */
export function gapNotes(node: JsonObject): string[] {
  return gapsOf(node).map((gap) => `Gap ${note(gap)}`);
}

function gapsOf(node: JsonObject): Gap[] {
  return (node["x-gap"] ?? []) as unknown as Gap[];
}

/** The description as it is written in the source, without what the bundle adds to it. */
export function ownDescription(node: JsonObject): string | undefined {
  const { description } = node;
  if (typeof description !== "string") return undefined;
  return withoutCallouts(description);
}

/** Tags that say what the type beside them says. */
const redundantTags = /^ *\* @(enum|constant|example)\b/;

/** Removes the tags that repeat the type. */
export function briefComments(nodes: ts.Node[]): ts.Node[] {
  for (const node of nodes) makeBrief(node);
  return nodes;
}

function makeBrief(node: ts.Node): void {
  const comments = ts.getSyntheticLeadingComments(node);
  if (comments) {
    const kept = comments.flatMap(brief);
    ts.setSyntheticLeadingComments(node, kept.length > 0 ? kept : undefined);
  }
  ts.forEachChild(node, makeBrief);
}

function brief(comment: ts.SynthesizedComment): ts.SynthesizedComment[] {
  const lines = comment.text
    .replace(/^\*/, "")
    .trim()
    .split("\n")
    .map((line) => line.replace("@description ", "").trimEnd())
    .filter((line) => !redundantTags.test(line) && !redundantTags.test(` * ${line}`))
    .map((line) => line.replace(/^ *\* ?/, "").trim());
  if (lines.every((line) => line === "")) return [];
  const text =
    lines.length === 1
      ? `* ${lines[0]} `
      : `*\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n `;
  return [{ ...comment, text }];
}
