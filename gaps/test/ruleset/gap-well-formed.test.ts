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
    ["several entries on one object", withGaps([gap(), gap({ id: "other" })])],
    ["an entry on info", contract({ info: { title: "", version: "", "x-gap": [gap()] } })],
    ["a contradiction with a sample for each claim", withGaps([contradiction()])],
    [
      "a settled contradiction without samples",
      withGaps([
        contradiction({
          states: [{ claim: "A string." }, { claim: "An integer." }],
          settled: "A string, for the text says so.",
        }),
      ]),
    ],
    [
      "null as a sample",
      withGaps([
        contradiction({
          states: [
            { claim: "Nothing.", sample: null },
            { claim: "A string.", sample: "" },
          ],
        }),
      ]),
    ],
    ["a malformed x-gap inside an example", withSchema({ examples: [{ "x-gap": "text" }] })],
  ],
  rejects: [
    [
      "an entry without its list",
      withGaps(gap()),
      { path: at, says: /must be array. Write a list/ },
    ],
    [
      "a kind of evidence that is no slug",
      withGaps([gap({ evidence: ["Values!"] })]),
      { path: [...at, 0, "evidence", 0], says: /Name a kind of observation in kebab-case/ },
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
      "an origin that is none",
      withGaps([gap({ origin: "found" })]),
      { path: [...at, 0, "origin"], says: /Write stated or noticed/ },
    ],
    ["an empty list", withGaps([]), { path: at, says: /must NOT have fewer than 1 items/ }],
    [
      "an entry that is a text",
      withGaps(["open"]),
      { path: [...at, 0], says: /Gap 1 of 1: it must be object/ },
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
      "an unknown kind",
      withGaps([gap({ kind: "missing" })]),
      { path: [...at, 0, "kind"], says: /Write not-shown, contradiction, ambiguity or inferred/ },
    ],
    [
      "a question without a question mark",
      withGaps([gap({ question: "Tell us." })]),
      { path: [...at, 0, "question"], says: /question mark at its end/ },
    ],
    [
      "an empty text",
      withGaps([gap({ reading: " " })]),
      { path: [...at, 0, "reading"], says: /Say what a consumer does/ },
    ],
    [
      "claims in a gap that is no contradiction",
      withGaps([gap({ states: [{ claim: "A string." }] })]),
      { path: [...at, 0, "states"], says: /only a contradiction lists claims/ },
    ],
    [
      "a settled gap that is no contradiction",
      withGaps([gap({ settled: "Yes." })]),
      { path: [...at, 0, "settled"], says: /does not belong here. .*only a contradiction/ },
    ],
    [
      "a contradiction in one text",
      withGaps([contradiction({ states: "A string or an integer." })]),
      { path: [...at, 0, "states"], says: /List the claims that contradict each other/ },
    ],
    [
      "a contradiction of one claim",
      withGaps([contradiction({ states: [{ claim: "A string.", sample: "" }] })]),
      { path: [...at, 0, "states"], says: /fewer than 2 items. List the claims/ },
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
    [
      "an unknown field of a claim",
      withGaps([
        contradiction({
          states: [
            { claim: "A string.", sample: "" },
            { claim: "An integer.", sample: 1, source: "Errors" },
          ],
        }),
      ]),
      { path: [...at, 0, "states", 1, "source"], says: /Use claim, sample/ },
    ],
  ],
});
