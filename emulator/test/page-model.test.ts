/** What the emulator's page asks for, and what it makes of the answers, one step after another, without a browser. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Job, JobSummary, LoggedRequest, State } from "../page/model.ts";

// The page asks where it is as soon as it is loaded.
const place = { pathname: "/s/one/emulator", hash: "" };
vi.stubGlobal("location", place);
const { act, attempt, copy, curlOf, edit, follow, model, readAddress, sendDraft, turnTo } =
  await import("../page/model.ts");
const { chip, onSubmit, progressOf, timeOf, titleOf } = await import("../page/parts.ts");

const initial = structuredClone(model);
const state = { url: "http://a.example/s/one", token: "a-token", jobs: 7, requests: 9 } as State;
const operation = { id: "getHpJob", method: "GET", path: "/api/hp_job/{job_id}", examples: {} };

interface Answer {
  status?: number;
  body?: unknown;
}
/** By the path that it begins with, the longest first; nothing is an empty object. */
let answers: Record<string, Answer | Promise<never>>;
let asked: string[];
let sentHeaders: Record<string, string>[];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(model, structuredClone(initial), { state, operations: [operation] });
  place.hash = "";
  [asked, sentHeaders] = [[], []];
  answers = { "/emulator/state": { body: state } };
  vi.stubGlobal("fetch", async (address: string, { method, headers, body }: RequestInit) => {
    const path = address.replace(/^\/s\/one/, "");
    asked.push([method, path, ...(typeof body === "string" ? [body] : [])].join(" "));
    sentHeaders.push(headers as Record<string, string>);
    const known = Object.keys(answers).toSorted((a, b) => b.length - a.length);
    const { status = 200, body: json = {} } =
      (await answers[known.find((each) => path.startsWith(each)) ?? ""]) ?? {};
    const text = typeof json === "string" ? json : JSON.stringify(json);
    return { ok: status < 300, status, text: async () => text };
  });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => void vi.unstubAllGlobals());

const settle = () => vi.advanceTimersByTimeAsync(0);
const detail = (text: string, status = 422): Answer => ({ status, body: { detail: text } });

/** Opens the page as a browser does; it follows the emulator until the timers end. */
async function openPage() {
  let move = () => {};
  const seen = { hidden: false };
  vi.stubGlobal("document", seen);
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => (move = listener));
  void follow(() => {});
  await settle();
  asked = [];
  return { seen, moveTo: (hash: string) => ((place.hash = hash), move(), settle()) };
}

const query = "summary=true&text=";
const job = { id: "job-1", sequence: 4 } as JobSummary;

test.each<[hash: string, section: string, chosen: string, reads: string[]]>([
  ["", "jobs", "", [`jobs?${query}Spring&before=9`]],
  ["#jobs", "jobs", "", [`jobs?${query}Spring&before=9`]],
  ["#jobs/job-1", "jobs", "job-1", [`jobs?${query}Spring&before=9`, "jobs/job-1"]],
  ["#requests", "requests", "", [`requests?${query}`]],
  ["#requests/7", "requests", "7", [`requests?${query}`, "requests/7"]],
  ["#faults", "faults", "", [`faults?${query}`]],
  ["#gaps", "gaps", "", [`gaps?${query}`]],
  ["#assumptions", "assumptions", "", [`assumptions?${query}`]],
  ["#send", "send", "", []],
  ["#clock", "clock", "", []],
])("from a list that was searched, %j leads to %s %j", async (hash, section, chosen, reads) => {
  const { moveTo } = await openPage();
  Object.assign(model, { text: "Spring", before: 9, seen: 3, video: 2, problem: "Refused." });
  Object.assign(model, { chosen: "job-9", detail: { id: "job-9" }, jobs: [job] });
  await moveTo(hash);
  expect(asked).toEqual(["state", ...reads].map((path) => `GET /emulator/${path}`));
  expect(model).toMatchObject({ section, chosen, video: -1, problem: "" });
  expect(model.detail).toEqual(chosen ? {} : null);
  // Of another section nothing is searched yet.
  const isSame = section === "jobs";
  expect([model.text, model.before]).toEqual(isSame ? ["Spring", 9] : ["", 0]);
  expect(readAddress()).toEqual({ section, chosen });
});

test("the page reads anew each second, but not while nobody sees it", async () => {
  const { seen } = await openPage();
  const readings = async (ms: number) => {
    asked = [];
    await vi.advanceTimersByTimeAsync(ms);
    return asked.filter((each) => each.endsWith("/state")).length;
  };
  expect(await readings(999)).toBe(0);
  expect(await readings(1)).toBe(1);
  expect(await readings(3000)).toBe(3);
  seen.hidden = true;
  expect(await readings(3000)).toBe(0);
  seen.hidden = false;
  expect(await readings(1000)).toBe(1);
});

