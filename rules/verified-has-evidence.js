// @ts-check
import { schema } from "@stoplight/spectral-functions";
import { defineRule } from "./support/define-rule.js";

const verification = {
  type: "object",
  required: ["date", "environment", "evidence", "samples"],
  additionalProperties: false,
  properties: {
    gap: { type: "string", pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" },
    date: { type: "string", format: "date" },
    environment: { type: "string", pattern: "\\S" },
    evidence: { type: "string", pattern: "\\S" },
    samples: { type: "integer", minimum: 1 },
    confidence: { type: "number", minimum: 0, maximum: 1 },
  },
};

export default defineRule("verified-has-evidence", {
  description: "Every x-verified says when, where, by what and how often a fact was confirmed.",
  message:
    "{{error}}. Write x-verified as {date: 2026-01-31, environment: live, evidence: what confirmed it, samples: 3}, or as a list of these; without evidence the gap stays open.",
  given: "$..['x-verified']",
  then: {
    function: schema,
    functionOptions: {
      dialect: "draft2020-12",
      allErrors: true,
      // Each keyword speaks of one type only, so this is one entry or a list of them.
      schema: { ...verification, type: ["object", "array"], minItems: 1, items: verification },
    },
  },
});
