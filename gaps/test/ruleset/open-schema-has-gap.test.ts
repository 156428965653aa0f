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
      "an object with described values",
      withSchema({ type: "object", additionalProperties: { type: "string" } }),
    ],
    [
      "an object that is closed and empty",
      withSchema({ type: "object", additionalProperties: false }),
    ],
    ["an object that is a choice", withSchema({ type: "object", oneOf: [{ required: ["a"] }] })],
    [
      "an object that says it may grow",
      withSchema({ properties: { a: { type: "string" } }, additionalProperties: {} }),
    ],
    ["an open object with a gap", withSchema({ type: "object", ...gaps })],
    ["an array whose gap explains its items", withSchema({ type: "array", items: {}, ...gaps })],
    ["items with a gap of their own", withSchema({ type: "array", items: gaps })],
    ["a property with a gap", withSchema({ properties: { a: { type: "object", ...gaps } } })],
    ["a choice whose gap explains a branch", withSchema({ oneOf: [{ type: "object" }], ...gaps })],
    [
      "a response whose gap explains its body",
      withResponse({ content: { "*/*": { schema: {} } }, ...gaps }),
    ],
    [
      "a media type whose gap explains its schema",
      withResponse({ content: { "*/*": { schema: {}, ...gaps } } }),
    ],
    ["a condition", withSchema({ type: "string", if: {}, not: {} })],
  ],
  rejects: [
    ["an empty schema", withSchema({}), { path: thing, says }],
    [
      "a schema with annotations only",
      withSchema({ title: "Thing", description: "A thing", examples: [1], "x-source": [] }),
      { path: thing, says },
    ],
    [
      "true as a schema",
      withSchema({ properties: { a: true } }),
      { path: [...thing, "properties", "a"], says },
    ],
    ["a bare object", withSchema({ type: "object" }), { path: thing, says }],
    [
      "an object with no property",
      withSchema({ type: "object", properties: {} }),
      { path: thing, says },
    ],
    [
      "an object with open values only",
      withSchema({ type: "object", additionalProperties: {} }),
      { path: thing, says },
    ],
    ["an object or null", withSchema({ type: ["object", "null"] }), { path: thing, says }],
    ["a bare array", withSchema({ type: "array" }), { path: thing, says }],
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
