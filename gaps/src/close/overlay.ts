/** OpenAPI Overlays (1.0) that close gaps: their actions carry what they rest on. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "../document/document.ts";
import type { OverlayAction, OverlayKind } from "../document/overlay.ts";
import { parsePointer } from "../document/pointer.ts";
import { parseFile, Positions } from "../document/sources.ts";
import { UserError } from "../problem.ts";

/** What confirmed something, as `x-verified` holds it. */
export type Verification = {
  /** Id of the gap that it closes. */
  gap: string;
  /** The question that it answers. */
  question: string;
  /** `YYYY-MM-DD`: the last day of the evidence. */
  date: string;
  /** What was counted, or the answer. */
  evidence: string;
} & (Observation | Statement);

/** What was counted. */
interface Observation {
  environment: string;
  samples: number;
  /** Lower end of the Wilson interval (95 %) of the weakest share that the change rests on. */
  confidence: number;
}

/** What the owner of the service has said. */
interface Statement {
  kind: "stated by the owner";
  /** Role of the person. */
  by: string;
}

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
export const closedBy = ({ actions }: Overlay): string[] => [
  ...new Set(
    actions
      .filter(({ remove, target }) => remove && target.includes("['x-gap']"))
      .map((action) => action["x-closes"]),
  ),
];

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
          "x-verified": { type: "object" },
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
