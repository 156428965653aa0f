import { gapPlacedVisibly } from "../../src/ruleset/gap-placed-visibly.ts";
import { contract, contradiction, gap, thing, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const gaps = [gap()];

describeRule(gapPlacedVisibly, {
  accepts: [
    ["a gap on info", contract({ info: { title: "", version: "", "x-gap": gaps } })],
    ["a gap on a path item without operations", contract({ paths: { "/x": { "x-gap": gaps } } })],
    [
      "a gap beside a reference",
      withSchema({ properties: { a: { $ref: "#/info", "x-gap": gaps } } }),
    ],
    [
      "a sample that holds the word x-gap",
      withSchema({
        "x-gap": [contradiction({ states: [{ claim: "a", sample: { "x-gap": 1 } }] })],
      }),
    ],
  ],
  rejects: [
    [
      "a gap inside an example",
      withSchema({ examples: [{ "x-gap": gaps }] }),
      { path: [...thing, "examples", 0, "x-gap"], says: /nobody reads it. Move it to the schema/ },
    ],
    [
      "a gap among the names of properties",
      withSchema({ properties: { "x-gap": gaps } }),
      { path: [...thing, "properties", "x-gap"], says: /a list of names/ },
    ],
  ],
});
