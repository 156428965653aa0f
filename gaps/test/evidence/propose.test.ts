/** What recordings close, and what they do not: each reason against it was once overlooked. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frozenContract as contract } from "../../../test/support/frozen.ts";
import { asObject, resolvePointer } from "../../src/document/document.ts";
import { withActions } from "../../src/document/overlay.ts";
import { formats, Validators } from "../../src/document/validators.ts";
import { Interface } from "../../src/api/interface.ts";
import { proposeClosures } from "../../src/evidence/propose.ts";
import { evidenceKinds } from "../../src/evidence/strategies.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { observe } from "./support/observing.ts";
import {
  completeRecording,
  type RecordedCall,
  recordingLikeEmulator,
} from "./support/recording.ts";

/** What is proposed for a gap: the update of its first action, or the reason against it. */
function proposedFor(gap: string, calls: RecordedCall[]) {
  const proposal = proposeClosures(contract, observe(calls)).find((each) => each.gap === gap)!;
  return "actions" in proposal
    ? { update: proposal.actions[0]!.update, effect: proposal.effect, actions: proposal.actions }
    : { because: proposal.because };
}

const times = <T>(count: number, make: (round: number) => T): T[] =>
  Array.from({ length: count }, (_, round) => make(round));

const hpJob = (fields: object, job: string | number = 0): RecordedCall => ({
  url: `/api/hp_job/job-${job}`,
  answer: {
    ...{ job_type: "hp_job", job_id: `job-${job}`, status: "rendering" },
    ...{ project_name: "A name", output: {}, ...fields },
  },
});

const avatars = (round: number, list: unknown[]): RecordedCall => ({
  url: "/api/avatars/public",
  time: new Date(Date.UTC(2026, 2, 4) + round * 60_000).toISOString(),
  answer: { avatars_list: list },
});

/** Jobs that are read while they render, and again when they have become one of the words. */
const becoming = (words: string[], jobs = 200) =>
  times(jobs, (round) => [
    hpJob({ status: "rendering" }, round),
    hpJob({ status: words[round % words.length] }, round),
  ]).flat();

const lipsync = (round: number, change: (echo: any) => void = () => {}): RecordedCall => {
  const sent = {
    model: "v1",
    actor: { use: "video", video_url: `https://a.example/${round}` },
    script: { use: "audio", audio_url: "https://a.example/a" },
  };
  const input = structuredClone(sent);
  change(input);
  return {
    url: "/api/express_lipsync_video",
    sent,
    answer: { job_id: `job-${round}`, status: "rendering", output: "", input },
  };
};

const complete = recordingLikeEmulator(200);
const forty = completeRecording(40);

type Meant = (call: RecordedCall) => boolean;
const isOf =
  (path: string): Meant =>
  ({ url }) =>
    url.startsWith(path);
const isMistake =
  (code: string): Meant =>
  ({ answer }) =>
    (answer as { code?: string } | undefined)?.code === code;

/** The complete recording, with the first call that is meant changed. */
function withOne(isMeant: Meant, change: Partial<RecordedCall>, answer?: object): RecordedCall[] {
  const first = complete.findIndex(isMeant);
  const call = complete[first]!;
  const changed = answer ? { ...call, answer: { ...(call.answer as object), ...answer } } : call;
  return complete.with(first, { ...changed, ...change });
}

const outputs = (output: (round: number) => object, count = 100) =>
  times(count, (round) => hpJob({ output: output(round) }, round));

const receipts = (answer: (round: number) => object) =>
  times(50, (round) => ({
    ...{ url: "/api/hp_job", sent: {}, status: 201 },
    answer: { job_id: `job-${round}`, status: "rendering", ...answer(round) },
  }));

const unmarked = (call: RecordedCall): RecordedCall => JSON.parse(JSON.stringify(call));

