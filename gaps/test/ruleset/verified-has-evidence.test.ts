import { verifiedHasEvidence } from "../../src/ruleset/verified-has-evidence.ts";
import { thing, withSchema } from "./support/documents.ts";
import { parseSource } from "../../src/document/source-text.ts";
import { describeRule } from "./support/describe-rule.ts";

const evidence = {
  date: "2026-01-31",
  environment: "live",
  evidence: "the provider's answer of that day",
  samples: 3,
};
const statement = {
  kind: "stated by the owner",
  by: "product owner",
  date: "2026-01-31",
  evidence: "There is no limit.",
};
const { by: _by, ...withoutPerson } = statement;
const { samples: _, ...withoutSamples } = evidence;

const withVerified = (verified: unknown) => withSchema({ "x-verified": verified });
const at = [...thing, "x-verified"];
const says = /Write x-verified as \{date: .*Without evidence the gap stays open/;

describeRule(verifiedHasEvidence, {
  accepts: [
    ["complete evidence", withVerified(evidence)],
    ["what the owner has said", withVerified([statement, evidence])],
    [
      "evidence for two gaps of one place",
      withVerified([
        { ...evidence, gap: "loan-states", confidence: 0.98 },
        { ...evidence, gap: "loan-length" },
      ]),
    ],
    [
      "a date without quotes in YAML",
      parseSource(
        "info: { x-verified: { date: 2026-01-31, environment: live, evidence: a run, samples: 1 } }",
        "contract.yaml",
      ) as object,
    ],
  ],
  rejects: [
    [
      "a statement of nobody",
      withVerified(withoutPerson),
      { path: at, says: /required property 'by'/ },
    ],
    [
      "a list with one that lacks its samples",
      withVerified([evidence, withoutSamples]),
      { path: [...at, 1], says: /samples/ },
    ],
    ["a bare yes", withVerified(true), { path: at, says }],
    [
      "a date that does not exist",
      withVerified({ ...evidence, date: "2026-02-31" }),
      { path: [...at, "date"], says },
    ],
    [
      "an unknown field",
      withVerified({ ...evidence, where: "here" }),
      { path: at, says: /additional properties: where/ },
    ],
  ],
});
