import { describe, expect, it } from "vitest";
import { hpRequest } from "../../test/support/example-requests.ts";
import type { JsonObject } from "openapi-gaps/document";
import { BaseAddress } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import { Judge } from "../src/judge.ts";
import type { Exchange } from "../src/result.ts";

const service = "https://service.example";

const json = (value: unknown) => ({ mediaType: "application/json", json: value });

/**
 * @param call method and path
 * @param response of JSON
 */
function exchangeOf(
  call: string,
  status: number,
  response: unknown,
  more: Partial<Exchange> = {},
): Exchange {
  const [method = "", path = ""] = call.split(" ");
  return {
    ...{ time: undefined, method, origin: service, path, status, headers: {} },
    ...{ credential: "token" as const, request: json(undefined), response: json(response) },
    ...{ purpose: "hp-job", expects: "success" as const },
    ...more,
  };
}

const judge = () => new Judge(contract, new BaseAddress(service));

const sent = hpRequest();
const receipt = {
  ...{ job_id: "job-1", status: "rendering", output: "" },
  // Deeper than anything else that is looked into.
  data_json: "[".repeat(101) + "]".repeat(101),
  project_name: sent["project_name"],
};
const create = (more: Partial<Exchange> = {}, response: object = receipt) =>
  exchangeOf("POST /api/hp_job", 201, response, { request: json(sent), ...more });

describe("what held", () => {
  it("is every statement about a response", () => {
    expect(judge().judge(create())).toEqual({
      held: [
        "createHpJob responds within the contract",
        "the job has an identifier",
        "no other job has its identifier",
        "the output is empty while the job is rendering",
        "data_json is JSON",
        "the project has the name it was given",
      ],
      disagreements: [],
    });
  });

  it("is not that a response keeps the contract, when it breaks it or was not looked at", () => {
    const kept = "listPublicVoices responds within the contract";
    const judged = (more: Partial<Exchange>) =>
      judge().judge(exchangeOf("GET /api/voices/public", 200, { voices_list: [] }, more));
    expect(judged({}).held).toEqual([kept]);
    expect(judged({ response: json({ voices_list: 7 }) }).held).toEqual([]);
    const because = "hp-job gets a body that was not read: too long";
    const response = { ...json(undefined), unread: "too long" } as const;
    expect(judged({ response })).toMatchObject({ held: [], unclear: { because, mayPass: true } });
  });

  it("is a refusal that had to be", () => {
    const refused = { credential: "none", expects: "refusal" } as const;
    const response = exchangeOf("GET /api/voices/public", 401, {}, refused);
    expect(judge().judge(response)?.held).toEqual([
      "listPublicVoices refuses what it has to refuse",
    ]);
    for (const status of [302, 404, 500, 429]) {
      const because = `hp-job gets ${status}, which shows no refusal`;
      const unclear = { because, mayPass: status === 429 };
      expect(judge().judge({ ...response, status })).toMatchObject({ held: [], unclear });
    }
    const unasked = exchangeOf("GET /api/voices/public", 401, {});
    expect(judge().judge(unasked)?.held).toEqual([]);
  });
});

it("a success that is possible may be refused, and may not fail", () => {
  const problemsOf = (status: number) =>
    judge()
      .judge(create({ expects: "possible", status }))
      ?.disagreements.map(({ problem }) => problem);
  expect(problemsOf(404)).toEqual([]);
  for (const status of [302, 500, 503])
    expect(problemsOf(status)).toEqual([`must be a success, and is ${status}`]);
});

it("a refusal of a body is a status that speaks of the body", () => {
  const unclear = (status: number, call = "POST /api/hp_job") =>
    judge().judge(exchangeOf(call, status, {}, { request: json(sent), expects: "refusal" }))
      .unclear;
  for (const status of [400, 409, 413, 415, 422]) expect(unclear(status)).toBeUndefined();
  for (const status of [302, 401, 403, 404, 405, 408, 429, 500])
    expect(unclear(status)?.because).toBe(`hp-job gets ${status}, which shows no refusal`);
  expect(unclear(404, "GET /api/hp_job/1")).toBeUndefined();
});

it("a success has a code that the contract names, unless it names a range", () => {
  const told = structuredClone(contract);
  const { responses } = told.paths["/api/hp_job"]!["post"] as { responses: JsonObject };
  const { "2XX": success, ...failures } = responses;
  const codeOf = (named: JsonObject, status: number) => {
    Object.assign(told.paths["/api/hp_job"]!["post"] as JsonObject, { responses: named });
    const { disagreements } = new Judge(told, new BaseAddress(service)).judge(create({ status }));
    return disagreements.map(({ place, problem }) => `${place}: ${problem}`);
  };
  expect(codeOf(responses, 203)).toEqual([]);
  expect(codeOf({ ...failures, 202: success! }, 202)).toEqual([]);
  const says = "status: must be 202, and is 203";
  expect(codeOf({ ...failures, 202: success! }, 203)).toEqual([says]);
});

