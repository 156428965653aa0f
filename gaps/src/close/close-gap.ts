/** Closes one gap: what changes, what it rests on, and the examples that have to follow. */
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  follow,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../document/document.ts";
import { type Example, messageExamples, schemaExamples } from "../document/examples.ts";
import { type ClosingAction, withActions } from "../document/overlay.ts";
import { parsePointer, toJsonPath, toPointer, valueAtPath } from "../document/pointer.ts";
import type { ErrorObject } from "../document/validators.ts";
import { Checker } from "../evidence/checker.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import { gapEntries } from "../ruleset/rule.ts";

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

/** Actions that close a gap, or why nothing does. */
export type Proposal = Closing | { gap: string; because: string };

/**
 * Makes the changes, notes at the place of the gap what they rest on, takes the gap away, and lets the examples of
 * the document follow.
 */
export function closeGap(
  document: OpenApiDocument,
  gap: Gap,
  effect: string,
  verified: Verification,
  changes: Change[],
): Proposal {
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
  const repairs = changes.length === 0 ? [] : repairExamples(document, actions);
  if (!repairs)
    return { gap: gap.id, because: "examples would break, and have to be changed by hand first" };
  return { gap: gap.id, effect, actions: [...actions, ...repairs] };
}

/** The entry of a gap. */
export const targetOf = ({ node, id }: Gap) => `${toJsonPath(node)}['x-gap'][?@.id == '${id}']`;

/** Repairing one field can bring another to light. A document that needs more rounds needs a person. */
const maxRounds = 10;

/** Further actions after which every example holds that held before; undefined where there are none. */
function repairExamples(
  document: OpenApiDocument,
  actions: ClosingAction[],
): ClosingAction[] | undefined {
  const repairs: ClosingAction[] = [];
  const brokenBefore = new Set(brokenExamples(document).map(({ pointer }) => pointer));
  for (let round = 0; round < maxRounds; round++) {
    const changed = withActions(document, [...actions, ...repairs]);
    const broken = brokenExamples(changed).find(({ pointer }) => !brokenBefore.has(pointer));
    if (!broken) return repairs;
    for (const error of broken.errors) {
      const changes = repair(changed, broken.pointer, error);
      if (!changes) return undefined;
      const common = {
        description: "The example follows the narrower schema.",
        "x-closes": actions[0]!["x-closes"],
      };
      repairs.push(...changes.map((change) => ({ ...common, ...change })));
    }
  }
  return undefined;
}

/** Schemas come first: what stands for a field of a message is the example of its schema. */
function brokenExamples(document: OpenApiDocument): (Example & { errors: ErrorObject[] })[] {
  const checker = Checker.of(document);
  return [...schemaExamples(document), ...messageExamples(document), ...samplesOfClaims(document)]
    .map((example) => ({ ...example, errors: checker.errors(example.schema, example.value) }))
    .filter(({ errors }) => errors.length > 0);
}

/** What the claims of a contradiction that is still open allow, and its schema has to. */
function samplesOfClaims(document: OpenApiDocument): Example[] {
  return gapEntries(document)
    .filter(({ entry, node }) => entry["settled"] === undefined && node.kind === "schema")
    .flatMap(({ entry, path, node }) =>
      asObjectList(entry["states"]).flatMap(({ sample: value }, index) => {
        const pointer = toPointer([...path, "states", index, "sample"]);
        return value === undefined ? [] : [{ pointer, schema: toPointer(node.path), value }];
      }),
    );
}

/** What is wrong or missing takes the example of its schema; an element of a list with others goes. */
function repair(
  document: OpenApiDocument,
  pointer: string,
  { keyword, params, instancePath, parentSchema, data }: ErrorObject,
): Pick<ClosingAction, "target" | "update" | "remove">[] | undefined {
  const schema = asObject(parentSchema);
  const missing = keyword === "required" ? [String(params["missingProperty"])] : [];
  const path = [...parsePointer(pointer + instancePath), ...missing];
  const [parent, key] = [path.slice(0, -1), path.at(-1)!];
  const list = valueAtPath(document, parent);
  if (!Array.isArray(list)) {
    const field = missing.length > 0 ? (asObjectMap(schema["properties"])[key] ?? {}) : schema;
    const sample = sameAs(data, params["type"]) ?? sampleOf(document, key, field);
    return sample === undefined ? undefined : [changeAt(parent, { [key]: sample })];
  }
  const others = list.filter((_, index) => String(index) !== key);
  const sample = sampleOf(document, parent.at(-2)!, { ...schema, examples: [] });
  const left = others.length > 0 || sample === undefined ? others : [sample];
  if (left.length === 0) return undefined;
  // An overlay joins lists, so this one is taken away first.
  const removal = { target: toJsonPath(toPointer(parent)), remove: true as const };
  return [removal, changeAt(parent.slice(0, -1), { [parent.at(-1)!]: left })];
}

/** The same number as another type; undefined for what is no number. */
function sameAs(data: unknown, type: unknown): Json | undefined {
  if (type === "string" && typeof data === "number") return String(data);
  return type === "integer" && /^\d+$/.test(String(data)) ? Number(data) : undefined;
}

const changeAt = (path: string[], update: JsonObject) => ({
  target: toJsonPath(toPointer(path)),
  update,
});

/** A value that shows a schema: its own example, or one made of those of its parts. */
function sampleOf(
  document: OpenApiDocument,
  name: string,
  schema: JsonObject,
  depth = 0,
): Json | undefined {
  if (depth > 20) return undefined;
  const own = asObject(follow(document, schema, [])?.value);
  const [example] = [...asList(own["enum"]), ...asList(own["examples"])];
  if (example !== undefined || own["type"] !== "object") return example ?? exampleOf(name, own);
  const properties = asObjectMap(own["properties"]);
  const sample: JsonObject = {};
  for (const field of asList(own["required"]).map(String)) {
    const value = sampleOf(document, field, properties[field] ?? {}, depth + 1);
    if (value === undefined) return undefined;
    sample[field] = value;
  }
  return sample;
}

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
