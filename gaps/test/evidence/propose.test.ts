import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { frozenContract as contract } from "../../../test/support/frozen.ts";
import { evidenceKinds } from "../../src/evidence/strategies.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { withActions } from "../../src/document/overlay.ts";
import { closingOverlay } from "../../src/close/overlay.ts";
import { toJsonPath } from "../../src/document/pointer.ts";
import { proposeClosures } from "../../src/evidence/propose.ts";
import { lowerBound } from "../../src/evidence/statistics.ts";
import { observe } from "./support/observing.ts";
import { completeRecording, type RecordedCall } from "./support/recording.ts";

/**
 * What is proposed for a gap after these calls: the update of its first action, or the reason
 * against it.
 */
function proposedFor(gap: string, calls: RecordedCall[]) {
  const proposals = proposeClosures(contract, observe(calls));
  const proposal = proposals.find((candidate) => candidate.gap === gap)!;
  return "actions" in proposal
    ? { update: proposal.actions[0]!.update, effect: proposal.effect, actions: proposal.actions }
    : { because: proposal.because };
}

const hpJob = (fields: object, round = 0): RecordedCall => ({
  url: `/api/hp_job/job-${round}`,
  answer: {
    job_type: "hp_job",
    job_id: `job-${round}`,
    status: "rendering",
    project_name: "A name",
    output: {},
    ...fields,
  },
});
const times = (count: number, call: (round: number) => RecordedCall) =>
  Array.from({ length: count }, (_, round) => call(round));

it("every kind of evidence that a gap declares is one that the contract's guide explains", () => {
  const guide = readFileSync("openapi/EXTENSIONS.md", "utf8");
  for (const kind of evidenceKinds) expect(guide).toMatch(new RegExp(`^\\| \`${kind}\` `, "m"));
  const declared = new Set(collectGaps(contract).flatMap(({ evidence = [] }) => evidence));
  expect([...declared].sort()).toEqual(evidenceKinds.toSorted());
});

describe("the lower bound", () => {
  // Values of the Wilson score interval at 95 %, from its formula by hand.
  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [10, 10, 0.7225],
    [98, 100, 0.93],
    [189, 189, 0.9801],
  ])("of %d in %d is %d", (successes, samples, bound) => {
    expect(lowerBound(successes, samples)).toBeCloseTo(bound, 3);
  });
});

describe("a list of states", () => {
  /** Jobs that are read while they render, and again when they have become one of the words. */
  const status = (words: string[], jobs = 200) =>
    times(jobs, (round) => hpJob({ status: "rendering" }, round)).flatMap((call, round) => [
      call,
      hpJob({ status: words[round % words.length] }, round),
    ]);

  it("is proposed from words that come again and again", () => {
    const { update, effect } = proposedFor("job-status-values", status(["done", "failed"]));
    expect(update).toEqual({ enum: ["rendering", "done", "failed"] });
    expect(effect).toContain("narrows `JobStatus` to a union of 3");
  });

  it("keeps the value that the specification shows, seen or not", () => {
    const calls = times(200, (round) => hpJob({ status: "queued" }, round)).flatMap(
      (call, round) => [call, hpJob({ status: "done" }, round)],
    );
    expect(proposedFor("job-status-values", calls).update).toEqual({
      enum: ["rendering", "done", "queued"],
    });
  });

  it("is closed by 189 jobs, and not by one less", () => {
    expect(proposedFor("job-status-values", status(["done"], 189)).update).toBeDefined();
    expect(proposedFor("job-status-values", status(["done"], 188)).because).toMatch(/1 more/);
  });

  it("is not closed by few jobs, and says how many more it needs", () => {
    const { because } = proposedFor("job-status-values", status(["done"], 150));
    expect(because).toMatch(
      /150 of at least 189 resources seen at several stages.*39 more are needed/,
    );
  });

  it.each([
    ["texts", (round: number) => `It is ${round} percent done`, /no words/],
    ["identifiers", (round: number) => `state-${round}`, /no words/],
    [
      "many words",
      (round: number) => `word${"abcdefghijklmnopqrst"[round % 20]}`,
      /21 different values are data/,
    ],
  ])("is not made of %s", (_, value, reason) => {
    const calls = times(200, (round) => hpJob({ status: value(round) }, round));
    expect(proposedFor("job-status-values", [...status(["rendering"]), ...calls]).because).toMatch(
      reason,
    );
  });

  it("is not proposed when a value was seen in one job only", () => {
    const calls = [...status(["done"]), hpJob({ status: "rare" }, 999)];
    expect(proposedFor("job-status-values", calls).because).toMatch(
      /1 of the values were seen in one or two resources only/,
    );
  });
});

