/** OpenAPI Overlays (1.0) that close gaps: their actions carry what they rest on. */
import { type OverlayAction, type OverlayKind, readActions } from "../document/overlay.ts";
import type { Verification } from "../notes/gaps.ts";

export interface Action extends OverlayAction {
  description: string;
  /** The gap that this action helps to close. */
  "x-closes": string;
  /** Goes to the target when the action is applied; on the action that makes the change itself. */
  "x-verified"?: Verification;
}

export interface Overlay {
  overlay: "1.0.0";
  info: { title: string; version: string };
  actions: Action[];
}

/** How such an overlay is applied. */
export const closingOverlay: OverlayKind<Action> = {
  remedy: ({ "x-closes": gap }) =>
    `Is \`${gap}\` closed already, or was its place moved? Make the overlay again.`,
  updateOf: ({ update = {}, "x-verified": verified }) =>
    verified ? { ...update, "x-verified": [{ ...verified }] } : update,
};

/** Ids of the gaps that an overlay closes. */
export const closedBy = ({ actions }: Pick<Overlay, "actions">): string[] => [
  ...new Set(
    actions
      .filter(({ remove, target }) => remove && target.includes("['x-gap']"))
      .map((action) => action["x-closes"]),
  ),
];

/**
 * Reads the actions of an overlay that a person has reviewed, and may have changed.
 *
 * @throws {UserError} when there is no such file, or it is no overlay that closes gaps
 */
export const readClosings = (file: string): Action[] =>
  readActions(file, {
    what: "that closes gaps",
    remedy: "Start from one that openapi-gaps propose or answers has written.",
    key: "x-closes",
  });
