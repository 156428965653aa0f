// @ts-check
import rule from "../../src/ruleset/verified-has-evidence.js";
import { thing, withSchema } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

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

/** @param {unknown} verified */
const withVerified = (verified) => withSchema({ "x-verified": verified });
const at = [...thing, "x-verified"];
const says = /Write x-verified as \{date: .*without evidence the gap stays open/;

describeRule(rule, {
  accepts: [
    ["complete evidence", withVerified(evidence)],
    ["what the owner has said", withVerified([statement, evidence])],
    [
      "evidence for two gaps of one place",
      withVerified([
        { ...evidence, gap: "job-status-values", confidence: 0.98 },
        { ...evidence, gap: "render-duration" },
      ]),
    ],
    [
      "a date without quotes in YAML",
      [
        "openapi: 3.1.1",
        "info:",
        "  title: Contract",
        "  version: 1.0.0",
        "  x-verified: { date: 2026-01-31, environment: live, evidence: a run, samples: 1 }",
      ].join("\n"),
    ],
  ],
  rejects: [
    [
      "a statement of nobody",
      withVerified(withoutPerson),
      { path: at, says: /required property 'by'/ },
    ],
    [
      "a kind that is none",
      withVerified({ ...statement, kind: "heard" }),
      { path: [...at, "kind"], says },
    ],
    ["an empty list", withVerified([]), { path: at, says }],
    [
      "a list with one that lacks its samples",
      withVerified([evidence, withoutSamples]),
      { path: [...at, 1], says: /samples/ },
    ],
    [
      "a confidence beyond certainty",
      withVerified({ ...evidence, confidence: 98 }),
      { path: [...at, "confidence"], says },
    ],
    ["a bare yes", withVerified(true), { path: at, says }],
    ["evidence without its samples", withVerified(withoutSamples), { path: at, says: /samples/ }],
    [
      "a date that does not exist",
      withVerified({ ...evidence, date: "2026-02-31" }),
      { path: [...at, "date"], says },
    ],
    [
      "no sample at all",
      withVerified({ ...evidence, samples: 0 }),
      { path: [...at, "samples"], says },
    ],
    [
      "an empty environment",
      withVerified({ ...evidence, environment: "" }),
      { path: [...at, "environment"], says },
    ],
    [
      "an unknown field",
      withVerified({ ...evidence, where: "here" }),
      { path: at, says: /additional properties: where/ },
    ],
  ],
});
