// @ts-check
import { schema } from "@stoplight/spectral-functions";
import { defineRule } from "./support/define-rule.js";

export default defineRule("verified-has-evidence", {
  description: "Every x-verified says when, where, by what and how often a fact was confirmed.",
  message:
    "{{error}}. Write x-verified as {date: 2026-01-31, environment: live, evidence: what confirmed it, samples: 3}; without evidence the gap stays open.",
  given: "$..['x-verified']",
  then: {
    function: schema,
    functionOptions: {
      dialect: "draft2020-12",
      allErrors: true,
      schema: {
        type: "object",
        required: ["date", "environment", "evidence", "samples"],
        additionalProperties: false,
        properties: {
          date: { type: "string", format: "date" },
          environment: { type: "string", pattern: "\\S" },
          evidence: { type: "string", pattern: "\\S" },
          samples: { type: "integer", minimum: 1 },
        },
      },
    },
  },
});
