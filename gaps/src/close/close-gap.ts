/** Closes one gap by what its owner has said: what changes, and what it rests on. */
import type { Json, JsonObject, OpenApiDocument } from "../document/document.ts";
import { type ClosingAction, withActions } from "../document/overlay.ts";
import { parsePointer, toJsonPath, toPointer } from "../document/json.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import { brokenExamples } from "./replay.ts";

/** What becomes of one object of the document. */
export interface Change {
  /** JSON pointer of the object. */
  pointer: string;
  update: JsonObject;
  /** Keys that are taken away, because an overlay can only add to them. */
  remove?: string[];
}

/** Actions that close a gap. */
export interface Closing {
  gap: string;
  /** What the document says from then on. */
  effect: string;
  actions: ClosingAction[];
}

/**
 * Makes the changes, notes at the place of the gap what they rest on, and takes the gap away. Examples that no longer
 * follow are named: what they should say, only a person knows.
 */
export function closeGap(
  document: OpenApiDocument,
  gap: Gap,
  effect: string,
  verified: Verification,
  changes: Change[],
): Closing {
  const description = `Effect: ${effect}.`;
  const own = changes.flatMap(({ pointer, update }) =>
    pointer === gap.node ? Object.entries(update) : [],
  );
  const updates: Change[] = [
    {
      pointer: gap.node,
      update: { ...Object.fromEntries(own), "x-verified": [{ ...verified }] },
    },
    ...changes.filter(
      (change) => change.pointer !== gap.node && Object.keys(change.update).length > 0,
    ),
  ];
  const removals = changes.flatMap(({ pointer, remove = [] }) =>
    remove.map((key) => toPointer([...parsePointer(pointer), key])),
  );
  const actions: ClosingAction[] = [
    ...updates.map(({ pointer, update }) => ({
      target: toJsonPath(pointer),
      description,
      "x-closes": gap.id,
      update,
    })),
    ...[...removals.map(toJsonPath), ...(verified.gap === undefined ? [] : [targetOf(gap)])].map(
      (target) => ({
        target,
        description: `The gap \`${gap.id}\` is closed.`,
        "x-closes": gap.id,
        remove: true as const,
      }),
    ),
  ];
  const broken =
    changes.length === 0 ? [] : brokenExamples(document, withActions(document, actions));
  const remedy = broken.length > 0 ? `; correct by hand the examples at ${broken.join(", ")}` : "";
  return { gap: gap.id, effect: effect + remedy, actions };
}

/** The entry of a gap. */
export const targetOf = ({ node, id }: Gap) => `${toJsonPath(node)}['x-gap'][?@.id == '${id}']`;

const placeholders: Record<string, string> = {
  uri: "https://example.com/placeholder",
  uuid: "00000000-0000-4000-8000-000000000000",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
};

/**
 * A value that stands for a field in an example; undefined where its own fields show it. None of them
 * was seen: what was seen is not kept.
 */
export function exampleOf(name: string, { type, format }: JsonObject): Json | undefined {
  const [first] = [type ?? []].flat();
  if (first === "string")
    return placeholders[String(format)] ?? `example-${name.replaceAll("_", "-")}`;
  if (first === "integer" || first === "number") return 1;
  if (first === "boolean") return true;
  if (first === "array") return [];
  return first === "null" ? null : undefined;
}