/** What a judge says of one exchange, in short. */
function verdictOn(exchange: Exchange, document = contract) {
  const one = new Judge(document, new BaseAddress(service));
  const { disagreements, unclear } = one.judge(exchange);
  return {
    problems: disagreements.map(({ place, problem }) => `${place}: ${problem}`),
    unclear: unclear && [unclear.because, unclear.mayPass],
    news: one.news().map(({ what, doubt }) => `${what} (${doubt})`),
    jobs: one.createdJobs().map(({ id }) => id),
  };
}

const refusing = { expects: "refusal", purpose: "a body" } as const;
const doubtful = { expects: "undecided", purpose: "a body", doubt: "another type" } as const;
const mayPass = (status: number, purpose = "hp-job") => [
  `${purpose} gets ${status}, which shows nothing about the request`,
  true,
];

it.each<[more: Partial<Exchange>, verdict: Partial<ReturnType<typeof verdictOn>>]>([
  [{ status: 200 }, { jobs: ["job-1"] }],
  [{ status: 400 }, { problems: ["status: must be a success, and is 400"] }],
  [{ status: 401 }, { problems: ["status: must be a success, and is 401"] }],
  [{ status: 408 }, { unclear: mayPass(408) }],
  [{ status: 429 }, { unclear: mayPass(429) }],
  [{ failure: "closed", status: 0 }, { problems: ["connection: closed"] }],
  [{ expects: "possible", status: 400 }, {}],
  [{ expects: "possible", status: 499 }, {}],
  [{ expects: "possible", status: 403 }, { unclear: mayPass(403) }],
  [{ expects: "possible", status: 399 }, { problems: ["status: must be a success, and is 399"] }],
  [{ ...doubtful }, { news: ["takes a body (another type)"], jobs: ["job-1"] }],
  [{ ...doubtful, response: json(null) }, { news: ["takes a body (another type)"] }],
  [{ ...doubtful, request: json(7), status: 422 }, { news: ["refuses a body (another type)"] }],
  [{ ...doubtful, status: 429 }, { unclear: mayPass(429, "a body") }],
  [{ ...doubtful, doubt: undefined }, { jobs: ["job-1"] }],
  [{ ...doubtful, failure: "closed", status: 0 }, { problems: ["connection: closed"] }],
  [refusing, { problems: ["status: must be refused, and is 201"], jobs: ["job-1"] }],
  ...(
    [
      ["none", "without a token"],
      ["wrong", "with a wrong token"],
      ["other-scheme", "with another scheme of authentication"],
    ] as const
  ).map(([credential, how]): [Partial<Exchange>, Partial<ReturnType<typeof verdictOn>>] => [
    { ...refusing, credential },
    { problems: [`status: a request ${how} must fail, and is 201`], jobs: ["job-1"] },
  ]),
  [
    { ...refusing, response: json({ job_id: 7 }) },
    { problems: ["status: must be refused, and is 201"] },
  ],
  [{ ...refusing, failure: "closed", status: 0 }, { problems: ["connection: closed"] }],
  [{ ...refusing, request: json(7), status: 422 }, {}],
  [{ ...refusing, credential: "none", status: 403 }, {}],
  [{ ...refusing, status: 408 }, { unclear: ["a body gets 408, which shows no refusal", true] }],
  [
    { ...refusing, status: 500 },
    {
      unclear: ["a body gets 500, which shows no refusal", false],
      news: ["refuses a body, or fails: status code 500 (a status that need not be a refusal)"],
    },
  ],
])("an exchange of %j is judged as %j", (more, verdict) => {
  const none = { problems: [], unclear: undefined, news: [], jobs: [] };
  expect(verdictOn(create(more))).toEqual({ ...none, ...verdict });
});

it("a request that the contract does not allow is a disagreement, with a command that repeats it", () => {
  const odd = json({ ...sent, project_name: 7 });
  const [disagreement] = judge().judge(create({ request: odd })).disagreements;
  const [status, ofRequest] = judge().judge(create({ request: odd, status: 400 })).disagreements;
  expect([status!.place, ofRequest]).toEqual(["status", disagreement]);
  expect(disagreement).toMatchObject({
    ...{ purpose: "hp-job", operation: "createHpJob", place: "request /project_name" },
    curl: expect.stringContaining(`'${service}/api/hp_job'`),
  });
});

