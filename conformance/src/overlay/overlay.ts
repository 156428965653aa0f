/** OpenAPI Overlays (1.0) whose actions carry what they rest on. */
import type { Json, JsonObject } from "../../../gaps/src/document/document.ts";
import type { OverlayAction } from "../../../gaps/src/document/overlay.ts";
import { toJsonPath } from "../../../gaps/src/document/pointer.ts";
import { type GuideText, guideTextsAbout } from "./guides.ts";

/** What confirmed something, as `x-verified` in `openapi/EXTENSIONS.md` defines it. */
export type Verification = Observation | Statement;

/** What was counted. */
export interface Observation {
  /** Id of the gap that it closes. */
  gap: string;
  /** `YYYY-MM-DD`: the last day of the evidence. */
  date: string;
  environment: string;
  evidence: string;
  samples: number;
  /** Lower end of the Wilson interval (95 %) of the weakest share that the change rests on. */
  confidence: number;
}

/** What the owner of the service has said. */
export interface Statement {
  gap: string;
  kind: "stated by the owner";
  /** Role of the person. */
  by: string;
  date: string;
  /** The answer. */
  evidence: string;
  environment?: never;
}

export interface Action extends OverlayAction {
  description: string;
  /** The gap that this action helps to close. */
  "x-closes": string;
  /**
   * What has to stand at the target today, key by key, and `null` for a key that must not be there.
   * Without it, being there is enough.
   */
  "x-expects"?: JsonObject;
  /** Goes to the target when the action is applied; on the action that makes the change itself. */
  "x-verified"?: Verification;
}

export interface Overlay {
  overlay: "1.0.0";
  info: { title: string; version: string };
  actions: Action[];
  /** What the guides say about the gaps that are closed. */
  "x-guides"?: GuideText[];
  /** Gaps that stay open, and why. */
  "x-not-proposed"?: { gap: string; because: string }[];
}

/** Ids of the gaps that an overlay closes. */
export const closedBy = ({ actions }: Overlay): string[] => [
  ...new Set(actions.flatMap((action) => (action["x-verified"] ? [action["x-closes"]] : []))),
];

/** The overlay with the texts of the guides that somebody has to write anew. */
export async function withGuides(overlay: Overlay): Promise<Overlay> {
  const texts = await guideTextsAbout(closedBy(overlay));
  return texts.length > 0 ? { ...overlay, "x-guides": texts } : overlay;
}

/** The action that takes the entry of a gap away. */
export function removeGap(pointer: string, gap: string): Action {
  return {
    target: `${toJsonPath(pointer)}['x-gap'][?@.id == '${gap}']`,
    description: `The gap \`${gap}\` is closed.`,
    "x-closes": gap,
    remove: true,
  };
}

/**
 * Closes a gap about the whole interface, on `info`: notes the evidence there and changes nothing
 * else at that place. It expects the version that the evidence was held against.
 */
export function recordEvidence(
  pointer: string,
  node: JsonObject,
  effect: string,
  verification: Verification,
): Action[] {
  const { gap } = verification;
  return [
    {
      target: toJsonPath(pointer),
      description: `Effect: ${effect}.`,
      "x-closes": gap,
      "x-expects": expectToday(node, "version"),
      "x-verified": verification,
      update: {},
    },
    removeGap(pointer, gap),
  ];
}

/** What the given keys of a node are today, for `x-expects`. */
export function expectToday(node: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(keys.map((key): [string, Json] => [key, node[key] ?? null]));
}
