// @ts-check
import rule from "../rules/schema-name-case.js";
import { withSchemas } from "../../../gaps/test/ruleset/support/documents.js";
import { describeRule } from "../../../gaps/test/ruleset/support/describe-rule.js";

describeRule(rule, {
  accepts: [["PascalCase", withSchemas({ HpJobStatus: {}, Avatar: {} })]],
  rejects: [
    [
      "snake_case",
      withSchemas({ job_status: {} }),
      {
        path: ["components", "schemas", "job_status"],
        says: /Name the schema job_status in PascalCase, as in HpJobStatus/,
      },
    ],
  ],
});
