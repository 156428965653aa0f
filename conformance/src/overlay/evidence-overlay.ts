/** How an overlay that rests on evidence is applied: with expectations, and a note of the evidence. */
import { isDeepStrictEqual } from "node:util";
import { asObject, type Json } from "../../../gaps/src/document/document.ts";
import type { OverlayKind } from "../../../gaps/src/document/overlay.ts";
import { UserError } from "../../../gaps/src/problem.ts";
import type { Action } from "./overlay.ts";

export const evidenceOverlay: OverlayKind<Action> = {
  remedy: ({ "x-closes": gap }) =>
    `Is \`${gap}\` closed already, or was its place moved? Observe and propose again.`,
  check: requireExpected,
  note: ({ "x-verified": verified }, path) =>
    verified && { path, update: { "x-verified": [{ ...verified }] } },
};

/** @throws {UserError} when a key of the target is not as the action expects it */
function requireExpected(target: Json, action: Action): void {
  for (const [key, wanted] of Object.entries(action["x-expects"] ?? {})) {
    const found = asObject(target)[key] ?? null;
    if (isDeepStrictEqual(found, wanted)) continue;
    throw new UserError(
      `${action.target} is not as this overlay expects it: \`${key}\` is ${shown(found)}, not ${shown(wanted)}.\n  The contract has changed since the proposal. Observe and propose again.`,
    );
  }
}

function shown(value: Json): string {
  return value === null ? "missing" : JSON.stringify(value);
}
