/** Which plans a run has, what each of them sends, and what a run learns from one exchange for the next. */
import { expect, it, vi } from "vitest";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import { readWorkflows, type Workflow } from "../src/arazzo.ts";
import { listProbes, type Plan, type PlanOptions, planRun } from "../src/plan.ts";
import type { CreatedJob, Exchange } from "../src/result.ts";
import { runConformance, type RunOptions } from "../src/run.ts";
import { runWorkflow } from "../src/run-workflow.ts";
import { type Call, sendCall } from "../src/send.ts";
import { base, type Changes, referenceService, token } from "./support/reference-service.ts";
import { BaseAddress } from "openapi-gaps/evidence";

const workflows = readWorkflows();
const plansOf = (options: Partial<PlanOptions>) =>
  planRun(contract, workflows, { create: false, ...options });

const exchangeOf = (call: Call, status = 200, json: unknown = {}): Exchange => ({
  ...{ time: undefined, origin: base, status, headers: {} },
  ...(call as Omit<Call, "body">),
  request: { mediaType: "application/json", json: call.body },
  response: { mediaType: "application/json", json },
});

/** What a plan sends, where these jobs were created before. */
async function callsOf(plan: Plan | undefined, created: CreatedJob[] = []): Promise<Call[]> {
  const calls: Call[] = [];
  await plan!.run({
    ...{ document: contract, requests: {}, known: new Map([["voice_id", "v-1"]]) },
    ...{ intervalMs: 1, waitLimitMs: 1, createdJobs: () => created },
    send: (call) => (calls.push(call), Promise.resolve(exchangeOf(call))),
  });
  return calls;
}

const lipsync: CreatedJob = { id: "l/1", operation: "createLipsyncVideo" };
const slides: CreatedJob = { id: "s1", operation: "createDynamicSlideVideo" };
const own: CreatedJob = { id: "h1", operation: "createHpJob" };
const other: CreatedJob = { id: "h2", operation: "createHpJob" };

const reads = ["list-what-is-stored", "missing-token", "unknown-job"];
const lipsyncs = ["avatar-speaks-text", "avatar-speaks-audio", "video-speaks-text"];
const creating = [
  ...[...lipsyncs, "video-speaks-audio"],
  ...["slides", "hp-job", "hp-job-under-the-other-name"],
];
const creators = ["createLipsyncVideo", "createDynamicSlideVideo", "createHpJob"];
const invalid = creators.map((name) => `invalid-${name}`);
const wrong = ["no-token", "wrong-token", "other-scheme"];
const noCreate = "and --create was not given";
const costs = `it starts a job, which may cost money, ${noCreate}`;
const accepts = `a service that accepts one may start a job that costs money, ${noCreate}`;

const told = ({ name, creates, phase, skip }: Plan) =>
  `${name} ${phase} ${creates}${skip === undefined ? "" : `: ${skip}`}`;

it.each<[what: string, options: Partial<PlanOptions>, plans: string[]]>([
  [
    "by itself",
    {},
    [
      ...reads.map((name) => `${name} lists 0`),
      ...creating.map((name) => `${name} calls 1: ${costs}`),
      ...wrong.map((name) => `${name} jobs 0`),
      ...invalid.map((name) => `${name} calls 0: ${accepts}`),
    ],
  ],
  [
    "that creates, probes and reads jobs",
    { create: true, probe: true, jobs: [own] },
    [
      ...reads.map((name) => `${name} lists 0`),
      ...creating.map((name) => `${name} calls 1`),
      ...["existing-job calls 0", "open-paths calls 0", "other-jobs jobs 0"],
      ...wrong.map((name) => `${name} jobs 0`),
      ...invalid.map((name) => `${name} calls 0`),
    ],
  ],
  [
    "of one workflow that cannot be tried",
    { probe: true, workflow: "other-jobs" },
    [`other-jobs jobs 0: no such job is known, ${noCreate}; name some with --job`],
  ],
  ["of a workflow that there is none of", { workflow: "nothing" }, []],
])("a run %s has its plans in order", (_, options, plans) => {
  expect(plansOf(options).map(told).toSorted()).toEqual(plans.toSorted());
});