test.each<[what: string, before: object, asks: string]>([
  ["the newest", {}, `jobs?${query}`],
  ["those with a text", { text: "a&b" }, `jobs?${query}a%26b`],
  ["older ones", { before: 5 }, `jobs?${query}&before=5`],
  ["what was there when one was chosen", { chosen: "x", jobs: [job] }, `jobs?${query}&before=5`],
  ["the newest, where one is chosen and none is listed", { chosen: "x" }, `jobs?${query}`],
  [
    "requests that were there when one was chosen",
    { section: "requests", chosen: "12", requests: [{ id: 12 }], jobs: [job] },
    `requests?${query}&before=13`,
  ],
])("a list is read again with %s", async (_, before, asks) => {
  Object.assign(model, before);
  await attempt(Promise.resolve());
  expect(asked).toContain(`GET /emulator/${asks}`);
});

test("how many are new is counted from when the newest were listed", async () => {
  const counts: number[] = [];
  const come = async (jobs: number, step: () => Promise<void>) => {
    answers["/emulator/state"] = { body: { ...state, jobs } };
    await step();
    counts.push(model.seen);
  };
  const read = () => attempt(Promise.resolve());
  await come(10, read);
  await come(20, () => turnTo(4));
  await come(30, read);
  await come(40, () => turnTo(0));
  // After a reset there are fewer.
  await come(0, read);
  expect(counts).toEqual([10, 10, 10, 40, 0]);
});

test.each<[what: string, answer: Answer | TypeError, says: string]>([
  [
    "is away",
    new TypeError("fetch failed"),
    "The emulator does not respond. This page goes on when it does.",
  ],
  ["says why", detail("It is full.", 500), "It is full."],
  ["says nothing", { status: 503, body: "" }, "Status code 503"],
  ["has another mistake", { body: "<html>" }, expect.stringContaining("JSON")],
])("of an emulator that %s, the page says so until it responds again", async (_, answer, says) => {
  model.jobs = [job];
  answers["/emulator/state"] = answer instanceof Error ? Promise.reject(answer) : answer;
  await turnTo(0);
  expect(model.connection).toEqual(says);
  // What was shown stays.
  expect(model.jobs).toEqual([job]);
  answers["/emulator/state"] = { body: state };
  await turnTo(0);
  expect(model.connection).toBe("");
});

test("why an action was refused is shown until the next one", async () => {
  answers["/emulator/clock"] = detail("Not a duration.");
  await act("PATCH", "clock", { advance: "soon" });
  expect([model.problem, model.connection]).toEqual(["Not a duration.", ""]);
  expect(asked[0]).toBe('PATCH /emulator/clock {"advance":"soon"}');
  await act("POST", "finish");
  expect(model.problem).toBe("");
});

test("one that is chosen and gone leaves no detail, and says why", async () => {
  answers["/emulator/jobs/"] = detail("There is no job job-1.", 404);
  Object.assign(model, { chosen: "job-1", detail: { id: "job-1" } });
  await turnTo(0);
  expect([model.detail, model.problem]).toEqual([null, "There is no job job-1."]);
});

test("an answer that comes after a newer one is not shown", async () => {
  let release: (answer: Answer) => void = () => {};
  const late = new Promise<Answer>((resolve) => (release = resolve)) as Promise<never>;
  answers[`/emulator/jobs?${query}first`] = late;
  answers[`/emulator/jobs?${query}second`] = { body: { jobs: [job] } };
  const first = turnTo(0, "first");
  await turnTo(0, "second");
  release({ body: { jobs: [] } });
  await first;
  expect([model.text, model.jobs]).toEqual(["second", [job]]);
});

const examples = { as_text: { music: false }, as_variables: { music: true } };
const create = { id: "createHpJob", method: "POST", path: "/api/hp_job", examples };

test("operations that create come first, and the first one is drafted with its first example", async () => {
  model.operations = [];
  answers["/emulator/operations"] = { body: { operations: [operation, create] } };
  await turnTo(0);
  expect(model.operations.map(({ id }) => id)).toEqual(["createHpJob", "getHpJob"]);
  const body = '{\n  "music": false\n}';
  expect(model.draft).toEqual({ operation: "createHpJob", example: "as_text", body, job: "" });
  edit({ example: "as_variables" });
  expect(model.draft.body).toBe('{\n  "music": true\n}');
  edit({ body: "mine" });
  edit({ job: "job-1" });
  expect(model.draft.body).toBe("mine");
  edit({ operation: "getHpJob" });
  expect(model.draft).toEqual({ operation: "getHpJob", example: "", body: "", job: "job-1" });
  // They are read once.
  asked = [];
  await turnTo(0);
  expect(asked.join()).not.toContain("operations");
});

