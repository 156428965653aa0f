/**
 * Applies OpenAPI Overlays (1.0) as single edits, the same ones for the joined document and for the files it is
 * made of.
 */
import { jsonpath } from "json-p3";
import { UserError } from "../problem.ts";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "./document.ts";
import { type Path, toPointer, valueAtPath } from "./pointer.ts";
import { parseFile, Positions } from "./sources.ts";

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
  /** What is merged in place of the action's `update`. */
  updateOf?: (action: Action) => JsonObject;
}

/** Sets the value at a path, or removes it. */
export type Edit = { path: Path; value: Json } | { path: Path; remove: true };

/**
 * Reads the actions of an overlay.
 *
 * @param kind what it is and how to make one, for the error, and the key that each action needs beside its target
 * @throws {UserError} when there is no such file, or it is no such overlay
 */
export function readActions<Action extends OverlayAction>(
  file: string,
  { what, remedy, key = "target" }: { what: string; remedy: string; key?: string },
): Action[] {
  const { overlay, actions } = asObject(parseFile(file));
  const isComplete = (action: Json): boolean => {
    const { target, update = null, remove = false, [key]: own } = asObject(action);
    const isText = typeof target === "string" && typeof own === "string";
    const isNoted = isObject(asObject(action)["x-verified"] ?? {});
    return isText && isNoted && (remove === true || (!remove && isObject(update)));
  };
  const given = asList(actions);
  const wrong = given.findIndex((action) => !isComplete(action));
  if (String(overlay).startsWith("1.") && given.length > 0 && wrong < 0)
    return given as object[] as Action[];
  const { line } = new Positions(file).of(wrong < 0 ? [] : ["actions", wrong]);
  throw new UserError(
    `${file}:${line} is no overlay ${what}${wrong < 0 ? "" : `: action ${wrong + 1} needs ${[...new Set(["target", key])].join(", ")}, and an object as update, or remove: true`}. ${remedy}`,
  );
}

/** How errors name an action of a file: by its line. */
export function lineIn<Action>(file: string, actions: Action[]): (action: Action) => string {
  const lineOf = (action: Action) =>
    new Positions(file).of(["actions", actions.indexOf(action), "target"]).line;
  return (action) => `${file}:${lineOf(action)}: `;
}

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
  { name, remedy, updateOf }: OverlayKind<Action>,
): Edit[] {
  return actions.flatMap((action) => {
    const refuse = (reason: string): never => {
      throw new UserError(`${name?.(action) ?? ""}${action.target} ${reason}`);
    };
    const paths = select();
    if (paths.length === 0) refuse(`selects nothing in the document.\n  ${remedy(action)}`);
    // The last one first, so that removing one does not move the next.
    return paths.toReversed().flatMap((path) => {
      const target = valueAtPath(document, path) ?? null;
      const update = updateOf?.(action) ?? action.update ?? {};
      if (action.remove && lasting.includes(toPointer(path)))
        refuse(`selects ${path.join(".") || "the whole document"}, which cannot be removed.`);
      if (action.remove) return remove(document, path);
      if (!isObject(target))
        refuse("selects something that is not an object, so nothing can be merged into it.");
      return merge(document, path, update);
    });

    function select(): Path[] {
      try {
        return pathsOf(document, action.target);
      } catch (error) {
        return refuse(
          `is no JSONPath: ${(error as Error).message}. Correct the target of this action.`,
        );
      }
    }
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
export const pathsOf = (document: OpenApiDocument, target: string): Path[] =>
  jsonpath.query(target, document).locations();

/** A list of gaps without a gap is no list: the key goes with its last entry. */
function remove(document: OpenApiDocument, path: Path): Edit {
  const parent = path.slice(0, -1);
  const list = valueAtPath(document, parent);
  if (parent.at(-1) === "x-gap" && asList(list).length === 1) return remove(document, parent);
  if (Array.isArray(list)) list.splice(Number(path.at(-1)), 1);
  else if (isObject(list)) delete list[path.at(-1)!];
  return { path, remove: true };
}

/** Objects are merged key by key, lists are joined, and everything else is replaced, as the specification says. */
function merge(document: OpenApiDocument, path: Path, update: JsonObject): Edit[] {
  const target = valueAtPath(document, path) as JsonObject;
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
