// @ts-check
import rule from "../gap-ids-unique.js";
import { gap, withSchema, withSchemas } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

describeRule(rule, {
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
      "an id that two entries of one object share",
      withSchema({ "x-gap": [gap(), gap()] }),
      { path: ["components", "schemas", "Thing", "x-gap", 1, "id"], says: /is taken at/ },
    ],
  ],
});
