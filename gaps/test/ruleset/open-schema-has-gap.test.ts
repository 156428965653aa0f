import { openSchemaHasGap } from "../../src/ruleset/open-schema-has-gap.ts";
import { contract, gap, thing, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const gaps = { "x-gap": [gap()] };
const says = /accepts anything, and nothing says why. Describe the value, or add an x-gap/;

const withResponse = (response: object) =>
  contract({ components: { responses: { Failure: response } } });

describeRule(openSchemaHasGap, {
  accepts: [
    [
      "an object with properties",
      withSchema({ type: "object", properties: { a: { type: "string" } } }),
    ],
    [
      "an object that is closed and empty",
      withSchema({ type: "object", additionalProperties: false }),
    ],
    [
      "an object that says it may grow",
      withSchema({ properties: { a: { type: "string" } }, additionalProperties: {} }),
    ],
    ["an array whose gap explains its items", withSchema({ type: "array", items: {}, ...gaps })],
    ["a property with a gap", withSchema({ properties: { a: { type: "object", ...gaps } } })],
    ["a choice whose gap explains a branch", withSchema({ oneOf: [{ type: "object" }], ...gaps })],
    [
      "a response whose gap explains its body",
      withResponse({ content: { "*/*": { schema: {} } }, ...gaps }),
    ],
    ["a condition", withSchema({ type: "string", if: {}, not: {} })],
  ],
  rejects: [
    ["an empty schema", withSchema({}), { path: thing, says }],
    ["a bare object", withSchema({ type: "object" }), { path: thing, says }],
    [
      "an object with open values only",
      withSchema({ type: "object", additionalProperties: {} }),
      { path: thing, says },
    ],
    [
      "an array of anything",
      withSchema({ type: "array", items: {} }),
      { path: [...thing, "items"], says },
    ],
    [
      "a property that only its object's gap could explain",
      withSchema({ properties: { a: {} }, ...gaps }),
      { path: [...thing, "properties", "a"], says },
    ],
    [
      "a response body without a gap",
      withResponse({ content: { "*/*": { schema: {} } } }),
      { path: ["components", "responses", "Failure", "content", "*/*", "schema"], says },
    ],
  ],
});