it("each plan is titled by what it does, and each probe is listed before", () => {
  const jobs = [own];
  const titles = plansOf({ create: true, probe: true, jobs }).map(({ name, title }) => [
    name,
    title,
  ]);
  expect(Object.fromEntries(titles)).toEqual({
    ...Object.fromEntries(workflows.map(({ workflowId, summary }) => [workflowId, summary])),
    "existing-job": "Read the jobs that --job names",
    "open-paths": "Read paths that have no operation",
    "other-jobs": "Read jobs of other operations",
    "no-token": "Refuse every operation without a token",
    "wrong-token": "Refuse every operation with a wrong token",
    "other-scheme": "Refuse every operation with another scheme of authentication",
    ...Object.fromEntries(creators.map((id) => [`invalid-${id}`, `Refuse invalid bodies: ${id}`])),
  });
  const open = "GET /api/voices/custom";
  expect(listProbes(contract, { create: false })).toEqual([open]);
  expect(listProbes(contract, { create: true })).toEqual([
    open,
    "GET /api/hp_job/{job_id} of a job of createLipsyncVideo",
    "GET /api/hp_job/{job_id} of a job of createDynamicSlideVideo",
  ]);
});

const openReads = ["avatars/public", "avatars/custom", "voices/public"].map(
  (path) => `GET /api/${path}`,
);

it.each<[what: string, jobs: CreatedJob[], created: CreatedJob[], read: string]>([
  ["none is known", [], [], "no-such-job"],
  ["those that are known are of other operations", [lipsync], [slides], "no-such-job"],
  ["one was named", [lipsync, own], [], "h1"],
  ["one was created", [], [slides, own], "h1"],
  ["one was created and another one was named", [other], [own], "h1"],
  ["two were named", [other, own], [], "h2"],
])("credentials are refused for a job that there is, where %s", async (_, jobs, created, read) => {
  for (const [name, credential, how] of [
    ["no-token", "none", "without a token"],
    ["wrong-token", "wrong", "with a wrong token"],
    ["other-scheme", "other-scheme", "with another scheme of authentication"],
  ] as const) {
    const calls = await callsOf(
      plansOf({ jobs }).find((plan) => plan.name === name),
      created,
    );
    const lines = calls.map(({ method, path }) => `${method} ${path}`);
    expect(lines.toSorted()).toEqual([...openReads, `GET /api/hp_job/${read}`].toSorted());
    const kept = calls.map((call) => [call.purpose, call.credential, call.expects, call.body]);
    expect(new Set(kept.map((each) => each.join()))).toEqual(
      new Set([[`a request ${how}`, credential, "refusal", undefined].join()]),
    );
  }
});

it("credentials are refused for creates too, where jobs are created, with what lists have shown", async () => {
  const plans = plansOf({ create: true });
  const calls = await callsOf(plans.find(({ name }) => name === "no-token"));
  const posts = calls.filter(({ method }) => method === "POST");
  expect(posts).toHaveLength(3);
  expect(JSON.stringify(posts[0]!.body)).toContain('"voice_id":"v-1"');
});

it.each<
  [
    what: string,
    name: string,
    options: Partial<PlanOptions>,
    created: CreatedJob[],
    calls: object[],
  ]
>([
  [
    "jobs that were named",
    "existing-job",
    { jobs: [own, lipsync] },
    [other],
    [
      { path: "/api/hp_job/h1", expects: "success", creator: "createHpJob" },
      { path: "/api/hp_job/l%2F1", expects: "undecided", creator: "createLipsyncVideo" },
    ],
  ],
  [
    "a job of each other operation, the last that was created",
    "other-jobs",
    { create: true, probe: true, jobs: [{ ...slides, id: "named" }] },
    [{ ...slides, id: "s0" }, own, lipsync, slides],
    [
      { path: "/api/hp_job/s1", expects: "undecided", creator: "createDynamicSlideVideo" },
      { path: "/api/hp_job/l%2F1", expects: "undecided", creator: "createLipsyncVideo" },
    ],
  ],
  [
    "paths without an operation",
    "open-paths",
    { probe: true },
    [],
    [{ path: "/api/voices/custom", expects: "undecided" }],
  ],
])("a run reads %s", async (_, name, options, created, calls) => {
  const plan = plansOf(options).find((each) => each.name === name);
  const all = { purpose: name, method: "GET", credential: "token" };
  expect(await callsOf(plan, created)).toEqual(calls.map((each) => ({ ...all, ...each })));
});

it.each<[what: string, method: string, status: number, body: unknown, learnt: string[]]>([
  ["a list that is read", "GET", 200, { voices: [{ voice_id: "v-2" }] }, ["v-2"]],
  ["a list in the response of a create", "POST", 200, { voices: [{ voice_id: "v-2" }] }, []],
  ["a read without a list", "GET", 200, { voice_id: "v-2" }, []],
  ["a list of a refusal", "GET", 404, { voices: [{ voice_id: "v-2" }] }, []],
])("of %s, the identifiers are learnt: %s %i", async (_, method, status, body, learnt) => {
  const known = new Map<string, string>();
  const operationId = method === "GET" ? "listPublicVoices" : "createDynamicSlideVideo";
  const step = {
    ...{ stepId: "one", operationId, successCriteria: [{ condition: "$statusCode < 300" }] },
    ...(method === "POST" && { requestBody: { contentType: "application/json", payload: {} } }),
  };
  const workflow: Workflow = { workflowId: "w", summary: "", inputs: {}, steps: [step] };
  await runWorkflow(workflow, {
    ...{ document: contract, requests: {}, known, intervalMs: 1, waitLimitMs: 1 },
    send: (call) => Promise.resolve(exchangeOf(call, status, body)),
  });
  expect([...known.values()]).toEqual(learnt);
});