describe("the fields of an object", () => {
  const outputs = (output: (round: number) => object, count = 100) =>
    proposedFor(
      "hp-output-fields",
      times(count, (round) => hpJob({ output: output(round) }, round)),
    );

  it("get their types and forms, and no bound from a number", () => {
    const { update } = outputs((round) => ({
      url: "https://a.example/1",
      at: "2026-03-04T05:06:07Z",
      day: "2026-03-04",
      render: "71e83014-6424-4ebb-8bc1-2d1f0e9a7c55",
      line: "Welcome to the team.",
      seconds: round,
      ratio: round + 0.5,
      ok: true,
      none: round % 2 ? null : "a",
    }));
    expect(update).toMatchObject({
      required: ["at", "day", "line", "none", "ok", "ratio", "render", "seconds", "url"],
      properties: {
        url: { type: "string", format: "uri" },
        at: { type: "string", format: "date-time" },
        day: { type: "string", format: "date" },
        render: { type: "string", format: "uuid" },
        seconds: { type: "integer" },
        ratio: { type: "number" },
        ok: { type: "boolean" },
        none: { type: ["string", "null"] },
      },
    });
    expect(update).not.toHaveProperty("properties.line.format");
    expect(JSON.stringify(update)).not.toMatch(/minimum|maximum|enum|const|pattern/);
  });

  it("are required if none of enough objects was without them", () => {
    expect(outputs(() => ({ url: "a" }), 35).update?.["required"]).toEqual(["url"]);
    expect(outputs(() => ({ url: "a" }), 34).update?.["required"]).toBeUndefined();
    expect(
      outputs((round) => (round < 1 ? {} : { url: "a" })).update?.["required"],
    ).toBeUndefined();
  });

  it("are not proposed from fewer than 10 samples", () => {
    expect(outputs(() => ({ url: "a" }), 9).because).toMatch(/9 of at least 10/);
    expect(outputs((round) => (round < 9 ? { url: "a" } : {})).because).toMatch(/no field/);
  });

  it("are looked for in lists and objects inside", () => {
    const { update } = outputs(() => ({
      videos: [{ row: 1 }],
      meta: { codec: "h" },
      empty: [],
      bare: {},
    }));
    expect(update).toMatchObject({
      properties: {
        videos: {
          type: "array",
          items: { type: "object", required: ["row"], properties: { row: { type: "integer" } } },
        },
        meta: { type: "object", required: ["codec"], properties: { codec: { type: "string" } } },
      },
    });
    // A list of nothing and an object of nothing would only be new gaps.
    expect(Object.keys(update?.["properties"] ?? {})).toEqual(["meta", "videos"]);
  });

  it("are not those of a map", () => {
    expect(outputs((round) => ({ [`job-${round}-0f3a`]: 1 })).because).toMatch(/no field/);
  });
});

describe("the presence of fields", () => {
  const receipt = (answer: (round: number) => object) =>
    proposedFor(
      "hp-create-response-fields",
      times(50, (round) => ({
        url: "/api/hp_job",
        sent: {},
        status: 201,
        answer: { job_id: `job-${round}`, status: "rendering", ...answer(round) },
      })),
    );

  it("makes fields required that are always there, and leaves out those that never are", () => {
    expect(receipt(() => ({ output: "" })).update).toEqual({ required: ["output"] });
  });

  it("settles nothing when a field comes and goes", () => {
    expect(
      receipt((round) => (round % 2 ? { output: "" } : { output: "", data_json: "{}" })).because,
    ).toMatch(/data_json in 25/);
  });
});

describe("confirmations", () => {
  const calls = completeRecording(40);

  it("need every operation", () => {
    const without = calls.filter(({ url }) => url !== "/api/voices/public");
    expect(proposedFor("success-status-codes", without).because).toMatch(/listPublicVoices/);
    expect(proposedFor("response-field-presence", without).because).toMatch(/VoiceList/);
  });

  it("name the status code of each success", () => {
    const { actions } = proposedFor("success-status-codes", calls);
    const after = withActions(contract, actions!, closingOverlay);
    expect(Object.keys(after.paths["/api/hp_job"]!["post"]!["responses" as never])).toEqual(
      ["2XX", "201", "default"].sort(),
    );
    expect(JSON.stringify(after.info["x-gap"])).not.toContain("success-status-codes");
  });

  it("are refused by an operation with two codes", () => {
    const mixed = [...calls, ...times(10, () => ({ ...calls[0]!, status: 202 }))];
    expect(proposedFor("success-status-codes", mixed).because).toMatch(
      /createLipsyncVideo has several outcomes: 201 \(40\), 202 \(10\)/,
    );
  });

  it("are refused by a required field that is missing or null", () => {
    const missing = calls.map((call) =>
      call.url.startsWith("/api/hp_job/") ? hpJob({ project_name: undefined }) : call,
    );
    expect(proposedFor("response-field-presence", missing.map(withoutUndefined)).because).toMatch(
      /`project_name` of `HpJob` was there in 0 of 80/,
    );
    const nulls = calls.map((call) =>
      call.url.startsWith("/api/hp_job/") ? hpJob({ job_type: null }) : call,
    );
    expect(proposedFor("response-field-presence", nulls).because).toMatch(/`job_type`/);
  });

  const withoutUndefined = (call: RecordedCall): RecordedCall => JSON.parse(JSON.stringify(call));
});

it("a pointer becomes a JSONPath", () => {
  expect(toJsonPath("#/paths/~1api~1hp_job~1{job_id}/get/responses/2XX")).toBe(
    "$.paths['/api/hp_job/{job_id}'].get.responses['2XX']",
  );
});

describe("types of a request", () => {
  const calls = completeRecording(80);

  it("are confirmed when the service has taken all of them", () => {
    expect(proposedFor("segment-time-type", calls).effect).toMatch(
      /changes no type: string and integer are taken for `SegmentTime`/,
    );
  });

  it("are not, when one of them was taken too rarely, or refused as well", () => {
    expect(proposedFor("segment-time-type", calls.slice(0, 320)).because).toMatch(
      /20 of at least 35 different requests that were taken \(string\)/,
    );
    const sent = { variables: [{ start_time: 1, end_time: 2 }] };
    const refused = { url: "/api/hp_job", sent, status: 422, answer: {} };
    expect(proposedFor("segment-time-type", [...calls, refused]).because).toMatch(
      /requests with integer were also refused/,
    );
  });
});
