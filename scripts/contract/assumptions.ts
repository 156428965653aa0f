/** The decisions of the emulator: put on the contract by an overlay, and gathered from its marks. */
import {
  asList,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  walk,
} from "../../gaps/src/document/document.ts";
import { collectClosedGaps, type Gap } from "../../gaps/src/notes/gaps.ts";
import { type OverlayAction, withActions } from "../../gaps/src/document/overlay.ts";
import type { Path } from "../../gaps/src/document/pointer.ts";
import { UserError } from "../../gaps/src/problem.ts";

/** A decision of the emulator, as `openapi/EXTENSIONS.md` defines it. */
export interface Assumption {
  id: string;
  /** The gap that the decision would close, or goes beyond where evidence has closed it. */
  closes: string;
  because: string;
}

/** An action that carries a decision: its description says what is decided. */
export interface AssumingAction extends OverlayAction {
  description: string;
  "x-assumed": Assumption;
}

/**
 * Applies the actions to a copy. Every object that an action changes or speaks about then carries
 * the decision in its own `x-assumed` list, together with what was decided.
 *
 * @throws {UserError} when a target is no JSONPath, or selects nothing: such a decision would
 *   silently not be taken
 */
export function applyAssumptions(
  document: OpenApiDocument,
  actions: AssumingAction[],
): OpenApiDocument {
  return withActions(document, actions, {
    name: ({ "x-assumed": { id } }) => `Assumption ${id}: `,
    remedy: () => "Has the contract changed? Let the target follow, or remove the action.",
    note: ({ description, "x-assumed": assumption, update }, path) => ({
      path: [...path, ...wayToChange(update ?? {})],
      update: { "x-assumed": [{ ...assumption, decides: description.trim() }] },
    }),
  });
}

/** The way to the outermost object that holds all that was changed: where the mark belongs. */
function wayToChange(update: JsonObject): Path {
  const [first, second] = Object.entries(update) as [string, Json][];
  if (!first || second) return [];
  const [key, value] = first;
  if (!isObject(value) || "$ref" in value || holdsNoExtension(key)) return [];
  return [key, ...wayToChange(value)];
}

/** Keys whose values are data of the API, not parts of the document. */
const dataKeys = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Below these keys there is data, or a map of names, or a condition that is not a schema of anything. */
function holdsNoExtension(key: string): boolean {
  return dataKeys.has(key) || key === "properties" || key === "not";
}

export interface RegisteredAssumption extends Assumption {
  /** What is decided, in sentences. */
  decides: string[];
  /** JSON pointers into the emulator's contract. */
  nodes: string[];
}

/**
 * All assumptions in the order of the emulator's contract.
 *
 * @throws {UserError} when one closes a gap that does not exist, or when two different ones have the same id
 */
export function collectAssumptions(contract: OpenApiDocument, gaps: Gap[]): RegisteredAssumption[] {
  const byId = new Map<string, RegisteredAssumption>();
  for (const [node, pointer] of walk(contract)) {
    for (const mark of asList(node["x-assumed"])) {
      const { decides, ...assumption } = mark as unknown as Assumption & { decides: string };
      const known = byId.get(assumption.id);
      if (!known) {
        byId.set(assumption.id, { ...assumption, decides: [decides], nodes: [pointer] });
      } else {
        refuseDifference(known, assumption);
        known.decides = [...new Set([...known.decides, decides])];
        known.nodes.push(pointer);
      }
    }
  }
  const assumptions = [...byId.values()];
  refuseUnknownGaps(assumptions, [...gaps, ...collectClosedGaps(contract)]);
  return assumptions;
}

function refuseDifference(known: Assumption, { id, closes, because }: Assumption): void {
  if (known.closes === closes && known.because === because) return;
  throw new UserError(`Two different assumptions are called ${id}. Give one of them another id.`);
}

function refuseUnknownGaps(assumptions: Assumption[], gaps: { id: string }[]): void {
  const known = new Set(gaps.map(({ id }) => id));
  const unknown = assumptions.filter(({ closes }) => !known.has(closes));
  if (unknown.length === 0) return;
  const list = unknown.map(({ id, closes }) => `${id} closes ${closes}`).join("\n  ");
  throw new UserError(
    `The emulator assumes something about gaps that do not exist:\n  ${list}\n  generated/gaps.json lists the gaps.`,
  );
}
