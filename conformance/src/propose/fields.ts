/**
 * Closes a gap about the fields of an object: their names, types and forms. Numbers never become
 * bounds.
 */
import type { Json, JsonObject } from "../../../scripts/contract/document.ts";
import type { ObservedPlace } from "../observe/observations.ts";
import { toJsonPath } from "../../../scripts/contract/pointer.ts";
import { expectToday, removeGap } from "../overlay/overlay.ts";
import { type Closer, type Evidence, nameOf, tooLittle } from "./proposal.ts";
import { fewestSamples, requiredPresence } from "./thresholds.ts";
import { lowerBound } from "./wilson.ts";

export const closeFields: Closer = ({ id, node: pointer }, node, evidence) => {
  const seen = evidence.at(pointer);
  const objects = seen?.types["object"] ?? 0;
  if (!seen || objects < fewestSamples) return tooLittle(id, objects, fewestSamples, "objects");
  const described = describeObject(seen, evidence);
  const names = Object.keys((described.schema["properties"] ?? {}) as JsonObject);
  if (names.length === 0) {
    return {
      gap: id,
      because: `${objects} objects were seen, and no field of one type in at least ${fewestSamples} of them`,
    };
  }
  const { type: _type, ...update } = described.schema;
  const effect = `narrows \`${nameOf(pointer)}\` from unknown content to the fields ${names.join(", ")}`;
  return {
    gap: id,
    effect,
    actions: [
      {
        target: toJsonPath(pointer),
        description: `Effect: ${effect}. Replace the descriptions by what the fields mean.`,
        "x-closes": id,
        "x-expects": expectToday(node, "type", "properties", "required"),
        "x-verified": evidence.verification(id, objects, described.confidence),
        update,
      },
      removeGap(pointer, id),
    ],
  };
};

interface Described {
  schema: JsonObject;
  /** Lower bound of the weakest share that the schema rests on. */
  confidence: number;
}

/**
 * A schema of what was seen at a place; undefined when that is too little, or too mixed, to
 * describe.
 */
function describe(pointer: string, evidence: Evidence): Described | undefined {
  const seen = evidence.at(pointer);
  if (!seen || seen.samples < fewestSamples) return undefined;
  const types = Object.keys(seen.types).filter((type) => type !== "null");
  const type: Json =
    "null" in seen.types ? [...types, "null"] : types.length === 1 ? types[0]! : types;
  if (types.length === 1 && types[0] === "object") {
    const described = describeObject(seen, evidence);
    // An object of which nothing is known would be a new gap.
    return "properties" in described.schema
      ? { ...described, schema: { ...described.schema, type } }
      : undefined;
  }
  if (types.length === 1 && types[0] === "array") {
    const items = describe(`${pointer}/items`, evidence);
    return items && { schema: { type, items: items.schema }, confidence: items.confidence };
  }
  if (types.length === 0 || types.includes("object") || types.includes("array")) return undefined;
  const [form, another] = Object.keys(seen.formats);
  const format = another === undefined && form && form in placeholders ? form : undefined;
  const confidence = lowerBound(seen.samples, seen.samples);
  return { schema: { type, ...(format ? { format } : {}) }, confidence };
}

function describeObject(seen: ObservedPlace, evidence: Evidence): Described {
  const objects = seen.types["object"] ?? 0;
  const properties: JsonObject = {};
  const required: string[] = [];
  const confidences = [lowerBound(objects, objects)];
  for (const [name, count] of Object.entries(seen.fields).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const field = describe(`${seen.pointer}/properties/${name}`, evidence);
    if (!field) continue;
    properties[name] = withProse(name, field.schema, count, objects);
    confidences.push(field.confidence);
    if (count / objects < requiredPresence) continue;
    required.push(name);
    confidences.push(lowerBound(count, objects));
  }
  const named = Object.keys(properties).length > 0;
  return {
    schema: {
      type: "object",
      ...(required.length > 0 ? { required } : {}),
      ...(named ? { properties } : {}),
    },
    confidence: Math.min(...confidences),
  };
}

/** Values that stand for a form in an example. None of them was seen: what was seen is not kept. */
const placeholders: Record<string, string> = {
  uri: "https://example.com/placeholder",
  uuid: "00000000-0000-4000-8000-000000000000",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
};

/**
 * The linter asks of every field what it means and what it looks like. The first is for the
 * reviewer to say.
 */
function withProse(name: string, schema: JsonObject, count: number, objects: number): JsonObject {
  const description = `Seen in ${count} of ${objects} samples. What it means is not documented.`;
  const example = exampleOf(name, schema);
  return { ...schema, description, ...(example === undefined ? {} : { examples: [example] }) };
}

function exampleOf(name: string, { type, format }: JsonObject): Json | undefined {
  const [first] = [type ?? []].flat();
  if (first === "string")
    return placeholders[String(format)] ?? `example-${name.replaceAll("_", "-")}`;
  if (first === "integer" || first === "number") return 1;
  if (first === "boolean") return true;
  if (first === "null") return null;
  if (first === "array") return [];
  // The properties of an object show it, each for itself.
  return undefined;
}