describe("a gap stays open when", () => {
  it.each<[gap: string, what: string, calls: RecordedCall[], because: RegExp]>([
    [
      "job-status-values",
      "one job was polled 400 times",
      times(400, () => hpJob({}, 1)),
      /too little evidence: 0 of at least 189 resources seen at several stages/,
    ],
    [
      "job-status-values",
      "one job more is needed",
      becoming(["done"], 188),
      /188 of at least 189 resources seen at several stages, 1 more are needed/,
    ],
    [
      "job-status-values",
      "half of the values are null",
      times(200, (round) => hpJob({ status: round % 2 ? null : "done" }, round)),
      /not all values are strings: 100 are null; a list would refuse them/,
    ],
    [
      "job-status-values",
      "they are many words",
      becoming(times(12, (round) => `word${"abcdefghijkl"[round]}`)),
      /13 different values are data/,
    ],
    [
      "job-status-values",
      "a value was seen in one job only",
      [...becoming(["done"]), hpJob({ status: "rare" }, 999)],
      /1 of 401 values are no words, or were seen in one or two resources only/,
    ],
    [
      "job-status-transitions",
      "one job went back",
      [
        ...complete,
        ...["rendering", "completed", "rendering"].map((status) => hpJob({ status }, "back")),
      ],
      /completed to rendering/,
    ],
    [
      "job-status-transitions",
      "no job was read again",
      complete.filter(({ url }, index) => !/hp_job\/job-/.test(url) || index < 1600),
      /0 of at least 3 resources seen at several stages \(read again after (completed|failed)/,
    ],
    [
      "avatar-fields",
      "four avatars were listed 50 times",
      times(50, (round) =>
        avatars(
          round,
          times(4, (number) => ({ avatar_id: `avatar-${number}` })),
        ),
      ),
      /too little evidence: 4 of at least 10 different objects, 6 more are needed/,
    ],
    [
      "hp-output-fields",
      "nine of a hundred had the field",
      outputs((round) => (round < 9 ? { url: "a" } : {})),
      /no field/,
    ],
    [
      "hp-create-response-fields",
      "an optional field comes and goes",
      receipts((round) => (round % 2 ? { output: "" } : { output: "", data_json: "{}" })),
      /`data_json` of .* there \(25\), missing \(25\)/,
    ],
    [
      "lipsync-input-echo",
      "every request sent actor and script",
      times(50, (round) => lipsync(round)),
      /0 of at least 10 different requests \(without `actor`\)/,
    ],
    [
      "data-json-content",
      "one is no JSON",
      withOne(isOf("/api/hp_job"), {}, { data_json: "row 1" }),
      /the echo has several outcomes: .*another \(1\)/,
    ],
    [
      "success-status-codes",
      "an operation has two codes",
      [...forty, ...times(10, () => ({ ...forty[0]!, status: 202 }))],
      /createLipsyncVideo has several outcomes: 201 \(40\), 202 \(10\)/,
    ],
    [
      "response-field-presence",
      "a required field is missing",
      forty.map((call) =>
        isOf("/api/hp_job/")(call) ? unmarked(hpJob({ project_name: undefined })) : call,
      ),
      /`project_name` of `HpJob` is required, and was never there/,
    ],
    [
      "response-field-presence",
      "a required field is null",
      forty.map((call) => (isOf("/api/hp_job/")(call) ? hpJob({ job_type: null }) : call)),
      /`job_type`/,
    ],
    [
      "error-body",
      "one failure is a list",
      withOne(isMistake("not_found"), { answer: ["no"] }),
      /only 1599 of 1600 bodies are objects/,
    ],
    [
      "error-body",
      "no two failures share a field",
      complete.map((call, round) =>
        call.mediaType === undefined ? call : { ...call, answer: { [`f${round % 2}`]: 1 } },
      ),
      /no field is in all 1600 bodies/,
    ],
    [
      "segment-time-type",
      "one type was refused as well",
      [
        ...completeRecording(80),
        {
          ...{ url: "/api/hp_job", status: 422, answer: {} },
          sent: { variables: [{ start_time: 1, end_time: 2 }] },
        },
      ],
      /requests with integer were also refused/,
    ],
  ])("%s: %s", (gap, _, recorded, because) => {
    const { because: reason, effect } = proposedFor(gap, recorded);
    expect(reason ?? effect).toMatch(because);
  });
});

it("an optional field that is always there becomes required", () => {
  expect(
    proposedFor(
      "hp-create-response-fields",
      receipts(() => ({ output: "" })),
    ),
  ).toMatchObject({
    update: { required: ["output"] },
  });
});

it("every gap that declares evidence is closed by a recording that shows it", () => {
  const proposals = proposeClosures(contract, observe(complete));
  expect(proposals.flatMap((each) => ("because" in each ? [each] : []))).toEqual([]);
  const declared = new Set(collectGaps(contract).flatMap(({ evidence = [] }) => evidence));
  expect([...declared].sort()).toEqual(evidenceKinds.toSorted());
});

it("the body of a failure is counted where its media type has no schema", () => {
  const document = structuredClone(contract);
  const { node } = collectGaps(document).find(({ id }) => id === "error-body")!;
  resolvePointer(document, node)["content"] = { "*/*": {} };
  const proposals = proposeClosures(document, observe(complete, document));
  expect(proposals.find(({ gap }) => gap === "error-body")).toHaveProperty("actions");
});

it("every kind of evidence is one that the contract's guide explains", () => {
  const guide = readFileSync("openapi/EXTENSIONS.md", "utf8");
  for (const kind of evidenceKinds) expect(guide).toMatch(new RegExp(`^\\| \`${kind}\` `, "m"));
});

describe("a list of states", () => {
  it("is closed by 189 jobs, with the value that the specification shows", () => {
    const { update, effect } = proposedFor("job-status-values", becoming(["done", "failed"], 189));
    expect(update).toMatchObject({ enum: ["rendering", "done", "failed"] });
    expect(effect).toContain("narrows `JobStatus` to a union of 3");
  });

  it.each([
    [3, { effect: expect.stringContaining("rendering to paused") }],
    [2, { because: expect.stringContaining("seen in one or two resources only") }],
  ])("and of transitions has a step that %i jobs took; two are too few", (count, expected) => {
    const steps = times(count, (job) =>
      ["rendering", "paused", "completed", "completed"].map((status) =>
        hpJob({ status }, `paused-${job}`),
      ),
    ).flat();
    expect(proposedFor("job-status-transitions", [...complete, ...steps])).toMatchObject(expected);
  });
});

describe("the fields of an object", () => {
  const fieldsOf = (output: (round: number) => object, count?: number) =>
    proposedFor("hp-output-fields", outputs(output, count)).update;

  it.each<[seen: (round: number) => unknown, described: object]>([
    [() => "https://a.example/1", { type: "string", format: "uri" }],
    [() => "2026-03-04T05:06:07Z", { type: "string", format: "date-time" }],
    [() => "2026-03-04", { type: "string", format: "date" }],
    [() => "71e83014-6424-4ebb-8bc1-2d1f0e9a7c55", { type: "string", format: "uuid" }],
    [() => "Welcome to the team.", { type: "string" }],
    [(round) => round, { type: "integer" }],
    [(round) => round + 0.5, { type: "number" }],
    [() => true, { type: "boolean" }],
    [(round) => (round % 2 ? null : "a"), { type: ["string", "null"] }],
  ])("get their types and forms, and no bound: %s", (seen, described) => {
    const update = fieldsOf((round) => ({ field: seen(round) }));
    const { description, examples, ...schema } = asObject(
      asObject(update?.["properties"])["field"],
    );
    expect(schema).toEqual(described);
  });

  it("are required if none of enough objects was without them", () => {
    expect(fieldsOf(() => ({ url: "a" }), 35)?.["required"]).toEqual(["url"]);
    expect(fieldsOf(() => ({ url: "a" }), 34)?.["required"]).toBeUndefined();
    expect(fieldsOf((round) => (round < 1 ? {} : { url: "a" }))?.["required"]).toBeUndefined();
  });

  it("are looked for in lists and objects inside", () => {
    const update = fieldsOf(() => ({
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
});

/** Whatever a service answers, the contract that is proposed from it accepts these answers. */
it("nothing is proposed that refuses a recorded answer", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(null, true, 0, 1.5, "", "word", "2026-13-45", "2026-01-31", "a text"),
      fc.constantFrom("https://a.example/x", "https://a b/", "2026-01-31T25:00:00Z", "12"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("name", "video_url", "row", "ready_at"), tie("any"), {
        maxKeys: 4,
      }),
    ),
  })).any;
  const fields = fc.dictionary(fc.constantFrom("name", "url", "row", "made_at"), value);
  const some = { minLength: 1, maxLength: 6 };
  const statuses = fc.array(fc.constantFrom("done", "failed", "queued"), some);
  const of = new Interface(contract);
  fc.assert(
    fc.property(fc.array(fields, some), statuses, (outputs, statuses) => {
      const calls = times(200, (round) => {
        const output = outputs[round % outputs.length] as object;
        return [
          hpJob({ output: outputs[0] }, round),
          hpJob({ status: statuses[round % statuses.length], output }, round),
          avatars(round, [{ avatar_id: `avatar-${round}`, ...output }]),
        ];
      }).flat();
      const proposals = proposeClosures(contract, observe(calls));
      const actions = proposals.flatMap((each) => ("actions" in each ? each.actions : []));
      const changed = new Validators(withActions(contract, actions), { formats });
      for (const { url, answer } of calls) {
        const { pointer } = of.match("GET", url)!.operation;
        const schema = `${pointer}/responses/2XX/content/application~1json/schema`;
        expect(changed.errors(schema, answer)).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
