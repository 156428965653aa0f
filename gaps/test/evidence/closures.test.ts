import { describe, expect, it } from "vitest";
import { proposeClosures } from "../../src/evidence/propose.ts";
import { frozenContract as contract } from "../../../test/support/frozen.ts";
import { observe } from "./support/observing.ts";
import { type RecordedCall, recordingLikeEmulator } from "./support/recording.ts";

const calls = recordingLikeEmulator(200);

type Json = Record<string, never>;
const isOf = (path: string) => (call: RecordedCall) => call.url.startsWith(path);
const isMistake = (code: string) => (call: RecordedCall) =>
  (call.answer as { code?: string } | undefined)?.code === code;

/** The recording, with the first calls that are meant changed. */
function changed(
  isMeant: (call: RecordedCall) => boolean,
  change: (call: RecordedCall) => RecordedCall,
  count = Infinity,
): RecordedCall[] {
  let left = count;
  return calls.map((call) => (isMeant(call) && left-- > 0 ? change(call) : call));
}

const without = (isMeant: (call: RecordedCall) => boolean, kept = 0) => {
  let left = kept;
  return calls.filter((call) => !isMeant(call) || left-- > 0);
};

const answering = (change: object) => (call: RecordedCall) => ({
  ...call,
  answer: { ...(call.answer as Json), ...change },
});

const hpJob = { job_type: "hp_job", project_name: "A name", output: {} };

const refusals: [gap: string, what: string, calls: RecordedCall[], because: RegExp][] = [
  [
    "response-media-type",
    "one success is text",
    changed(isOf("/api/voices/public"), (call) => ({ ...call, mediaType: "text/plain" }), 1),
    /1 successes of listPublicVoices are text\/plain/,
  ],
  [
    "response-media-type",
    "an operation was called too rarely",
    without(isOf("/api/voices/public"), 34),
    /34 of at least 35 different successes of each operation \(listPublicVoices\)/,
  ],
  [
    "error-body",
    "one failure is a page",
    changed(isMistake("not_found"), (call) => ({ ...call, mediaType: "text/html" }), 1),
    /several media types: .*text\/html/,
  ],
  [
    "error-body",
    "one failure is a list",
    changed(isMistake("not_found"), (call) => ({ ...call, answer: ["no"] }), 1),
    /only 1599 of 1600 bodies are objects/,
  ],
  [
    "failure-status-codes",
    "one unknown job is a 410",
    changed(isMistake("not_found"), (call) => ({ ...call, status: 410 }), 1),
    /unknown-id has several outcomes: 404 \(599\), 410 \(1\)/,
  ],
  [
    "failure-status-codes",
    "nobody left out the token",
    without(({ credential }) => credential === "none"),
    /0 of at least 35 different refusals of each kind of mistake \(no-token\)/,
  ],
  [
    "job-output-when-done",
    "one output is a word",
    changed(({ answer }) => isDone(answer), answering({ output: "gone" }), 1),
    /while the status is completed has several outcomes: uri \(199\), word \(1\)/,
  ],
  [
    "job-output-when-done",
    "few jobs were done at once",
    without(({ answer }) => isDone(answer), 34),
    /34 of at least 35 resources seen in each status/,
  ],
  [
    "data-json-content",
    "one record is another",
    changed(isOf("/api/hp_job"), answering({ data_json: '{"rows":[]}' }), 1),
    /not always the request/,
  ],
  [
    "data-json-content",
    "one is no JSON",
    changed(isOf("/api/hp_job"), answering({ data_json: "row 1" }), 1),
    /not always the request: it is another in 1 answers/,
  ],
  [
    "hp-status-of-other-jobs",
    "one slides job is found",
    changed(
      isOf("/api/hp_job/slides-"),
      (call) => ({
        ...call,
        status: 200,
        mediaType: "application/json",
        answer: { job_id: call.url.split("/").at(-1), status: "rendering", output: {} },
      }),
      1,
    ),
    /several outcomes: refused 404 \(199\), taken \(1\)/,
  ],
  [
    "hp-status-of-other-jobs",
    "nobody asked for slides jobs",
    without(isOf("/api/hp_job/slides-")),
    /0 of at least 35 resources of each other operation \(createDynamicSlideVideo\)/,
  ],
  [
    "job-status-transitions",
    "one job went back",
    [
      ...calls,
      ...["rendering", "completed", "rendering"].map((status) => ({
        url: "/api/hp_job/job-back",
        answer: { ...hpJob, job_id: "job-back", status },
      })),
    ],
    /completed to rendering/,
  ],
  [
    "job-status-transitions",
    "no job was read again",
    calls.filter(({ url }, index) => !/hp_job\/job-/.test(url) || index < 1600),
    /0 of at least 3 resources seen at several stages \(read again after (completed|failed)/,
  ],
  [
    "job-status-transitions",
    "nothing was recorded",
    [],
    /0 of at least 189 resources seen at several stages/,
  ],
  ["avatar-fields", "nothing was recorded", [], /0 of at least 10 different objects/],
  [
    "error-body",
    "no two failures share a field",
    calls.map((call, round) =>
      call.mediaType === "application/problem+json"
        ? { ...call, answer: { [`f${round % 2}`]: 1 } }
        : call,
    ),
    /no field is in all 1600 bodies/,
  ],
  [
    "unknown-request-fields",
    "one was taken",
    changed(
      ({ sent }) => typeof sent === "object" && "extra" in (sent as object),
      (call) => ({
        ...call,
        status: 201,
        mediaType: "application/json",
        answer: { job_id: "taken", status: "rendering", output: "" },
      }),
      1,
    ),
    /several outcomes: refused 422 \(199\), taken \(1\)/,
  ],
];

function isDone(answer: unknown): boolean {
  const { status, job_id: id } = (answer ?? {}) as { status?: string; job_id?: string };
  return status === "completed" && id !== undefined && id.startsWith("instant-");
}

function proposalFor(gap: string, recorded: RecordedCall[]) {
  return proposeClosures(contract, observe(recorded)).find((proposal) => proposal.gap === gap)!;
}

describe("a gap stays open when", () => {
  it.each(refusals)("%s: %s", (gap, _, recorded, because) => {
    const proposal = proposalFor(gap, recorded);
    expect("because" in proposal ? proposal.because : proposal.effect).toMatch(because);
  });
});

describe("a gap is closed when", () => {
  it("the bodies of failures share one field", () => {
    const recorded = calls.map((call) =>
      call.mediaType === "application/problem+json" ? { ...call, answer: { detail: "" } } : call,
    );
    expect(proposalFor("error-body", recorded)).toMatchObject({
      effect: expect.stringMatching(/known fields: always detail$/),
    });
  });

  it.each([
    [3, { effect: expect.stringContaining("rendering to paused") }],
    [2, { because: expect.stringContaining("one or two resources only") }],
  ])("%i jobs have taken the same rare step, and two are too few", (count, expected) => {
    const steps = Array.from({ length: count }, (_, job) =>
      ["rendering", "paused", "completed", "completed"].map((status) => ({
        url: `/api/hp_job/paused-${job}`,
        answer: { ...hpJob, job_id: `paused-${job}`, status },
      })),
    ).flat();
    expect(proposalFor("job-status-transitions", [...calls, ...steps])).toMatchObject(expected);
  });
});

it("every gap that declares evidence is closed by a recording that shows it", () => {
  const proposals = proposeClosures(contract, observe(calls));
  expect(proposals.flatMap((each) => ("because" in each ? [each] : []))).toEqual([]);
  expect(proposals.length).toBeGreaterThanOrEqual(20);
});