it("a success needs its body", () => {
  const empty = { mediaType: undefined, json: undefined };
  expect(verdictOn(create({ status: 204, response: empty })).problems).toContain(
    "body: must be there",
  );
});

it("an exchange of no operation, and of another path than the base, is not judged", () => {
  const below = new Judge(contract, new BaseAddress(`${service}/v1`));
  const voices = (path: string) => exchangeOf(`GET ${path}`, 200, { voices_list: 7 });
  expect(below.judge(voices("/v1/api/voices/none"))).toEqual({ held: [], disagreements: [] });
  expect(below.judge(voices("/v1/api/voices/public")).disagreements).toHaveLength(1);
});

it.each<[codes: string[], problems: string[]]>([
  [["201", "202"], []],
  [["200", "202"], ["status: must be 200 or 202, and is 201"]],
  [["402"], []],
  [["default"], []],
  [["2XX", "202"], []],
])("where the contract names %j, a response with 201 has the problems %j", (codes, problems) => {
  const named = structuredClone(contract);
  const post = named.paths["/api/hp_job"]!["post"] as JsonObject;
  const any = { description: "Any." };
  post["responses"] = Object.fromEntries(codes.map((code) => [code, any]));
  expect(verdictOn(create(), named).problems).toEqual(problems);
});

type Step = [call: string, response: object, more?: Partial<Exchange>];
const reading = "GET /api/hp_job/job-1";
const job = {
  ...{ job_type: "hp", job_id: "job-1", status: "rendering", output: "" },
  project_name: sent["project_name"],
};
const creating = (response: object = {}, body: object = sent): Step => [
  "POST /api/hp_job",
  { ...receipt, ...response },
  { request: json(body) },
];
const ended = { ...job, status: "completed", output: { videos: [] } };
const renamed = { ...sent, project_name: "Other" };

it.each<[what: string, steps: Step[], broken: string[]]>([
  [
    "two identifiers are empty",
    [creating({ job_id: "" }), creating({ job_id: "", project_name: "Other" }, renamed)],
    ["/job_id: the job has an identifier", "/job_id: the job has an identifier"],
  ],
  [
    "two jobs have one identifier",
    [creating(), creating({ project_name: "Other" }, renamed)],
    ["/job_id: no other job has its identifier"],
  ],
  ["the same request gets the same job", [creating(), creating()], []],
  ["a job that was read is created", [[reading, job], creating()], []],
  [
    "a job has an output while it renders",
    [creating({ output: "a.mp4" })],
    ["/output: the output is empty while the job is rendering"],
  ],
  ["a job has an output and has ended", [creating({ status: "done", output: "a.mp4" })], []],
  ["a job has no output while it renders", [creating({ output: undefined })], []],
  ["data_json is empty", [creating({ data_json: "" })], ["/data_json: data_json is JSON"]],
  ["data_json is cut", [creating({ data_json: '{"a":' })], ["/data_json: data_json is JSON"]],
  ["data_json is a number of JSON", [creating({ data_json: "7" })], []],
  ["data_json is no text", [creating({ data_json: 7 })], []],
  [
    "a field is echoed otherwise",
    [creating({ input: { project_name: "Other" } })],
    ["/input/project_name: project_name is echoed as it was sent"],
  ],
  [
    "a part of a field is echoed otherwise",
    [creating({ input: { actor: { id: "b", use: "avatar" } } }, { ...sent, actor: { id: "a" } })],
    ["/input/actor: actor is echoed as it was sent"],
  ],
  [
    "a list is echoed in part",
    [creating({ input: { list: ["a"] } }, { ...sent, list: ["a", "b"] })],
    ["/input/list: list is echoed as it was sent"],
  ],
  [
    "an echo has less, and more",
    [
      creating(
        { input: { actor: { id: "a", url: "b" }, later: 1 } },
        { ...sent, actor: { id: "a", use: "b" } },
      ),
    ],
    [],
  ],
  ["an echo is no object", [creating({ input: "none" })], []],
  ["what was sent is no object", [creating({ input: { a: 1 } }, 7 as never)], []],
  [
    "an object is echoed as a text, and a text as an object",
    [
      creating(
        { input: { actor: "a", name: { a: "b" } } },
        { ...sent, actor: { id: "a" }, name: "a" },
      ),
    ],
    ["/input/actor: actor is echoed as it was sent", "/input/name: name is echoed as it was sent"],
  ],
  ["a project has a number for a name", [creating({ project_name: 7 })], []],
  [
    "a project has another name",
    [creating({ project_name: "Other" })],
    ["/project_name: the project has the name it was given"],
  ],
  ["a project that got no name has one", [creating({}, { actor: "a" })], []],
  [
    "a project has another name when it is read",
    [creating(), [reading, { ...job, project_name: "Other" }]],
    ["/project_name: the project has the name it was given"],
  ],
  [
    "a project has no name when it is read",
    [creating(), [reading, { ...job, project_name: 7 }]],
    [],
  ],
  [
    "another job is read",
    [[reading, { ...job, job_id: "job-2" }]],
    ["/job_id: the job is the one that was asked for"],
  ],
  [
    "a job changes its type and its name",
    [
      [reading, job],
      [reading, ended],
      [reading, { ...ended, job_type: "slides", project_name: "Other" }],
    ],
    ["/job_type: job_type stays the same", "/project_name: project_name stays the same"],
  ],
  [
    "a job that was seen rendering ends without an output",
    [
      [reading, job],
      [reading, { ...ended, output: "" }],
    ],
    ["/output: the output is no empty string once the job has ended"],
  ],
  [
    "a job that was seen rendering is created once more, and ends without an output",
    [creating(), [reading, job], creating(), [reading, { ...ended, output: "" }]],
    ["/output: the output is no empty string once the job has ended"],
  ],
  ["a job that was created may have waited", [creating(), [reading, { ...ended, output: "" }]], []],
  [
    "a type is no text",
    [
      [reading, job],
      [reading, { ...job, job_type: 7 }],
    ],
    [],
  ],
  ["a job that may have waited has no output", [[reading, { ...job, status: "queued" }]], []],
  [
    "a job is rendering twice",
    [
      [reading, job],
      [reading, job],
    ],
    [],
  ],
  [
    "a job ends with an output",
    [
      [reading, job],
      [reading, ended],
    ],
    [],
  ],
  [
    "a status is no text",
    [
      [reading, job],
      [reading, { ...job, status: 7 }],
    ],
    [],
  ],
])("over all responses about one job: %s", (_, steps, broken) => {
  const one = judge();
  const found = steps.flatMap(
    ([call, response, more]) => one.judge(exchangeOf(call, 200, response, more)).disagreements,
  );
  const notHeld = / does not hold: /;
  const told = found.map(({ place, problem }) => `${place}: ${problem}`);
  expect(told.filter((each) => notHeld.test(each))).toEqual(
    broken.map((each) => each.replace(": ", ": does not hold: ")),
  );
});

