/**
 * OpenAPI Overlays (1.0 and 1.1), applied as single edits: the same ones for the joined document and for the files it
 * is made of.
 */
import { isDeepStrictEqual } from "node:util";
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
import { type Path, toPointer, valueAt } from "./json.ts";
import { parseFile } from "./files.ts";
import { Positions } from "./source-tree.ts";

/** One action of an overlay. */
export interface OverlayAction {
  /** JSONPath (RFC 9535). */
  target: string;
  description?: string;
  /** Merged into an object, appended to a list, or in place of a primitive. */
  update?: Json;
  /** JSONPath of the one node whose value is taken as the update. */
  copy?: string;
  remove?: true;
}

/** An action that helps to close a gap, whose id it has. */
export interface ClosingAction extends OverlayAction {
  description: string;
  update?: JsonObject;
  "x-closes": string;
}

/** An overlay that closes gaps. */
export interface Overlay {
  overlay: "1.0.0";
  info: { title: string; version: string };
  actions: ClosingAction[];
}

/** Sets the value at a path, which stands at `from` in an update, removes what is there, or gives it another key. */
export type Edit =
  | { path: Path; value: Json; from: Path }
  | { path: Path; remove: true }
  | { path: Path; key: string };

/**
 * Reads the actions of an overlay.
 *
 * @throws {UserError} when there is no such file, or it is no overlay
 */
export function readActions(file: string): OverlayAction[] {
  const { overlay, actions } = asObject(parseFile(file));
  const given = asList(actions);
  const wrong = given.findIndex((action) => {
    const { target, update, copy, remove } = asObject(action);
    const isChange = update !== undefined || typeof copy === "string" || remove === true;
    return typeof target !== "string" || !isChange;
  });
  if (/^1\.[01](\.|$)/.test(String(overlay)) && given.length > 0 && wrong < 0)
    return given as object[] as OverlayAction[];
  const { line } = new Positions(file).of(wrong < 0 ? [] : ["actions", wrong]);
  throw new UserError(
    `${file}:${line} is no overlay. Begin it with "overlay: 1.1.0" (or 1.0.0) and "actions", and give each action a target, and update, copy, or remove: true.`,
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
 * @throws {UserError} when a JSONPath is wrong or selects nothing, or a value does not fit what is selected
 */
export function applyActions(
  document: Json,
  actions: OverlayAction[],
  name: (index: number) => string = () => "",
): Edit[] {
  return actions.flatMap(({ target, update = {}, copy, remove: removal }, index) => {
    const refuse = (expression: string, reason: string): never => {
      throw new UserError(`${name(index)}${expression} ${reason}`);
    };
    const select = (expression: string): Path[] => {
      try {
        return pathsOf(document, expression);
      } catch (error) {
        return refuse(expression, `is no JSONPath: ${(error as Error).message}. Correct it.`);
      }
    };
    const paths = select(target);
    if (paths.length === 0)
      refuse(
        target,
        "selects nothing in the document. Was it moved or applied before, or has its gap changed? Propose or answer again, correct the target, or remove the action.",
      );
    const copied = copy === undefined ? [] : select(copy);
    if (copy !== undefined && copied.length !== 1)
      refuse(copy, "has to select one node, which is copied.");
    const value = copy === undefined ? update : valueAt(document, copied[0]!)!;
    // The last one first, so that removing one does not move the next.
    return paths.toReversed().flatMap((path) => {
      if (removal === true && lasting.includes(toPointer(path)))
        refuse(target, `selects ${toPointer(path)}, which cannot be removed.`);
      if (removal === true) return remove(document, path);
      const selected = valueAt(document, path)!;
      if (Array.isArray(selected)) return merge(document, path, [value].flat());
      if (isObject(selected) !== isObject(value) || Array.isArray(value))
        refuse(target, "selects an object where the update is not an object, or the reverse.");
      return merge(document, path, value);
    });
  });
}

/** Paths of what a JSONPath (RFC 9535) selects. */
export const pathsOf = (document: Json, target: string): Path[] =>
  jsonpath.query(target, document).locations();

/** The document with the actions applied. What they leave alone, both share. */
export function withActions(document: OpenApiDocument, actions: OverlayAction[]): OpenApiDocument {
  const copy = { ...document };
  applyActions(copy, actions);
  return copy;
}

/** A list of gaps without a gap is no list: the key goes with its last entry. */
function remove(document: Json, path: Path): Edit {
  const parent = path.slice(0, -1);
  const list = valueAt(document, parent);
  if (parent.at(-1) === "x-gap" && asList(list).length === 1) return remove(document, parent);
  const edit: Edit = { path, remove: true };
  applyEdit(document, edit);
  return edit;
}

/** Lists in which nothing stands twice, so that an overlay may be applied again. */
const sets = [
  ...["enum", "required", "x-extensible-enum", "x-final-values", "x-failure-values"],
  "x-verified",
];

/** Objects are merged key by key, lists are joined, and everything else is replaced, as the specification says. */
export function merge(root: Json, path: Path, value: Json, from: Path = []): Edit[] {
  const present = valueAt(root, path);
  if (isObject(present) && isObject(value))
    return Object.entries(value).flatMap(([key, child]) =>
      merge(root, [...path, key], child, [...from, key]),
    );
  if (Array.isArray(present) && Array.isArray(value))
    return value.flatMap((item, index) => {
      const list = asList(valueAt(root, path));
      const isKnown =
        sets.includes(String(path.at(-1))) && list.some((other) => isDeepStrictEqual(item, other));
      return isKnown ? [] : merge(root, [...path, list.length], item, [...from, index]);
    });
  const edit = { path, value, from };
  applyEdit(root, edit);
  return [edit];
}

/** Makes an edit in a value. On the way, maps are made that are not there, and copied, for others may share them. */
export function applyEdit(root: Json, edit: Edit): void {
  const last = edit.path.at(-1)!;
  let parent = root as JsonObject;
  for (const key of edit.path.slice(0, -1)) {
    const child = valueAt(parent, [key]);
    parent[key] = Array.isArray(child) ? [...child] : { ...asObject(child) };
    parent = parent[key] as JsonObject;
  }
  if ("value" in edit) parent[last] = structuredClone(edit.value);
  else if ("key" in edit) renameKey(parent, String(last), edit.key);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
}

/** In its place, so that the keys keep their order. */
function renameKey(holder: JsonObject, from: string, to: string): void {
  const entries = Object.entries(holder);
  for (const [key, value] of entries) {
    delete holder[key];
    holder[key === from ? to : key] = value;
  }
}
