// @ts-check
import rule from "../rules/schema-name-case.js";
import { withSchemas } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

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
