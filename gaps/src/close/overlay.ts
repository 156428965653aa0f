/** OpenAPI Overlays (1.0) that close gaps: their actions carry what they rest on, and what they expect. */
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { asObject, type Json, type JsonObject } from "../document/document.ts";
import type { OverlayAction, OverlayKind } from "../document/overlay.ts";
import { parsePointer, toJsonPath } from "../document/pointer.ts";
import { parseFile, Positions } from "../document/sources.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";

/** What confirmed something, as `x-verified` holds it. */
export type Verification = Observation | Statement;

interface Closing {
  /** Id of the gap that it closes. */
  gap: string;
  /** The question that it answers. */
  question: string;
  /** `YYYY-MM-DD`: the last day of the evidence. */
  date: string;
  /** What was counted, or the answer. */
  evidence: string;
}

/** What was counted. */
export interface Observation extends Closing {
  environment: string;
  samples: number;
  /** Lower end of the Wilson interval (95 %) of the weakest share that the change rests on. */
  confidence: number;
}

/** What the owner of the service has said. */
export interface Statement extends Closing {
  kind: "stated by the owner";
  /** Role of the person. */
  by: string;
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
}

/** How such an overlay is applied. */
export const closingOverlay: OverlayKind<Action> = {
  remedy: ({ "x-closes": gap }) =>
    `Is \`${gap}\` closed already, or was its place moved? Make the overlay again.`,
  updateOf(action, target) {
    requireExpected(target, action);
    const { update = {}, "x-verified": verified } = action;
    return verified ? { ...update, "x-verified": [{ ...verified }] } : update;
  },
};

/** @throws {UserError} when a key of the target is not as the action expects it */
function requireExpected(target: Json, action: Action): void {
  const shown = (value: Json) => (value === null ? "missing" : JSON.stringify(value));
  for (const [key, wanted] of Object.entries(action["x-expects"] ?? {})) {
    const found = asObject(target)[key] ?? null;
    if (isDeepStrictEqual(found, wanted)) continue;
    throw new UserError(
      `${action.target} is not as this overlay expects it: \`${key}\` is ${shown(found)}, not ${shown(wanted)}. The document has changed since. Make the overlay again.`,
    );
  }
}

/** Ids of the gaps that an overlay closes. */
export const closedBy = ({ actions }: Overlay): string[] => [
  ...new Set(
    actions.filter(({ remove, target }) => remove && target.includes("['x-gap']")).map(closes),
  ),
];

const closes = (action: Action) => action["x-closes"];

/** The action that takes the entry of a gap away. */
export function removeGap({ node, id }: Pick<Gap, "node" | "id">): Action {
  return {
    target: `${toJsonPath(node)}['x-gap'][?@.id == '${id}']`,
    description: `The gap \`${id}\` is closed.`,
    "x-closes": id,
    remove: true,
  };
}

/**
 * Changes the node of a gap, notes there what the change rests on, and takes the gap away.
 *
 * @param expects keys that have to be as they are today
 */
export function changeNode(
  gap: Gap,
  node: JsonObject,
  effect: string,
  verification: Verification,
  update: JsonObject = {},
  expects: string[] = ["version"],
): [change: Action, removal: Action] {
  return [
    {
      target: toJsonPath(gap.node),
      description: `Effect: ${effect}.`,
      "x-closes": gap.id,
      "x-expects": expectToday(node, ...expects),
      "x-verified": verification,
      update,
    },
    removeGap(gap),
  ];
}

/** What the given keys of a node are today, for `x-expects`. */
export function expectToday(node: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(keys.map((key): [string, Json] => [key, node[key] ?? null]));
}

const text = { type: "string", pattern: "\\S" };

const overlaySchema = {
  type: "object",
  required: ["overlay", "actions"],
  properties: {
    overlay: { type: "string", pattern: "^1\\.0\\." },
    actions: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["target", "x-closes"],
        additionalProperties: false,
        properties: {
          target: text,
          description: { type: "string" },
          "x-closes": text,
          "x-expects": { type: "object" },
          "x-verified": {
            type: "object",
            required: ["gap", "date", "evidence"],
            anyOf: [
              { required: ["environment", "samples", "confidence"] },
              { required: ["kind", "by"] },
            ],
          },
          update: { type: "object" },
          remove: { const: true },
        },
        anyOf: [{ required: ["update"] }, { required: ["remove"] }],
      },
    },
  },
};

const isOverlay = new Ajv2020({ strict: false }).compile<Overlay>(overlaySchema);

/**
 * Reads an overlay that a person has reviewed, and may have changed.
 *
 * @throws {UserError} when there is no such file, or it is no overlay that closes gaps
 */
export function readOverlay(file: string): Overlay {
  const { value, lineOf } = readYaml(file);
  if (isOverlay(value)) return value;
  const [problem] = isOverlay.errors ?? [];
  const path = parsePointer(`#${problem?.instancePath ?? ""}`);
  throw new UserError(
    `${file}:${lineOf(path)} is not an overlay that closes gaps: ${path.join(".") || "the file"} ${problem?.message}. Start from one that openapi-gaps propose or answers has written.`,
  );
}

/** A file in YAML, with the lines of its parts. */
export function readYaml(file: string): { value: Json; lineOf: (path: string[]) => number } {
  const value = parseFile(file);
  const positions = new Positions(file);
  return { value, lineOf: (path) => positions.of(path).line };
}
