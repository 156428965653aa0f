// @ts-check
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats as formats } from "ajv-formats/dist/formats.js";
import { defineRule } from "./support/define-rule.js";
import { parsePointer } from "./support/pointer.js";

const verification = {
  type: "object",
  required: ["date", "evidence"],
  // What was counted has been counted somewhere; what was said has been said by somebody.
  if: { required: ["kind"] },
  then: { required: ["by"] },
  else: { required: ["environment", "samples"] },
  additionalProperties: false,
  properties: {
    gap: { type: "string", pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" },
    question: { type: "string", pattern: "\\S" },
    date: { type: "string", format: "date" },
    kind: { const: "stated by the owner" },
    by: { type: "string", pattern: "\\S" },
    environment: { type: "string", pattern: "\\S" },
    evidence: { type: "string", pattern: "\\S" },
    samples: { type: "integer", minimum: 1 },
    confidence: { type: "number", minimum: 0, maximum: 1 },
  },
};

export default defineRule("verified-has-evidence", {
  description:
    "Every x-verified says when, where, by what and how often a fact was confirmed, or who has stated it.",
  given: "$..['x-verified']",
  then: { function: findIncompleteEvidence },
});

const validate = new Ajv2020({ allErrors: true, strict: false, formats }).compile({
  // Each keyword speaks of one type only, so this is one entry or a list of them.
  ...verification,
  type: ["object", "array"],
  minItems: 1,
  items: verification,
});

/**
 * @param {unknown} verified
 * @param {unknown} _options
 * @param {{ path: (string | number)[] }} context
 */
function findIncompleteEvidence(verified, _options, { path }) {
  if (validate(verified)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== "if") // says only that the branch's own errors follow
    .map(({ instancePath, message, params }) => ({
      message: `This evidence ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ""}. Write x-verified as {date: 2026-01-31, environment: live, evidence: what confirmed it, samples: 3}, or, for what the owner has said, as {date: 2026-01-31, kind: stated by the owner, by: the role, evidence: the answer}, or as a list of these; without evidence the gap stays open.`,
      path: [...path, ...parsePointer(instancePath)],
    }));
}
