/** What becomes of the objects of a document at one gap, as actions of an overlay. */
import { isDeepStrictEqual } from "node:util";
import type { Interface } from "../api/interface.ts";
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
import { type ClosingAction, merge, type Overlay } from "../document/overlay.ts";
import { type Gap, placesOf, type Verification } from "../notes/gaps.ts";

/** What becomes of one object of the document. */
export interface Change {
  /** JSON pointer of the object. */
  pointer: string;
  update: JsonObject;
  /** Keys that are taken away, because an overlay can only add to them. */
  remove?: string[];
}

/** What an answer is about. */
export interface Question {
  interface: Interface;
  gap: Gap;
  /** What the owner has said. */
  verified: Verification;
  /** Throws, with what is wrong, of which key. */
  refuse: (why: string, key?: string) => never;
}

/** One change for each object that the document has: what an overlay selects has to be there. */
function joinChanges(document: Json, changes: Change[]): Change[] {
  const updates: { [pointer: string]: JsonObject } = {};
  for (let { pointer, update } of changes) {
    if (Object.keys(update).length === 0) continue;
    while (!isObject(valueAt(document, pointer))) {
      update = { [parsePointer(pointer).at(-1)!]: update };
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    }
    merge(updates, [pointer], update);
  }
  return Object.entries(updates).map(([pointer, update]) => ({ pointer, update }));
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
  // What was made of one question is not applied to another that has taken its place.
  const isNote = `@.id == '${gap.id}' && @.question == ${JSON.stringify(gap.question)}`;
  const places = placesOf(gap);
  const everywhere = atCopies(changes, places);
  const noting = places.map((pointer) => ({ pointer, update: evidence }));
  const updates = joinChanges(document, [...everywhere, ...noting]);
  // The last one first, so that removing one of a list does not move the next.
  const removed = everywhere
    .flatMap(({ pointer, remove = [] }) =>
      remove.map((key) => toPointer([...parsePointer(pointer), key])),
    )
    .reverse();
  return [
    ...updates.map(({ pointer, update }) => action(toJsonPath(document, pointer), { update })),
    ...removed.map((pointer) => action(toJsonPath(document, pointer), { remove: true })),
    ...(note
      ? places.map((place) => action(`${toJsonPath(document, place)}['x-gap'][?${isNote}]`, note))
      : []),
  ];
}

/**
 * Changes at a part of which the document has copies, at all of them. Where `/v1/a` and `/v2/a` are one file, a change at
 * `#/paths/~1v1~1a/get` is one at `#/paths/~1v2~1a/get`, too.
 */
function atCopies(changes: Change[], places: string[]): Change[] {
  const all = [...changes];
  for (const change of changes)
    for (const from of places)
      for (const to of places) {
        const [start, end] = withoutCommonEnd(from, to);
        if (!`${change.pointer}/`.startsWith(`${start}/`)) continue;
        const copy = { ...change, pointer: `${end}${change.pointer.slice(start.length)}` };
        if (!all.some((each) => isDeepStrictEqual(each, copy))) all.push(copy);
      }
  return all;
}

/** `#/a/x` and `#/b/x` are `#/a` and `#/b`. */
function withoutCommonEnd(one: string, other: string): [string, string] {
  let [start, end] = [one, other];
  const endOf = (pointer: string) => pointer.slice(pointer.lastIndexOf("/"));
  while (start !== end && start.includes("/") && endOf(start) === endOf(end))
    [start, end] = [start.slice(0, start.lastIndexOf("/")), end.slice(0, end.lastIndexOf("/"))];
  return [start, end];
}

/** An overlay of the actions at several gaps. */
export const toOverlay = (
  { info }: OpenApiDocument,
  title: string,
  parts: { actions: ClosingAction[] }[],
): Overlay => ({
  overlay: "1.0.0",
  info: {
    title,
    version: typeof info["version"] === "object" ? "1" : String(info["version"] ?? "1"),
  },
  actions: parts.flatMap(({ actions }) => actions),
});
