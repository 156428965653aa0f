// @ts-check
import rule from "../../src/ruleset/known-values-open.js";
import { thing, withSchema } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

const values = { "x-extensible-enum": ["rendering"] };
const says = /type: string and a list such as \[rendering\].*write enum with x-stated-by instead/;

describeRule(rule, {
  accepts: [
    ["an open string with a known value", withSchema({ type: "string", ...values })],
    ["an enum without known values", withSchema({ enum: ["v1"] })],
  ],
  rejects: [
    ["a schema without a type", withSchema(values), { path: thing, says }],
    [
      "another type than string",
      withSchema({ type: "integer", ...values }),
      { path: [...thing, "type"], says },
    ],
    [
      "an enum beside it",
      withSchema({ type: "string", enum: ["rendering"], ...values }),
      { path: [...thing, "enum"], says },
    ],
    [
      "a constant beside it",
      withSchema({ type: "string", const: "rendering", ...values }),
      { path: [...thing, "const"], says },
    ],
    [
      "a single value without its list",
      withSchema({ type: "string", "x-extensible-enum": "rendering" }),
      { path: [...thing, "x-extensible-enum"], says },
    ],
    [
      "a value that is not a string",
      withSchema({ type: "string", "x-extensible-enum": [1] }),
      { path: [...thing, "x-extensible-enum", "0"], says },
    ],
  ],
});
