/**
 * What the actions of an overlay do to a document, as single edits: the same ones for the bundle
 * and for its source.
 */
import { jsonpath } from "json-p3";
import { isDeepStrictEqual } from "node:util";
import {
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../../scripts/contract/document.ts";
import { ContractError } from "../../../scripts/support/problem.ts";
import type { Action } from "./overlay.ts";

export type Path = (string | number)[];

/** Sets the value at a path, or removes it. */
export type Edit = { path: Path; value: Json } | { path: Path; remove: true };

/**
 * Applies the actions to the document, one after the other, and yields every edit it made.
 *
 * @throws {ContractError} when a target is no JSONPath or selects nothing, or when an expectation
 * does not hold
 */
export function* applyActions(document: OpenApiDocument, actions: Action[]): Generator<Edit> {
  for (const action of actions) {
    for (const path of select(document, action)) {
      requireExpected(valueAt(document, path), action);
      for (const edit of editsOf(document, action, path)) {
        perform(document, edit);
        yield edit;
      }
    }
  }
}

/** The document with the actions applied, as a copy. */
export function withActions(document: OpenApiDocument, actions: Action[]): OpenApiDocument {
  const copy = structuredClone(document);
  for (const _edit of applyActions(copy, actions));
  return copy;
}

/**
 * Paths of what a target selects, the last one first, so that removing one does not move the next.
 */
function select(document: OpenApiDocument, { target, "x-closes": gap }: Action): Path[] {
  let paths: Path[];
  try {
    paths = jsonpath.query(target, document).locations();
  } catch (error) {
    throw new ContractError(
      `${target} is no JSONPath: ${(error as Error).message}. Correct the target of this action.`,
    );
  }
  if (paths.length > 0) return paths.toReversed();
  throw new ContractError(
    `${target} selects nothing in today's contract.\n  Is \`${gap}\` closed already, or was its place moved? Observe and propose again.`,
  );
}

function requireExpected(node: Json, { target, "x-expects": expected }: Action): void {
  for (const [key, wanted] of Object.entries(expected ?? {})) {
    const found = isObject(node) ? (node[key] ?? null) : null;
    if (isDeepStrictEqual(found, wanted)) continue;
    throw new ContractError(
      `${target} is not as this overlay expects it: \`${key}\` is ${shown(found)}, not ${shown(wanted)}.\n  The contract has changed since the proposal. Observe and propose again.`,
    );
  }
}

function shown(value: Json): string {
  return value === null ? "missing" : JSON.stringify(value);
}

function* editsOf(document: OpenApiDocument, action: Action, path: Path): Generator<Edit> {
  if (action.remove) {
    yield removal(document, path);
    return;
  }
  const target = valueAt(document, path);
  if (!isObject(target))
    throw new ContractError(
      `${action.target} selects something that is not an object, so nothing can be merged into it.`,
    );
  yield* merge(target, action.update ?? {}, path);
  const { "x-verified": verified } = action;
  if (verified) yield* merge(target, { "x-verified": [{ ...verified }] }, path);
}

/** A list of gaps without a gap is no list: the key goes with its last entry. */
function removal(document: OpenApiDocument, path: Path): Edit {
  const list = path.slice(0, -1);
  const isLast = list.at(-1) === "x-gap" && (valueAt(document, list) as Json[]).length === 1;
  return { path: isLast ? list : path, remove: true };
}

/**
 * Objects are merged key by key, lists are joined, and everything else is replaced, as the Overlay
 * Specification says.
 */
function* merge(target: JsonObject, update: JsonObject, path: Path): Generator<Edit> {
  for (const [key, value] of Object.entries(update)) {
    const present = target[key];
    if (isObject(present) && isObject(value)) yield* merge(present, value, [...path, key]);
    else if (Array.isArray(present) && Array.isArray(value)) {
      const start = present.length;
      for (const [index, item] of value.entries())
        yield { path: [...path, key, start + index], value: item };
    } else yield { path: [...path, key], value };
  }
}

function perform(document: OpenApiDocument, edit: Edit): void {
  const key = edit.path.at(-1)!;
  const parent = valueAt(document, edit.path.slice(0, -1));
  if ("value" in edit) (parent as JsonObject)[key] = structuredClone(edit.value);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as JsonObject)[key];
}

function valueAt(document: OpenApiDocument, path: Path): Json {
  return path.reduce<Json>((node, key) => (node as JsonObject)[key] as Json, document);
}
