/** Puts an OpenAPI Overlay on the contract, and leaves a mark at every place it has changed. */
import { jsonpath } from "json-p3";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.ts";
import { ContractError } from "../support/problem.ts";

/** A decision of the emulator, as `openapi/EXTENSIONS.md` defines it. */
export interface Assumption {
  id: string;
  /** The gap that the decision would close. */
  closes: string;
  because: string;
}

/** One action of an overlay (OpenAPI Overlay Specification 1.0) that carries a decision. */
export interface OverlayAction {
  /** JSONPath (RFC 9535). */
  target: string;
  /** What is decided. */
  description: string;
  "x-assumed": Assumption;
  update?: JsonObject;
  remove?: true;
}

export interface Overlay {
  actions: OverlayAction[];
}

/**
 * Applies the actions one after the other to a copy. Every object that an action changes or speaks about then carries the
 * decision in its own `x-assumed` list, together with what was decided.
 *
 * @throws {ContractError} when a target is no JSONPath, or selects nothing: such a decision would silently not be taken
 */
export function applyOverlay(document: OpenApiDocument, { actions }: Overlay): OpenApiDocument {
  const result = structuredClone(document);
  for (const action of actions) {
    for (const location of select(result, action)) {
      if (action.remove) removeAt(result, location);
      else mark(mergeAt(result, location, action.update ?? {}), action);
    }
  }
  return result;
}

type Location = (string | number)[];

function select(document: OpenApiDocument, { target, "x-assumed": { id } }: OverlayAction) {
  try {
    const nodes = jsonpath.query(target, document);
    if (nodes.length > 0) return nodes.locations();
  } catch (error) {
    throw new ContractError(`Assumption ${id}: ${target} is no JSONPath. ${String(error)}`);
  }
  throw new ContractError(
    `Assumption ${id}: ${target} selects nothing.\n  Has the contract changed? Let the target follow, or remove the action.`,
  );
}

function valueAt(document: OpenApiDocument, location: Location): Json {
  return location.reduce<Json>((node, key) => (node as JsonObject)[key] as Json, document);
}

function removeAt(document: OpenApiDocument, location: Location): void {
  const parent = valueAt(document, location.slice(0, -1));
  const key = location.at(-1) as string | number;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as JsonObject)[key];
}

/** Returns the outermost object that holds all that was changed: where the mark of the decision belongs. */
function mergeAt(document: OpenApiDocument, location: Location, update: JsonObject): JsonObject {
  const target = valueAt(document, location);
  if (!isObject(target)) throw new Error(`${location.join("/")} is not an object`);
  merge(target, structuredClone(update));
  let place = target;
  for (let step: JsonObject | undefined = update; step;) {
    const [[key, value] = [""], second] = Object.entries(step) as [string, Json][];
    if (second || !isObject(value) || "$ref" in value || holdsNoExtension(key)) break;
    place = place[key] as JsonObject;
    step = value;
  }
  return place;
}

/** Keys whose values are data of the API, not parts of the document. */
const dataKeys = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Below these keys there is data, or a map of names, or a condition that is not a schema of anything. */
function holdsNoExtension(key: string): boolean {
  return dataKeys.has(key) || key === "properties" || key === "not";
}

/** Objects are merged key by key, arrays are joined, and everything else is replaced, as the Overlay Specification asks. */
function merge(target: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const present = target[key];
    if (isObject(present) && isObject(value)) merge(present, value);
    else if (Array.isArray(present) && Array.isArray(value)) present.push(...value);
    else target[key] = value;
  }
}

function mark(node: JsonObject, { description, "x-assumed": assumption }: OverlayAction): void {
  const marks = (node["x-assumed"] ??= []) as JsonObject[];
  marks.push({ ...assumption, decides: description.trim() });
}