it("what holds about a job that is read is every statement about it", () => {
  const one = judge();
  one.judge(create());
  one.judge(exchangeOf(reading, 200, job));
  expect(one.judge(exchangeOf(reading, 200, ended)).held).toEqual([
    "getHpJob responds within the contract",
    "the job is the one that was asked for",
    "the output is no empty string once the job has ended",
    "job_type stays the same",
    "project_name stays the same",
    "the project has the name it was given",
  ]);
});

it("the jobs that were created are listed in their order, and not those that were read alone", () => {
  const one = judge();
  one.judge(exchangeOf("GET /api/hp_job/job-0", 200, job, doubtful));
  one.judge(create({}, { ...receipt, job_id: 7 }));
  one.judge(create());
  one.judge(create({}, { ...receipt, job_id: "job-2" }));
  one.judge(exchangeOf("POST /api/express_lipsync_video", 200, { job_id: "job-3" }));
  expect(one.createdJobs()).toEqual([
    { id: "job-1", operation: "createHpJob" },
    { id: "job-2", operation: "createHpJob" },
    { id: "job-3", operation: "createLipsyncVideo" },
  ]);
});

it.each<[what: string, id: string, read: Partial<Exchange>]>([
  ["the run has created", "job-3", {}],
  ["the user has named", "job-9", { creator: "createLipsyncVideo" }],
])("what reading a job of another kind gives is news, where %s it", (_, id, read) => {
  const one = judge();
  one.judge(exchangeOf("POST /api/express_lipsync_video", 200, { job_id: "job-3" }));
  for (const status of [404, 200]) {
    const more = { expects: "possible", ...read } as const;
    const seen = exchangeOf(`GET /api/hp_job/${id}`, status, { any: 1 }, more);
    expect(one.judge(seen).disagreements).toEqual([]);
    expect(one.news().at(-1)).toEqual({
      gap: "status-of-other-jobs",
      operation: "getHpJob",
      what: `a job of createLipsyncVideo: status code ${status}`,
    });
  }
  expect(one.news()).toHaveLength(2);
});
