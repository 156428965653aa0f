import { gapIdsUnique } from "../../src/ruleset/gap-ids-unique.ts";
import { gap, withSchema, withSchemas } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

describeRule(gapIdsUnique, {
  accepts: [
    ["different ids", withSchema({ "x-gap": [gap({ id: "one" }), gap({ id: "two" })] })],
    [
      "an id that is repeated inside an example",
      withSchema({ "x-gap": [gap()], examples: [{ "x-gap": [gap()] }] }),
    ],
  ],
  rejects: [
    [
      "an id that two objects share, naming both places",
      withSchemas({ First: { "x-gap": [gap()] }, Second: { "x-gap": [gap()] } }),
      {
        path: ["components", "schemas", "Second", "x-gap", 0, "id"],
        says: /"thing-fields" is taken at #\/components\/schemas\/First\/x-gap\/0\. Choose another/,
      },
    ],
    [
      "a gap that is closed already",
      withSchema({ "x-gap": [gap()], "x-verified": { gap: "thing-fields" } }),
      {
        path: ["components", "schemas", "Thing", "x-gap", 0, "id"],
        says: /is open here, and an x-verified/,
      },
    ],
  ],
});
