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

/** Sets the value at a path, or removes it. */
export type Edit = { path: Path; value: Json } | { path: Path; remove: true };

/**
 * Reads the actions of an overlay.
 *
 * @param keys texts that each action has beside its update
 * @throws {UserError} when there is no such file, or it is no such overlay
 */
export function readActions(file: string, ...keys: string[]): OverlayAction[] {
  const { overlay, actions } = asObject(parseFile(file));
  const isComplete = (action: Json): boolean => {
    const { update = null, remove = false, ...others } = asObject(action);
    const isNamed = ["target", ...keys].every((key) => typeof others[key] === "string");
    return isNamed && (remove === true || (!remove && isObject(update)));
  };
  const given = asList(actions);
  const wrong = given.findIndex((action) => !isComplete(action));
  if (String(overlay).startsWith("1.") && given.length > 0 && wrong < 0)
    return given as object[] as OverlayAction[];
  const { line } = new Positions(file).of(wrong < 0 ? [] : ["actions", wrong]);
  throw new UserError(
    `${file}:${line} is no such overlay. Begin it with "overlay: 1.0.0" and "actions", and give each action ${["target", ...keys].join(", ")}, and an object as update, or remove: true.`,
  );
}

/** How errors name the actions of a file: by their lines. */
export const lineIn = (file: string) => (index: number) =>
  `${file}:${new Positions(file).of(["actions", index, "target"]).line}: `;

/** What every document has once it is read. */
const lasting = ["#", "#/openapi", "#/info", "#/paths", "#/components", "#/components/schemas"];

/**
 * Applies the actions to the document, one after the other.
 *
 * @param name begins an error about an action, by its index
 * @returns every edit in its order: the path of one may count on the edit before
 * @throws {UserError} when a target is no JSONPath, selects nothing, or selects what nothing can
 *   be merged into
 */
export function applyActions(
  document: OpenApiDocument,
  actions: OverlayAction[],
  name: (index: number) => string = () => "",
): Edit[] {
  return actions.flatMap(({ target, update = {}, remove: isRemoval }, index) => {
    const refuse = (reason: string): never => {
      throw new UserError(`${name(index)}${target} ${reason}`);
    };
    const paths = select();
    if (paths.length === 0)
      refuse(
        "selects nothing in the document. Was it moved, or is its gap closed? Correct the target, or remove the action.",
      );
    // The last one first, so that removing one does not move the next.
    return paths.toReversed().flatMap((path) => {
      if (isRemoval && lasting.includes(toPointer(path)))
        refuse(`selects ${path.join(".") || "the whole document"}, which cannot be removed.`);
      if (isRemoval) return remove(document, path);
      if (!isObject(valueAtPath(document, path)))
        refuse("selects something that is not an object, so nothing can be merged into it.");
      return merge(document, path, update);
    });

    function select(): Path[] {
      try {
        return pathsOf(document, target);
      } catch (error) {
        return refuse(
          `is no JSONPath: ${(error as Error).message}. Correct the target of this action.`,
        );
      }
    }
  });
}

/** A copy of the document with the actions applied. */
export function withActions(document: OpenApiDocument, actions: OverlayAction[]): OpenApiDocument {
  const copy = structuredClone(document);
  applyActions(copy, actions);
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
