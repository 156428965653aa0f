import { knownValuesOpen } from "../../src/ruleset/known-values-open.ts";
import { thing, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const values = { "x-extensible-enum": ["lent"] };
const says = /type: string and a list such as \[lent\].*write enum with x-stated-by instead/;

describeRule(knownValuesOpen, {
  accepts: [
    ["an open string with a known value", withSchema({ type: "string", ...values })],
    ["an enum without known values", withSchema({ enum: ["v1"] })],
  ],
  rejects: [
    ["a schema without a type", withSchema(values), { path: thing, says }],
    [
      "an enum beside it",
      withSchema({ type: "string", enum: ["lent"], ...values }),
      { path: thing, says },
    ],
    [
      "a single value without its list",
      withSchema({ type: "string", "x-extensible-enum": "lent" }),
      { path: [...thing, "x-extensible-enum"], says },
    ],
  ],
});
