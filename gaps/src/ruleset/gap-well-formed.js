// @ts-check
import { Ajv2020 } from "ajv/dist/2020.js";
import { defineRule } from "./support/define-rule.js";
import { gapSchema } from "./support/gap-schema.js";
import { asObject, isObject } from "./support/json.js";
import { unescapeSegment } from "./support/pointer.js";
import { walk } from "./support/walk.js";

/**
 * @typedef {import("ajv").ErrorObject} SchemaError
 * @typedef {import("./support/define-rule.js").Problem} Problem
 */

export default defineRule("gap-well-formed", {
  description: "Every x-gap is a list of complete entries, as gap-schema.js describes them.",
  then: { function: findMalformedGaps },
});

/** @param {unknown} document */
function findMalformedGaps(document) {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  const validate = ajv.compile(gapSchema);

  return [...walk(document)].flatMap(({ value, path }) => {
    if (!isObject(value) || !("x-gap" in value) || validate(value["x-gap"])) return [];
    const at = [...path, "x-gap"];
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== "if") // says only that the branch's own errors follow
      .map((error) => toProblem(error, value["x-gap"], at));
  });
}

/**
 * @param {SchemaError} error
 * @param {unknown} gaps
 * @param {string[]} at
 * @returns {Problem}
 */
function toProblem(error, gaps, at) {
  const inside = toPath(error.instancePath);
  const { problem, remedy, field = [] } = explain(error, inside.at(-1));
  const sentences = [`${nameEntry(gaps, inside[0])}${problem}.`, remedy].filter(Boolean);
  return { message: sentences.join(" "), path: [...at, ...inside, ...field] };
}

/**
 * The schema's descriptions are written as remedies, so that the schema stays the only place that
 * knows the fields.
 *
 * @param {SchemaError} error
 * @param {string | undefined} name of the value at fault, or its index in a list
 * @returns {{ problem: string, remedy?: string | undefined, field?: string[] }}
 */
function explain({ keyword, params, message, parentSchema = {} }, name) {
  const value = name === undefined || /^\d+$/.test(name) ? "it" : `"${name}"`;
  const remedy = parentSchema.description;
  const known = asObject(parentSchema.properties);

  switch (keyword) {
    case "required": {
      const missing = asObject(known[params.missingProperty]).description ?? remedy;
      return {
        problem: `"${params.missingProperty}" is missing`,
        remedy: typeof missing === "string" ? missing : undefined,
      };
    }
    case "additionalProperties":
      return {
        problem: `"${params.additionalProperty}" is not a field`,
        remedy: `Use ${Object.keys(known).join(", ")}.`,
        field: [params.additionalProperty],
      };
    case "not":
      return { problem: `${value} does not belong here`, remedy };
    case "pattern":
      return { problem: `${value} is not well-formed`, remedy };
    default:
      return { problem: `${value} ${message}`, remedy };
  }
}

/**
 * @param {unknown} gaps
 * @param {string | undefined} index
 */
function nameEntry(gaps, index) {
  if (!Array.isArray(gaps) || index === undefined) return "x-gap: ";
  const { id } = asObject(gaps[Number(index)]);
  return typeof id === "string" ? `Gap "${id}": ` : `Gap ${Number(index) + 1} of ${gaps.length}: `;
}

/** @param {string} pointer */
const toPath = (pointer) => pointer.split("/").slice(1).map(unescapeSegment);
