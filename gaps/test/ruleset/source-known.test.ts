import { describe } from "vitest";
import { sourceKnown } from "../../src/ruleset/source-known.ts";
import { gap, thing, withOperation, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const headings = ["Errors", "States and transitions", "1. Lend a book"];
const listedIn = "docs/headings.yaml";

describeRule(
  sourceKnown,
  {
    accepts: [
      [
        "headings of the specification",
        withSchema({ "x-source": ["Errors", "States and transitions"] }),
      ],
      ["values closed by a heading", withSchema({ enum: [1], "x-stated-by": { enum: "Errors" } })],
      [
        "values closed by an inferred gap",
        withSchema({
          enum: [1],
          "x-stated-by": { enum: "some-gap" },
          "x-gap": [gap({ id: "some-gap", kind: "inferred" })],
        }),
      ],
      [
        "values closed by a gap that evidence has closed",
        withSchema({
          enum: [1],
          "x-stated-by": { enum: "some-gap" },
          "x-verified": { gap: "some-gap", date: "2026-01-31", evidence: "a mail" },
        }),
      ],
    ],
    rejects: [
      [
        "an unknown heading",
        withOperation({ "x-source": ["Errors", "States and transition"] }),
        {
          path: ["paths", "/things", "get", "x-source", 1],
          says: /"States and transition" is not a heading .* Name one of the headings in docs\/headings.yaml, word/,
        },
      ],
      [
        "a gap from an unknown heading",
        withSchema({ "x-gap": [gap({ source: "errors" })] }),
        { path: [...thing, "x-gap", 0, "source"], says: /"errors" is not a heading/ },
      ],
      [
        "values closed by a gap that says nothing of them",
        withSchema({
          enum: [1],
          "x-stated-by": { enum: "some-gap" },
          "x-gap": [gap({ id: "some-gap", kind: "not-shown" })],
        }),
        { path: [...thing, "x-stated-by", "enum"], says: /is not a heading/ },
      ],
      [
        "a heading without its list",
        withSchema({ "x-source": "Errors" }),
        { path: [...thing, "x-source"], says: /x-source is a list/ },
      ],
      [
        "a heading named twice",
        withSchema({ "x-source": ["Errors", "Errors"] }),
        { path: [...thing, "x-source"], says: /each heading once/ },
      ],
    ],
  },
  { headings, listedIn: { headings: listedIn } },
);

describe("without headings", () => {
  describeRule(sourceKnown, {
    accepts: [["any heading", withSchema({ "x-source": ["Quantum chromodynamics"] })]],
    rejects: [
      [
        "what cannot be one",
        withSchema({ "x-source": [3] }),
        { path: [...thing, "x-source", 0], says: /3 is not a heading .* the ruleset is given/ },
      ],
    ],
  });
});