test.each<[what: string, draft: object, call: string, sent: object | null, job: string]>([
  [
    "a create",
    { operation: "createHpJob", example: "as_text", body: "{" },
    "POST /api/hp_job {",
    { response: { body: { job_id: "job-2" } } },
    "job-2",
  ],
  [
    "a create that is refused",
    { operation: "createHpJob", example: "as_text", body: "{}", job: "job-1" },
    "POST /api/hp_job {}",
    { response: null },
    "job-1",
  ],
  ["a read", { operation: "getHpJob", job: "a/b" }, "GET /api/hp_job/a%2Fb", {}, "a/b"],
  [
    "what the log has not kept",
    { operation: "getHpJob", job: "x" },
    "GET /api/hp_job/x",
    null,
    "x",
  ],
])("%s is sent once, and found in the log", async (_, draft, call, sent, chosen) => {
  model.operations = [create, operation] as unknown as typeof model.operations;
  Object.assign(model.draft, draft);
  const other = { id: 8, headers: { "x-page-mark": "another" }, body: "job-2" };
  answers["/emulator/requests"] = new Promise((resolve) =>
    queueMicrotask(() => {
      const headers = { "x-page-mark": sentHeaders[0]!["x-page-mark"] };
      const requests = [other, ...(sent ? [{ id: 7, headers, ...sent }] : [])];
      resolve({ body: { requests } } as never);
    }),
  );
  answers["/emulator/jobs"] = { body: { jobs: [{ id: "job-3" }, { id: "job-2" }] } };
  await sendDraft();
  const reads = ["requests?limit=100", "jobs?limit=100&summary=true"];
  expect(asked).toEqual([call, ...reads.map((path) => `GET /emulator/${path}`)]);
  expect(sentHeaders[0]).toEqual({
    ...{ authorization: "Bearer a-token", "content-type": "application/json" },
    "x-page-mark": expect.stringMatching(/^0\.\d+$/),
  });
  expect(model.sent?.id).toBe(sent ? 7 : undefined);
  expect(model.draft.job).toBe(chosen);
});

test("the response is shown, also when there is none", async () => {
  model.operations = [operation] as unknown as typeof model.operations;
  Object.assign(model.draft, { operation: "getHpJob", job: "x" });
  answers["/api/"] = Promise.reject(new TypeError("fetch failed"));
  answers["/emulator/requests"] = { body: { requests: [] } };
  answers["/emulator/jobs"] = { body: { jobs: [] } };
  await attempt(sendDraft());
  expect([model.problem, model.connection, model.sent]).toEqual(["", "", null]);
});

const logged = {
  ...{ method: "POST", url: "/api/hp_job?a=1", status: 422, body: { name: "it's" } },
  headers: { authorization: "Bearer x", "content-type": "application/json", accept: "*/*" },
} as unknown as LoggedRequest;
const url = `'${state.url}/api/hp_job?a=1'`;
const ofToken = "--header 'authorization: Bearer a-token'";

test.each<[what: string, request: Partial<LoggedRequest>, words: string]>([
  [
    "has its body and its headers",
    {},
    `POST ${url} ${ofToken} --header 'content-type: application/json' --header 'accept: */*' --data-raw '{"name":"it'\\''s"}'`,
  ],
  ["has no header that was not sent", { headers: {}, body: null }, `POST ${url}`],
  [
    "has the token, whatever another one became",
    { headers: { authorization: "Bearer x" }, body: null, status: 403 },
    `POST ${url} ${ofToken}`,
  ],
  [
    "has no token that is right where it was refused",
    { headers: { authorization: "Bearer x" }, body: null, status: 401 },
    `POST ${url} --header 'authorization: Bearer not-the-token'`,
  ],
  ["has a text as it was", { headers: {}, body: '{"a' }, `POST ${url} --data-raw '{"a'`],
  ["has an empty text", { headers: {}, body: "" }, `POST ${url} --data-raw ''`],
  [
    "quotes nothing that needs no quotes",
    { headers: {}, body: "a-b_c.d/e:1", method: "GET", url: "/api/x" },
    `GET ${state.url}/api/x --data-raw a-b_c.d/e:1`,
  ],
])("a request as curl %s", (_, request, words) => {
  expect(curlOf({ ...logged, ...request } as LoggedRequest)).toBe(`curl --request ${words}`);
});

