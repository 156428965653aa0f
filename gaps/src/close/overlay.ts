/** OpenAPI Overlays (1.0) that close gaps. */
import type { OverlayAction } from "../document/overlay.ts";

export interface Action extends OverlayAction {
  description: string;
  /** The gap that this action helps to close. */
  "x-closes": string;
}

export interface Overlay {
  overlay: "1.0.0";
  info: { title: string; version: string };
  actions: Action[];
}

/** Ids of the gaps that an overlay closes. */
export const closedBy = ({ actions }: Pick<Overlay, "actions">): string[] => [
  ...new Set(
    actions
      .filter(({ remove, target }) => remove && target.includes("['x-gap']"))
      .map((action) => action["x-closes"]),
  ),
];
