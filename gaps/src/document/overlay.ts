/**
 * Applies OpenAPI Overlays (1.0) as single edits, the same ones for the bundle and for the files it
 * is made of.
 */
import { jsonpath } from "json-p3";
import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.ts";
import { type Path, valueAtPath } from "./pointer.ts";
import { UserError } from "../problem.ts";

/** One action of an overlay. */
export interface OverlayAction {
  /** JSONPath (RFC 9535). */
  target: string;
  description?: string;
  update?: JsonObject;
  remove?: true;
}

/** What a kind of overlay asks for beyond the specification of overlays. */
export interface OverlayKind<Action extends OverlayAction> {
  /** Begins every error about an action. */
  name?: (action: Action) => string;
  /** What to do about an action whose target selects nothing. */
  remedy: (action: Action) => string;
  /** Throws when a target is not as the action expects it. */
  check?: (target: Json, action: Action) => void;
  /** What an action that was applied leaves behind, and at which object. */
  note?: (action: Action, path: Path) => { path: Path; update: JsonObject } | undefined;
}

/** Sets the value at a path, or removes it. */
export type Edit = { path: Path; value: Json } | { path: Path; remove: true };

/**
 * Applies the actions to the document, one after the other, and yields every edit it made.
 *
 * @throws {UserError} when a target is no JSONPath, selects nothing, or selects what nothing can
 *   be merged into
 */
export function* applyActions<Action extends OverlayAction>(
  document: OpenApiDocument,
  actions: Action[],
  kind: OverlayKind<Action>,
): Generator<Edit> {
  for (const action of actions) {
    for (const path of select(document, action, kind)) {
      kind.check?.(valueAtPath(document, path) ?? null, action);
      for (const edit of editsOf(document, action, path, kind)) {
        perform(document, edit);
        yield edit;
      }
    }
  }
}

/** A copy of the document with the actions applied. */
export function withActions<Action extends OverlayAction>(
  document: OpenApiDocument,
  actions: Action[],
  kind: OverlayKind<Action>,
): OpenApiDocument {
  const copy = structuredClone(document);
  for (const _edit of applyActions(copy, actions, kind));
  return copy;
}

/** Paths of what a JSONPath (RFC 9535) selects. */
export function pathsOf(document: OpenApiDocument, target: string): Path[] {
  return jsonpath.query(target, document).locations();
}

/** Paths of what a target selects, the last one first, so that removing one does not move the next. */
function select<Action extends OverlayAction>(
  document: OpenApiDocument,
  action: Action,
  { name, remedy }: OverlayKind<Action>,
): Path[] {
  const subject = `${name?.(action) ?? ""}${action.target}`;
  let paths: Path[];
  try {
    paths = pathsOf(document, action.target);
  } catch (error) {
    throw new UserError(
      `${subject} is no JSONPath: ${(error as Error).message}. Correct the target of this action.`,
    );
  }
  if (paths.length > 0) return paths.toReversed();
  throw new UserError(`${subject} selects nothing in the document.\n  ${remedy(action)}`);
}

function* editsOf<Action extends OverlayAction>(
  document: OpenApiDocument,
  action: Action,
  path: Path,
  { name, note }: OverlayKind<Action>,
): Generator<Edit> {
  if (action.remove) {
    yield removal(document, path);
    return;
  }
  if (!isObject(valueAtPath(document, path))) {
    throw new UserError(
      `${name?.(action) ?? ""}${action.target} selects something that is not an object, so nothing can be merged into it.`,
    );
  }
  yield* merge(document, path, action.update ?? {});
  const left = note?.(action, path);
  if (left) yield* merge(document, left.path, left.update);
}

/** A list of gaps without a gap is no list: the key goes with its last entry. */
function removal(document: OpenApiDocument, path: Path): Edit {
  const list = path.slice(0, -1);
  const isLast = list.at(-1) === "x-gap" && asList(valueAtPath(document, list)).length === 1;
  return { path: isLast ? list : path, remove: true };
}

/**
 * Objects are merged key by key, lists are joined, and everything else is replaced, as the Overlay
 * Specification says.
 */
function* merge(document: OpenApiDocument, path: Path, update: JsonObject): Generator<Edit> {
  for (const [key, value] of Object.entries(update)) {
    const at = [...path, key];
    const present = valueAtPath(document, at);
    if (isObject(present) && isObject(value)) yield* merge(document, at, value);
    else if (Array.isArray(present) && Array.isArray(value)) {
      const start = present.length;
      for (const [index, item] of value.entries()) {
        yield { path: [...at, start + index], value: item };
      }
    } else yield { path: at, value };
  }
}

function perform(document: OpenApiDocument, edit: Edit): void {
  const key = edit.path.at(-1)!;
  const parent = valueAtPath(document, edit.path.slice(0, -1)) as JsonObject | Json[];
  if (Array.isArray(parent)) {
    if ("value" in edit) parent[Number(key)] = structuredClone(edit.value);
    else parent.splice(Number(key), 1);
  } else if ("value" in edit) parent[key] = structuredClone(edit.value);
  else delete parent[key];
}
