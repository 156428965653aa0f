// @ts-check
import rule from "../rules/schema-title-is-name.js";
import { withSchemas } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

describeRule(rule, {
  accepts: [
    ["the name in words", withSchemas({ HpJobReceipt: { title: "HP job receipt" } })],
    ["no title", withSchemas({ HpJobReceipt: {} })],
    ["the title of a field", withSchemas({ Job: { properties: { id: { title: "Name" } } } })],
  ],
  rejects: [
    [
      "another name, with the right one",
      withSchemas({ LipsyncReceipt: { title: "Created lipsync job" } }),
      {
        path: ["components", "schemas", "LipsyncReceipt", "title"],
        says: /LipsyncReceipt would be another type to them. Write title: Lipsync receipt/,
      },
    ],
  ],
});
