/** What becomes of the objects of a document at one gap, as actions of an overlay. */
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import type { Interface, Operation, Response } from "../api/interface.ts";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  toJsonPath,
  toPointer,
  valueAt,
} from "../document/document.ts";
import { acceptsAnything } from "../document/schemas.ts";
import { type ClosingAction, merge, type Overlay } from "../document/overlay.ts";
import type { Gap, Verification } from "../notes/gaps.ts";

/** How a response is described that was only seen. */
export const unknownMeaning = "What it means is not documented.";

/** What becomes of one object of the document. */
export interface Change {
  /** JSON pointer of the object. */
  pointer: string;
  update: JsonObject;
  /** Keys that are taken away, because an overlay can only add to them. */
  remove?: string[];
}

const isUpdate = ({ update }: Change): boolean => Object.keys(update).length > 0;

/** One change for each object that the document has: what an overlay selects has to be there. */
function joinChanges(document: Json, changes: Change[]): Change[] {
  const updates: { [pointer: string]: Json } = {};
  for (let { pointer, update } of changes.filter(isUpdate)) {
    while (!isObject(valueAt(document, pointer))) {
      update = { [parsePointer(pointer).at(-1)!]: update };
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    }
    merge(updates, [pointer], update);
  }
  return Object.entries(updates).map(([pointer, update]) => ({
    pointer,
    update: asObject(update),
  }));
}

/**
 * Makes the changes, and notes at the place of the gap what they rest on.
 *
 * @param note what becomes of the note itself; without it, it stays as it is
 */
export function toActions(
  document: Json,
  gap: Gap,
  description: string,
  changes: Change[],
  verified?: Verification,
  note?: Pick<ClosingAction, "update" | "remove">,
): ClosingAction[] {
  // One entry may stand there without a list around it.
  const noted = asObject(valueAt(document, gap.node))["x-verified"];
  const evidence: JsonObject = verified
    ? { "x-verified": [...(isObject(noted) ? [noted] : []), { ...verified }] }
    : {};
  const action = (target: string, change: Pick<ClosingAction, "update" | "remove">) => ({
    ...{ target, description, "x-closes": gap.id, ...change },
  });
  // A question that has changed since is not replaced by what was made of the earlier one.
  const isAsked = note?.update?.["question"] && ` && @.question == ${JSON.stringify(gap.question)}`;
  const isNote = `@.id == '${gap.id}'${isAsked ?? ""}`;
  const updates = joinChanges(document, [...changes, { pointer: gap.node, update: evidence }]);
  const removed = changes.flatMap(({ pointer, remove = [] }) =>
    remove.map((key) => toPointer([...parsePointer(pointer), key])),
  );
  return [
    ...updates.map(({ pointer, update }) => action(toJsonPath(document, pointer), { update })),
    ...removed.map((pointer) => action(toJsonPath(document, pointer), { remove: true })),
    ...(note ? [action(`${toJsonPath(document, gap.node)}['x-gap'][?${isNote}]`, note)] : []),
  ];
}

/** An overlay of the actions at several gaps. */
export const toOverlay = (
  { info }: OpenApiDocument,
  title: string,
  parts: { actions: ClosingAction[] }[],
): Overlay => ({
  overlay: "1.0.0",
  info: { title, version: String(info["version"]) },
  actions: parts.flatMap(({ actions }) => actions),
});

/**
 * Names a status code: its response is what describes it today, be it the default or that of a range. By reference where the
 * document has one, so that its gaps stay in one place.
 *
 * @param own what it says otherwise: a description in place of the one of today, and the media types that were seen with the code,
 *   of which today's response may have others, or not these
 */
export function nameCode(
  of: Interface,
  operation: Operation,
  code: number,
  verified: Verification,
  own: { description?: string; mediaTypes?: string[] } = {},
): Change {
  const { description, mediaTypes } = own;
  const described = of.responseTo(operation, code);
  const today = described?.node ?? {};
  const isEmpty = hasNoBody({ method: operation.method, status: code });
  const content = isEmpty ? undefined : contentOf(of, described, mediaTypes);
  const known = isSuccess({ status: code }) ? today["description"] : undefined;
  /** What it says of the headers, or the links, stands in one place. */
  const shared = (name: "headers" | "links"): JsonObject => {
    const all = Object.entries(asObject(today[name])).map(([key, each]) => [
      key,
      "$ref" in asObject(each) ? each : { $ref: placeIn(described, name, key) },
    ]);
    return all.length > 0 ? { [name]: Object.fromEntries(all) as JsonObject } : {};
  };
  const inline: JsonObject = {
    description: description ?? known ?? unknownMeaning,
    ...shared("headers"),
    ...(content && { content }),
    ...shared("links"),
    // The map of responses is no object of the document that could hold it.
    "x-verified": [{ ...verified }],
  };
  const $ref = description === undefined && sharedResponse(of, operation, code, mediaTypes);
  return {
    pointer: `${operation.pointer}/responses`,
    update: { [code]: $ref ? { $ref } : inline },
  };
}

/** A place in a response. */
const placeIn = (response: Response | undefined, ...keys: string[]): string =>
  toPointer([...parsePointer(response!.pointer), ...keys]);

/** The reference that describes a code today, if it takes the media types; undefined where there is none. */
export function sharedResponse(
  of: Interface,
  operation: Operation,
  code: number,
  mediaTypes?: string[],
): string | undefined {
  const described = of.responseTo(operation, code);
  const { $ref } = asObject(asObject(operation.node["responses"])[described?.code ?? ""]);
  const takes = (type: string) => of.mediaTypeOf(described, type) !== undefined;
  // Where none was seen, there is no body as that one describes it.
  const isEmpty = mediaTypes?.length === 0 && of.mediaTypesOf(described).length > 0;
  const isShared = !isEmpty && (mediaTypes ?? []).every(takes);
  return typeof $ref === "string" && isShared ? $ref : undefined;
}

/** The bodies that describe a code today. @param seen those of these media types alone, described or not */
function contentOf(of: Interface, described: Response | undefined, seen?: string[]) {
  const today = asObject(described?.node["content"]);
  const entries = (seen ?? Object.keys(today)).map((type): [string, Json] => {
    const name = of.mediaTypeOf(described, type);
    if (name === undefined) return [type, { schema: {} }];
    const { schema = true, example, examples, "x-gap": _, ...others } = asObject(today[name]);
    const { $ref = placeIn(described, "content", name, "schema") } = asObject(schema);
    // What is said of the body stands in one place.
    return [name, { ...others, schema: acceptsAnything(schema) ? {} : { $ref } }];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
