// @ts-check
import rule from "../closed-values.js";
import { contract, thing, withSchema } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

describeRule(rule, {
  accepts: [
    ["an enum closed by a section", withSchema({ enum: ["v1", "v2"], "x-closed-by": "Errors" })],
    ["a constant closed by a section", withSchema({ const: "text", "x-closed-by": "Errors" })],
    [
      "an enum closed by evidence",
      withSchema({ enum: ["rendering"], "x-verified": { samples: 200 } }),
    ],
    ["an open string", withSchema({ type: "string", "x-extensible-enum": ["rendering"] })],
    ["an enum inside an example", withSchema({ examples: [{ enum: [1] }] })],
    ["a property that is called enum", withSchema({ properties: { enum: { type: "string" } } })],
  ],
  rejects: [
    [
      "an enum without a section",
      withSchema({ properties: { status: { enum: ["rendering"] } } }),
      {
        path: [...thing, "properties", "status", "enum"],
        says: /This enum closes the values.*Add x-closed-by.*x-extensible-enum/,
      },
    ],
    [
      "a constant without a section",
      withSchema({ oneOf: [{ const: "text" }] }),
      { path: [...thing, "oneOf", 0, "const"], says: /This const closes/ },
    ],
    [
      "an enum of a response without a section",
      contract({
        components: {
          responses: { Done: { content: { "application/json": { schema: { enum: ["done"] } } } } },
        },
      }),
      {
        path: ["components", "responses", "Done", "content", "application/json", "schema", "enum"],
        says: /This enum closes/,
      },
    ],
    [
      "a section that closes nothing",
      withSchema({ type: "string", "x-closed-by": "Errors" }),
      { path: [...thing, "x-closed-by"], says: /without enum or const/ },
    ],
  ],
});
