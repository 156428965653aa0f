/** Writes each gap, and each answer to one, into the description of its place, for readers that know no notes. */
import {
  asObject,
  asObjectMap,
  type JsonObject,
  methods,
  type OpenApiDocument,
  resolvePointer,
  valueAt,
  walk,
} from "../document/document.ts";
import {
  calloutOf,
  calloutOfStatement,
  gapsAt,
  statementsAt,
  withGapsOnOperations,
} from "../notes/gaps.ts";

/**
 * A copy of a document with a callout for each gap, and for what the owner has said in the place of one. What is described beside
 * a reference hides the description of its target, and gets the callouts of the target too. Those of a server variable stand at
 * its server, because some parsers refuse a variable with a description. A path without operations, which reference renderers
 * skip, is also told of at the end of `info`.
 */
export function withCallouts(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const noted = withGapsOnOperations(document);
  for (const { kind, value: node, pointer, parent } of walk(noted)) {
    const callouts = [node, ...hiddenBy(noted, node)].flatMap((each) => [
      ...gapsAt(each).map((gap) => calloutOf(gap)),
      ...statementsAt(each).map(calloutOfStatement),
    ]);
    if (callouts.length === 0) continue;
    const place = kind === "serverVariable" ? parent!.pointer : pointer;
    append(resolvePointer(copy, place), ...(kind === "info" ? folded(callouts) : callouts));
  }
  const silent = Object.entries(asObjectMap(copy.paths)).filter(
    ([, item]) => "x-gap" in item && !methods.some((method) => method in item),
  );
  if (silent.length > 0)
    append(
      copy.info,
      "## Paths without an operation",
      ...silent.map(([path, { description }]) => `### \`${path}\`\n\n${String(description)}`),
    );
  return copy;
}

/** Several notes on the whole interface, folded: readers want to reach the first operation. */
const folded = (callouts: string[]): string[] =>
  callouts.length < 3
    ? callouts
    : [
        `<details>\n<summary>${callouts.length} notes on the whole interface</summary>`,
        ...callouts,
        "</details>",
      ];

function hiddenBy(document: OpenApiDocument, { $ref, description }: JsonObject): JsonObject[] {
  if (typeof $ref !== "string" || typeof description !== "string") return [];
  return [asObject(valueAt(document, $ref))];
}

function append(node: JsonObject, ...paragraphs: string[]): void {
  node["description"] = [node["description"], ...paragraphs].filter(Boolean).join("\n\n");
}
