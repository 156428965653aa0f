/**
 * Closes a gap about the fields of an object: their names, types and forms. Numbers never become
 * bounds.
 */
import type { Json, JsonObject } from "../../../gaps/src/document/document.ts";
import type { ObservedPlace } from "../observe/observations.ts";
import { isSchemaFormat } from "../observe/words.ts";
import { toJsonPath } from "../../../gaps/src/document/pointer.ts";
import { expectToday, removeGap } from "../overlay/overlay.ts";
import { exampleOf } from "./example-of.ts";
import { type Evidence, nameOf, otherTypes, type Strategy, tooLittle } from "./proposal.ts";
import { minUnits, unitsToPromise } from "./thresholds.ts";

export const closeFields: Strategy = ({ id, node: pointer }, node, evidence) => {
  const seen = evidence.at(pointer);
  const objects = seen?.types["object"]?.units ?? 0;
  const others = seen && otherTypes(seen.types, "object");
  if (others) return { gap: id, because: `not all values are objects: ${others}` };
  if (!seen || objects < minUnits) return tooLittle(id, objects, minUnits, "different objects");
  const schema = describeObject(seen, evidence);
  const names = Object.keys((schema["properties"] ?? {}) as JsonObject);
  if (names.length === 0) {
    return {
      gap: id,
      because: `${objects} different objects were seen, and no field of one type in at least ${minUnits} of them`,
    };
  }
  const { type: _type, ...update } = schema;
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
        "x-verified": evidence.verification(id, objects, `${objects} different objects`),
        update,
      },
      removeGap(pointer, id),
    ],
  };
};

/**
 * A schema of what was seen at a place; undefined when that is too little, or too mixed, to
 * describe. It refuses nothing that was seen.
 */
function describePlace(pointer: string, evidence: Evidence): JsonObject | undefined {
  const seen = evidence.at(pointer);
  if (!seen || seen.units < minUnits) return undefined;
  const all = Object.keys(seen.types);
  // Every integer is a number.
  const types = all.filter(
    (type) => type !== "null" && !(type === "integer" && all.includes("number")),
  );
  const type: Json = all.includes("null")
    ? [...types, "null"]
    : types.length === 1
      ? types[0]!
      : types;
  if (types.length === 1 && types[0] === "object") {
    const schema = describeObject(seen, evidence);
    // An object of which nothing is known would be a new gap.
    return "properties" in schema ? { ...schema, type } : undefined;
  }
  if (types.length === 1 && types[0] === "array") {
    const items = describePlace(`${pointer}/items`, evidence);
    return items && { type, items };
  }
  if (types.length === 0 || types.includes("object") || types.includes("array")) return undefined;
  const [form, another] = Object.keys(seen.formats);
  const format = another === undefined && form && isSchemaFormat(form) ? form : undefined;
  return { type, ...(format ? { format } : {}) };
}

/** Of a place with objects: a field is required if none of them was without it, and enough of them were seen. */
function describeObject(seen: ObservedPlace, evidence: Evidence): JsonObject {
  const { samples, units } = seen.types["object"]!;
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const name of Object.keys(seen.fields).sort()) {
    const count = seen.fields[name]!;
    const field = describePlace(`${seen.pointer}/properties/${name}`, evidence);
    if (!field) continue;
    const description = `Seen in ${count.units} of ${units} different objects. What it means is not documented.`;
    const example = exampleOf(name, field);
    properties[name] = {
      ...field,
      description,
      ...(example === undefined ? {} : { examples: [example] }),
    };
    if (count.samples === samples && units >= unitsToPromise) required.push(name);
  }
  const named = Object.keys(properties).length > 0;
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    ...(named ? { properties } : {}),
  };
}