test.each<[what: string, clipboard: object | undefined, prompts: string[]]>([
  ["is copied", { writeText: async () => {} }, []],
  ["is shown where the browser refuses", { writeText: () => Promise.reject(Error()) }, ["a text"]],
  ["is shown where the page may not write", undefined, ["a text"]],
])("a text %s, and the button says so for two seconds", async (_, clipboard, prompts) => {
  const shown: string[] = [];
  vi.stubGlobal("navigator", { clipboard });
  vi.stubGlobal("prompt", (_title: string, text: string) => shown.push(text));
  await copy("a text");
  expect(shown).toEqual(prompts);
  await vi.advanceTimersByTimeAsync(1999);
  expect(model.copied).toBe("a text");
  await vi.advanceTimersByTimeAsync(1);
  expect(model.copied).toBe("");
});

interface Element {
  props: Record<string, any> & { children?: unknown };
}
const textOf = (node: any): string =>
  typeof node === "object" && node !== null ? textOf(node.props.children) : String(node ?? "");

const now = "2026-01-31T12:00:00.000Z";
test.each<[seconds: number, text: string]>([
  [0, "now"],
  [0.9, "now"],
  [-0.9, "now"],
  [1, "in 1s"],
  [-1.9, "1s ago"],
  [59.9, "in 59s"],
  [60, "in 1m"],
  [-119, "1m ago"],
  [3599, "in 59m"],
  [3600, "in 1h"],
  [-86_399, "23h ago"],
  [86_400, "tomorrow"],
  [-86_400, "yesterday"],
  [2 * 86_400, "in 2d"],
])("what is %d s away is %j", (seconds, text) => {
  model.state = { ...state, clock: { now, mode: "auto" } } as State;
  const at = new Date(Date.parse(now) + seconds * 1000).toISOString();
  const { props } = timeOf(at) as unknown as Element;
  expect([textOf(props.children), props["title"], props["datetime"]]).toEqual([text, at, at]);
});

test.each<[status: string | number | null, text: string, tone: string]>([
  ["completed", "completed", "good"],
  ["failed", "failed", "bad"],
  ["rendering", "rendering", "accent"],
  ["queued", "queued", "undefined"],
  [200, "200", "good"],
  [299, "299", "good"],
  [302, "302", "good"],
  [399, "399", "good"],
  [400, "400", "bad"],
  [499, "499", "bad"],
  [503, "503", "bad"],
  [599, "599", "bad"],
  [199, "199", ""],
  [null, "no response", "bad"],
])("of the state %j the page shows %j, in the tone %j", (status, text, tone) => {
  const { props } = chip(status) as unknown as Element;
  expect(textOf(props.children)).toBe(text);
  const shown = /^chip (?:text-\(--(\w+)\)|(undefined))?/.exec(props["class"])!;
  expect(shown[1] ?? shown[2] ?? "").toBe(tone);
});

test.each([
  ["createHpJob", "Create HP job"],
  ["job-status-values", "Job status values"],
  ["custom-avatar-id", "Custom avatar ID"],
  ["download-url-expiry", "Download URL expiry"],
  ["x-json-type", "X JSON type"],
])("%s is %j", (id, title) => expect(titleOf(id)).toBe(title));

test.each<[job: Partial<JobSummary>, shown: string]>([
  [{ status: "completed" }, ""],
  [{ due_at: null }, "Stalls: it renders until you end it."],
  [{ due_at: null, progress: { done: 0, total: 0 } }, "Waits for the renderer."],
  [{ progress: { done: 2.9, total: 3 } }, "2 of 3 videos 2.9/3"],
  [{}, "Elapsed time 5000/20000"],
])("how far a job of %j is, is shown as %j", (changed, shown) => {
  model.state = { ...state, clock: { now, mode: "auto" } } as State;
  const [changed_at, due_at] = ["2026-01-31T11:59:55.000Z", "2026-01-31T12:00:15.000Z"];
  const bar = progressOf({ status: "rendering", changed_at, due_at, ...changed } as Job);
  const { max, value, title } = (bar as unknown as Element).props ?? {};
  expect(max === undefined ? textOf(bar) : `${title} ${value}/${max}`).toBe(shown);
});

test("of a form, the fields that are filled are sent, numbers as numbers", () => {
  const fields = [
    { name: "effect", type: "select-one", value: "status" },
    { name: "status", type: "number", value: "503" },
    { name: "times", type: "number", value: "0" },
    { name: "retryAfter", type: "number", value: "" },
    { name: "advance", type: "text", value: "90" },
  ];
  let prevented = 0;
  const form = { querySelectorAll: () => fields };
  const given: object[] = [];
  onSubmit(async (filled) => void given.push(filled))({
    ...{ preventDefault: () => prevented++, currentTarget: form },
  } as unknown as SubmitEvent);
  expect(given).toEqual([{ effect: "status", status: 503, times: 0, advance: "90" }]);
  // The browser would leave the page.
  expect(prevented).toBe(1);
});
