import { sourceRequired } from "../../src/ruleset/source-required.ts";
import { contract, thing, withOperation, withSchema, withSchemas } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const says = /Add x-source: a list of the headings/;

describeRule(sourceRequired, {
  accepts: [
    ["an operation with its source", withOperation({ "x-source": ["Errors"] })],
    ["a component schema with its source", withSchema({ "x-source": ["Errors"] })],
    [
      "a schema that is only a reference",
      withSchemas({
        Thing: { $ref: "#/components/schemas/Other" },
        Other: { "x-source": ["Errors"] },
      }),
    ],
    ["a path item, which needs none", contract({ paths: { "/x": { parameters: [] } } })],
    ["a schema inside a component", withSchema({ "x-source": ["Errors"], items: {} })],
  ],
  rejects: [
    [
      "an operation without one",
      withOperation({ operationId: "listThings" }),
      { path: ["paths", "/things", "get"], says },
    ],
    ["a component schema without one", withSchema({ type: "string" }), { path: thing, says }],
  ],
});
