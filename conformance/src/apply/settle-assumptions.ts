/** What the emulator decided about a gap, once evidence has closed it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { jsonpath } from "json-p3";
import { parse } from "yaml";
import type { AssumingAction } from "../../../scripts/contract/assumptions.ts";
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { applyActions } from "../../../gaps/src/document/overlay.ts";
import { type Path, valueAtPath } from "../../../gaps/src/document/pointer.ts";
import { root } from "../../../scripts/support/locations.ts";
import { UserError } from "../../../gaps/src/problem.ts";
import { editActions } from "./edit-actions.ts";
import { remainderOf } from "./remainder.ts";

/** The decisions of the emulator; see `x-assumed` in `openapi/EXTENSIONS.md`. */
export const emulatorFile = "openapi/overlays/emulator.yaml";

export interface Settled {
  /** Decisions that say more than the evidence: a person has to look whether they still fit. */
  kept: string[];
  changes: Map<string, string>;
}

/**
 * Takes out of the emulator's overlay what the contract states by now, and leaves what goes beyond
 * it: the emulator does the same as before.
 *
 * @param before the contract as it was
 * @param document the contract with the gaps closed
 * @throws {UserError} when a decision contradicts the evidence
 */
export async function settleAssumptions(
  before: OpenApiDocument,
  document: OpenApiDocument,
  closed: string[],
): Promise<Settled> {
  const text = await readFile(join(root, emulatorFile), "utf8");
  const { actions } = parse(text) as { actions: AssumingAction[] };
  const edited = structuredClone(document);
  const updates = actions.map((action): "drop" | "keep" | JsonObject => {
    const isConcerned = closed.includes(action["x-assumed"].closes);
    const paths = jsonpath.query(action.target, edited).locations();
    const update = isConcerned ? settle(action, paths, before, document) : "keep";
    if (update === "drop") return "drop";
    const left = update === "keep" ? action : { ...action, update };
    for (const _edit of applyActions(edited, [left], { remedy: () => "Look at this action." }));
    return update;
  });
  const kept = actions.flatMap(({ "x-assumed": { id, closes } }, index) =>
    updates[index] !== "drop" && closed.includes(closes) ? [id] : [],
  );
  const isChanged = updates.some((update) => update !== "keep");
  return {
    kept: [...new Set(kept)],
    changes: isChanged ? new Map([[emulatorFile, editActions(text, updates)]]) : new Map(),
  };
}

/**
 * What remains of an action.
 *
 * @param paths what it selects once the decisions before it are made; they are no evidence themselves
 */
function settle(
  action: AssumingAction,
  paths: Path[],
  before: OpenApiDocument,
  document: OpenApiDocument,
): "drop" | "keep" | JsonObject {
  if (paths.length === 0) return "drop";
  if (action.remove) {
    // What was to go has gone when something else stands in its place.
    const isSame = paths.every((path) =>
      isDeepStrictEqual(valueAtPath(before, path), valueAtPath(document, path)),
    );
    return isSame ? "keep" : "drop";
  }
  // A decision that changes nothing is a statement, and the evidence has made one.
  if (!action.update) return "drop";
  try {
    const rests = paths.map((path) =>
      remainderOf(action.update!, valueAtPath(document, path) ?? null),
    );
    const rest = rests.find((left) => left !== undefined);
    if (rest === undefined) return "drop";
    return JSON.stringify(rest) === JSON.stringify(action.update) ? "keep" : rest;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // An example shows, and claims nothing.
    if (paths.every(([, part]) => part === "examples")) return "keep";
    const { id, closes } = action["x-assumed"];
    throw new UserError(
      `The evidence on \`${closes}\` contradicts the emulator's decision \`${id}\`: below ${action.target} ${error.message}.\n  Nothing was changed. Let ${emulatorFile} and the emulator do as the evidence says, then apply again.`,
    );
  }
}
