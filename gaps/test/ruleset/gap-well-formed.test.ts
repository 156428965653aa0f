import { gapWellFormed } from "../../src/ruleset/gap-well-formed.ts";
import { contract, contradiction, gap, thing, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const withGaps = (gaps: unknown) => withSchema({ "x-gap": gaps });
const at = [...thing, "x-gap"];

const { question: _, ...withoutQuestion } = gap();

describeRule(gapWellFormed, {
  accepts: [
    ["a complete entry", withGaps([gap()])],
    ["kinds of evidence", withGaps([gap({ evidence: ["values", "media-types"] })])],
    ["an entry on info", contract({ info: { title: "", version: "", "x-gap": [gap()] } })],
    ["a contradiction with a sample for each claim", withGaps([contradiction()])],
    ["a malformed x-gap inside an example", withSchema({ examples: [{ "x-gap": "text" }] })],
  ],
  rejects: [
    [
      "an entry without its list",
      withGaps(gap()),
      { path: at, says: /must be array. Write a list/ },
    ],
    [
      "an impact that is no class, naming the classes",
      withGaps([gap({ impact: "high" })]),
      {
        path: [...at, 0, "impact"],
        says: /Say what a wrong guess does to a consumer: costs-money-or-data, .+ or cosmetic/,
      },
    ],
    [
      "a missing field, named with its remedy",
      withGaps([gap({ id: "first" }), withoutQuestion]),
      {
        path: [...at, 1],
        says: /Gap "thing-fields": "question" is missing. Put the one question to the provider/,
      },
    ],
    [
      "an unknown field",
      withGaps([gap({ note: "?" })]),
      {
        path: [...at, 0, "note"],
        says: /"note" is not a field. Use id, kind, impact, origin, source/,
      },
    ],
    [
      "an id that is not kebab-case",
      withGaps([gap({ id: "Loan_States" })]),
      { path: [...at, 0, "id"], says: /"id" is not well-formed. .* loan-states/ },
    ],
    [
      "a question without a question mark",
      withGaps([gap({ question: "Tell us." })]),
      { path: [...at, 0, "question"], says: /question mark at its end/ },
    ],
    [
      "claims in a gap that is no contradiction",
      withGaps([gap({ states: [{ claim: "A string." }] })]),
      { path: [...at, 0, "states"], says: /only a contradiction lists claims/ },
    ],
    [
      "a contradiction in one text",
      withGaps([contradiction({ states: "A string or an integer." })]),
      { path: [...at, 0, "states"], says: /List the claims that contradict each other/ },
    ],
    [
      "an unsettled claim without a sample",
      withGaps([
        contradiction({ states: [{ claim: "A string.", sample: "" }, { claim: "An integer." }] }),
      ]),
      {
        path: [...at, 0, "states", 1],
        says: /"sample" is missing. Give a value .* or say under settled/,
      },
    ],
  ],
});
