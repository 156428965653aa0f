import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import schema from "../../notes.schema.json" with { type: "json" };
import { asObject, isObject } from "../document/json.ts";
import { pathOf } from "../document/validators.ts";
import { walkNodes } from "../document/walk.ts";
import type { Finding, Rule } from "./rule.ts";

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });

export const gapWellFormed: Rule = {
  code: "gap-well-formed",
  description: "Every x-gap is a list of complete entries, as notes.schema.json describes them.",
  find(document) {
    const validate = ajv.compile(schema);
    return [...walkNodes(document)].flatMap(({ value, path }) => {
      if (!isObject(value) || !("x-gap" in value) || validate(value["x-gap"])) return [];
      const at = [...path, "x-gap"];
      return (validate.errors ?? [])
        .filter(({ keyword }) => keyword !== "if") // says only that the branch's own errors follow
        .map((error) => toFinding(error, value["x-gap"], at));
    });
  },
};

function toFinding(error: ErrorObject, gaps: unknown, at: string[]): Finding {
  const inside = pathOf(error);
  const { problem, remedy, field = [] } = explain(error, inside.at(-1));
  const sentences = [`${nameOf(gaps, inside[0])}${problem}.`, remedy].filter(Boolean);
  return { message: sentences.join(" "), path: [...at, ...inside, ...field] };
}

interface Explanation {
  problem: string;
  remedy?: string | undefined;
  field?: string[];
}

/**
 * The descriptions of the schema are written as remedies, so that the schema stays the only place that knows the
 * fields.
 *
 * @param name of the value at fault, or its index in a list
 */
function explain(error: ErrorObject, name: string | undefined): Explanation {
  const { keyword, params, message } = error;
  const value = name === undefined || /^\d+$/.test(name) ? "it" : `"${name}"`;
  const parent = asObject(error.parentSchema);
  const known = asObject(parent["properties"]);
  const remedy = textOf(parent["description"]);
  switch (keyword) {
    case "required": {
      const missing = String(params["missingProperty"]);
      const own = textOf(asObject(known[missing])["description"]);
      return { problem: `"${missing}" is missing`, remedy: own ?? remedy };
    }
    case "additionalProperties":
      return {
        problem: `"${params["additionalProperty"]}" is not a field`,
        remedy: `Use ${Object.keys(known).join(", ")}.`,
        field: [String(params["additionalProperty"])],
      };
    case "not":
      return { problem: `${value} does not belong here`, remedy };
    case "pattern":
      return { problem: `${value} is not well-formed`, remedy };
    default:
      return { problem: `${value} ${message}`, remedy };
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

function nameOf(gaps: unknown, index: string | undefined): string {
  if (!Array.isArray(gaps) || index === undefined) return "x-gap: ";
  const { id } = asObject(gaps[Number(index)]);
  return typeof id === "string" ? `Gap "${id}": ` : `Gap ${Number(index) + 1} of ${gaps.length}: `;
}
