import { gapIdsUnique } from "../../src/ruleset/gap-ids-unique.ts";
import { contract, gap, withSchema, withSchemas } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const retired = (ids: Record<string, string>) => ({
  title: "",
  version: "",
  "x-retired-gaps": ids,
});
const retiring = (ids: Record<string, string>) =>
  contract({ info: { ...retired(ids), "x-gap": [gap()] } });

describeRule(gapIdsUnique, {
  accepts: [
    ["different ids", withSchema({ "x-gap": [gap({ id: "one" }), gap({ id: "two" })] })],
    [
      "an id that is repeated inside an example",
      withSchema({ "x-gap": [gap()], examples: [{ "x-gap": [gap()] }] }),
    ],
    ["a retired id that leads to an open gap", retiring({ "old-name": "thing-fields" })],
    [
      "a retired id that leads to a closed gap",
      contract({ info: { ...retired({ old: "shut" }), "x-verified": [{ gap: "shut" }] } }),
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
      "an id that is retired",
      contract({
        info: { ...retired({ "thing-fields": "other" }), "x-gap": [gap(), gap({ id: "other" })] },
      }),
      { path: ["info", "x-gap", 0, "id"], says: /"thing-fields" is retired/ },
    ],
    [
      "a retired id that leads nowhere",
      retiring({ "old-name": "thing-field" }),
      { path: ["info", "x-retired-gaps", "old-name"], says: /"thing-field", which is no gap/ },
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
