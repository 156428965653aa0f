/**
 * Applies OpenAPI Overlays (1.0) as single edits, the same ones for the bundle and for the files it
 * is made of.
 */
import { jsonpath } from "json-p3";
import { UserError } from "../problem.ts";
import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.ts";
import { type Path, toPointer, valueAtPath } from "./pointer.ts";

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

/** What every document has once it is read. */
const lasting = ["#", "#/openapi", "#/info", "#/paths", "#/components", "#/components/schemas"];

/**
 * Applies the actions to the document, one after the other.
 *
 * @returns every edit in its order: the path of one may count on the edit before
 * @throws {UserError} when a target is no JSONPath, selects nothing, or selects what nothing can
 *   be merged into
 */
export function applyActions<Action extends OverlayAction>(
  document: OpenApiDocument,
  actions: Action[],
  kind: OverlayKind<Action>,
): Edit[] {
  return actions.flatMap((action) => {
    const subject = `${kind.name?.(action) ?? ""}${action.target}`;
    return select(document, action, kind, subject).flatMap((path) => {
      const target = valueAtPath(document, path) ?? null;
      kind.check?.(target, action);
      if (action.remove && lasting.includes(toPointer(path)))
        throw new UserError(
          `${subject} selects ${path.join(".") || "the whole document"}, which cannot be removed.`,
        );
      if (action.remove) return remove(document, path);
      if (!isObject(target))
        throw new UserError(
          `${subject} selects something that is not an object, so nothing can be merged into it.`,
        );
      const edits = merge(document, path, action.update ?? {});
      const left = kind.note?.(action, path);
      return left ? [...edits, ...merge(document, left.path, left.update)] : edits;
    });
  });
}

/** A copy of the document with the actions applied. */
export function withActions<Action extends OverlayAction>(
  document: OpenApiDocument,
  actions: Action[],
  kind: OverlayKind<Action>,
): OpenApiDocument {
  const copy = structuredClone(document);
  applyActions(copy, actions, kind);
  return copy;
}

/** Paths of what a JSONPath (RFC 9535) selects. */
export function pathsOf(document: OpenApiDocument, target: string): Path[] {
  return jsonpath.query(target, document).locations();
}

/**
 * Paths of what a target selects, the last one first, so that removing one does not move the next.
 *
 * @param subject begins every error
 */
function select<Action extends OverlayAction>(
  document: OpenApiDocument,
  action: Action,
  { remedy }: OverlayKind<Action>,
  subject: string,
): Path[] {
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

/** A list of gaps without a gap is no list: the key goes with its last entry. */
function remove(document: OpenApiDocument, path: Path): Edit {
  const parent = path.slice(0, -1);
  const list = valueAtPath(document, parent);
  if (parent.at(-1) === "x-gap" && asList(list).length === 1) return remove(document, parent);
  if (Array.isArray(list)) list.splice(Number(path.at(-1)), 1);
  else if (isObject(list)) delete list[path.at(-1)!];
  return { path, remove: true };
}

/**
 * Objects are merged key by key, lists are joined, and everything else is replaced, as the Overlay
 * Specification says.
 */
function merge(document: OpenApiDocument, path: Path, update: JsonObject): Edit[] {
  const target = valueAtPath(document, path);
  if (!isObject(target)) return [];
  return Object.entries(update).flatMap(([key, value]) => {
    const present = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isObject(present) && isObject(value)) return merge(document, [...path, key], value);
    if (!Array.isArray(present) || !Array.isArray(value)) {
      target[key] = structuredClone(value);
      return { path: [...path, key], value };
    }
    const start = present.length;
    present.push(...structuredClone(value));
    return value.map((item, index) => ({ path: [...path, key, start + index], value: item }));
  });
}