const run = (options: Partial<RunOptions>) =>
  runConformance(contract, {
    ...{ baseUrl: base, token, create: true, intervalMs: 1, waitLimitMs: 1000, ...options },
  });

it.each([
  [201, 0],
  [302, 0],
  [399, 0],
  [400, 1],
  [418, 1],
])(
  "of %i for a request that nobody decides about, %i refusals are counted",
  async (status, more) => {
    const refusals = async (changes: Changes) => {
      const fetch = referenceService(changes);
      const { result } = await run({ workflow: "invalid-createDynamicSlideVideo", fetch });
      const bodies = result.news.find(({ what }) => what === "a body of application/json");
      return (bodies as { calls?: number } | undefined)?.calls;
    };
    const usual = await refusals({});
    expect(usual).toBeGreaterThan(1);
    const counted = await refusals({
      alter: (response, { text }) =>
        text.includes("x-unknown-field") ? { ...response, status } : undefined,
    });
    expect(counted).toBe(usual! + more);
  },
);

it("by default, four calls are open at once", async () => {
  let [open, most] = [0, 0];
  const service = referenceService();
  await run({
    fetch: async (...words) => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      return service(...words);
    },
  });
  expect(most).toBe(4);
});

it("a run tells when it began, how long it took as a whole and in each part, and what it has reached", async () => {
  vi.useFakeTimers({ now: new Date("2026-01-31T10:00:00.000Z") });
  try {
    const service = referenceService();
    const fetch: typeof service = async (...words) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return service(...words);
    };
    const running = run({ workflow: "list-what-is-stored", fetch });
    await vi.advanceTimersByTimeAsync(5000);
    const { result, exchanges } = await running;
    expect(result).toMatchObject({
      ...{ service: base, contract: contract.info["version"], durationMs: 4500, jobs: [] },
      startedAt: "2026-01-31T10:00:00.000Z",
      workflows: [{ name: "list-what-is-stored", calls: 3, durationMs: 4500, outcome: "held" }],
    });
    const [operations, gaps] = result.coverage;
    const others = ["getHpJob", ...creators];
    expect(operations).toMatchObject({ what: "operations", reached: 3, total: 7 });
    expect(operations!.missing.toSorted()).toEqual(others.toSorted());
    expect([gaps!.what, gaps!.reached + gaps!.missing.length]).toEqual(["gaps", gaps!.total]);
    const times = ["00.000", "01.500", "03.000"];
    expect(exchanges.map(({ time }) => time)).toEqual(
      times.map((seconds) => `2026-01-31T10:00:${seconds}Z`),
    );
  } finally {
    vi.useRealTimers();
  }
});

it.each<[what: string, fails: unknown, says: string]>([
  [
    "a code",
    new TypeError("fetch failed", { cause: { code: "ECONNREFUSED", message: "m" } }),
    "ECONNREFUSED",
  ],
  [
    "a cause",
    new TypeError("fetch failed", { cause: new Error("it was closed") }),
    "it was closed",
  ],
  ["a message", new TypeError("fetch failed"), "fetch failed"],
  ["a name", new RangeError(""), "RangeError"],
])("a call that fails with %s says so", async (_, fails, says) => {
  const { failure, status, response } = await sendCall(
    { purpose: "p", method: "GET", path: "/api/x", credential: "token", expects: "success" },
    { base: new BaseAddress(base), token, timeoutMs: 60_000, fetch: () => Promise.reject(fails) },
  );
  expect([failure, status, response.json]).toEqual([`no response: ${says}`, 0, undefined]);
});

it("a call ends at its limit, by default after 30 s, and leaves no timer", async () => {
  vi.useFakeTimers();
  try {
    let ended: string | undefined;
    const fetch = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason as Error)),
      );
    const running = run({ workflow: "missing-token", fetch }).then(({ result }) => {
      ended = result.workflows[0]!.disagreements[0]!.problem;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await running;
    expect(ended).toBe("no complete response within 30 s");
    await run({ workflow: "missing-token", fetch: referenceService() });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
