/** Each cell of the emulator's page, without a browser: no two values of what is shown are the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import type { Job, JobSummary, LoggedRequest, State } from "../page/model.ts";

// The page asks where it is as soon as it is loaded.
vi.stubGlobal("location", { pathname: "/s/one/emulator", hash: "" });
afterAll(() => void vi.unstubAllGlobals());
const { page } = await import("../page/frame.ts");
const { model } = await import("../page/model.ts");

interface Element {
  type: string;
  props: Record<string, unknown> & { children?: unknown };
}

const blocks = [
  "tr",
  "p",
  "li",
  "h1",
  "h2",
  "h3",
  "div",
  "option",
  "pre",
  "label",
  "section",
  "td",
];
const told = ["href", "title", "aria-label", "aria-current", "aria-pressed", "name"];
const ofFields = ["value", "defaultValue", "placeholder", "selected", "max", "src", "poster"];

/** What stands on the page, a line for each block: `{button title=Waits} Send`. */
function readable(node: unknown): string {
  if (Array.isArray(node)) return node.map(readable).join("");
  if (typeof node !== "object" || node === null)
    return typeof node === "string" || typeof node === "number" ? String(node) : "";
  const { type, props } = node as Element;
  const values = [...told, ...ofFields].flatMap((name) => {
    const value = props[name];
    return value === undefined || value === null || value === false
      ? []
      : [`${name}=${String(value)}`];
  });
  const tone = /text-\(--(\w+)\)/.exec(String(props["class"] ?? ""))?.[1];
  const marks = [...values, ...(tone ? [tone] : [])];
  const mark =
    ["button", "mark"].includes(type) || marks.length > 0 ? `{${[type, ...marks].join(" ")}} ` : "";
  const inner = readable(props.children);
  const text = mark + (type === "code" ? `\`${inner}\`` : inner);
  return blocks.includes(type) ? `\n${text}\n` : ` ${text} `;
}

const initial = structuredClone(model);

/** What the page shows of a model: the bars, and below them the section. */
function show(changed: Partial<typeof model>): string[] {
  const known = { state, seen: 1234, jobs: [rendering, ended], requests };
  Object.assign(model, structuredClone(initial), known, changed);
  const parts = [page()].flat() as unknown[];
  return parts.map((part) =>
    readable(part)
      .split("\n")
      .map((line) => line.replace(/\s+/g, " ").trim())
      .filter(Boolean)
      .join("\n"),
  );
}

const state = {
  ...{
    url: "http://127.0.0.1:8080/s/one",
    seed: 42,
    token: "a-token",
    site: "http://127.0.0.1:3000/",
  },
  clock: { now: "2026-01-31T12:00:00.000Z", mode: "auto" },
  ...{ jobs: 1234, requests: 205, faults: 2, gaps: 3 },
} as State;

const ended: JobSummary = {
  ...{ id: "job-1", name: "Spring", sequence: 1, operation: "createHpJob", status: "completed" },
  ...{ created_at: "2026-01-31T11:00:00.000Z", changed_at: "2026-01-31T11:30:00.000Z" },
  ...{ due_at: null, progress: null, error: "Row 3 is empty.", video_count: 4, failed_count: 5 },
};

const rendering: JobSummary = {
  ...{ id: "job-2", name: "createLipsyncVideo", sequence: 2, operation: "createLipsyncVideo" },
  ...{ status: "rendering", error: null, video_count: 0, failed_count: 0 },
  ...{ created_at: "2026-01-31T11:59:50.000Z", changed_at: "2026-01-31T11:59:52.000Z" },
  ...{ due_at: "2026-01-31T12:00:12.000Z", progress: null },
};

const job: Job = {
  ...ended,
  ...{ input: { project_name: "Spring", music: true }, output: { found: 6 } },
  rows: [
    { index: 7, texts: ["Ada", "Berlin"] },
    { index: 8, error: "Cell B9 is a date." },
  ] as unknown as NonNullable<Job["rows"]>,
  history: [
    { status: "rendering", at: "2026-01-31T11:10:00.000Z" },
    { status: "completed", at: "2026-01-31T11:20:00.000Z" },
  ],
  videos: [
    {
      ...{ row: 7, url: "http://other.example/v/7.mp4", poster: "http://other.example/v/7.jpg" },
      ...{ expires_at: "2026-02-01T12:00:00.000Z", fidelity: "composition" },
      ...{ warning: "Cut at the end.", error: null },
    },
    {
      ...{ row: 8, url: null, poster: null, expires_at: null, fidelity: null },
      ...{ warning: null, error: "Not rendered." },
    },
    {
      ...{ row: null, url: "http://other.example/v/9.mp4", poster: null },
      ...{ expires_at: "2026-01-31T12:30:00.000Z", fidelity: "speech" },
      ...{ warning: null, error: null },
    },
  ],
} as Job;

const requests: LoggedRequest[] = [
  {
    ...{ id: 12, at: "2026-01-31T11:58:00.000Z", method: "POST", url: "/api/hp_job?a=1" },
    ...{ operation: "createHpJob", status: 422, reason: "Two fields are wrong." },
    ...{ played: ["error-body=html", "rate-limits=strict"] },
    headers: { authorization: "Bearer a-token", accept: "*/*", host: "a.example" },
    body: { music: "yes", list: [1, { "a/b": null }] },
    response: {
      mediaType: "application/json",
      body: {
        errors: [
          { pointer: "/music", detail: "Expected boolean." },
          { pointer: "/project_name", detail: "Missing." },
          { pointer: "/list/1/a~1b", detail: "Not null." },
        ],
      },
    },
  },
  {
    ...{ id: 11, at: "2026-01-31T11:57:00.000Z", method: "GET", url: "/api/nothing" },
    ...{ operation: null, status: null, fault: "reset", headers: {}, body: null, response: null },
  },
];

const operations = [
  {
    ...{ id: "createHpJob", method: "post", path: "/api/hp_job" },
    examples: { as_variables: { music: true }, as_text: { music: false } },
  },
  { id: "getHpJob", method: "get", path: "/api/hp_job/{job_id}", examples: {} },
] as unknown as typeof model.operations;

const draft = { operation: "createHpJob", example: "as_text", body: "{}", job: "" };

const surfaces: Record<string, Partial<typeof model>> = {
  jobs: {},
  "jobs of which newer ones have come": { before: 9, seen: 1230, text: "Spring" },
  "no jobs": { jobs: [] },
  "no job with the text": { jobs: [], text: "Autumn" },
  "a job that stalls": { jobs: [{ ...rendering, due_at: null }] },
  "a job that waits": { jobs: [{ ...rendering, progress: { done: 0, total: 0 } }] },
  "a job by its videos": { jobs: [{ ...rendering, progress: { done: 2.6, total: 9 } }] },
  "one job": { chosen: "job-1", detail: job },
  "one job whose last video is played": { chosen: "job-1", detail: job, video: 2 },
  "one job that renders": {
    ...{ chosen: "job-2" },
    detail: { ...job, ...rendering, videos: [], rows: null, output: null } as Job,
  },
  requests: { section: "requests", seen: 204 },
  "one request": { section: "requests", chosen: "12", detail: requests[0]! },
  "one request without a response": { section: "requests", chosen: "11", detail: requests[1]! },
  send: { section: "send", operations, draft },
  "send a read": {
    ...{ section: "send", operations, sent: requests[1]! },
    draft: { operation: "getHpJob", example: "", body: "", job: "job-2" },
  },
  faults: {
    ...{ section: "faults", operations },
    faults: [
      { id: "f1", effect: "delay", delayMs: 2000, maxDelayMs: 3000, left: 2, times: 9 },
      {
        ...{ id: "f2", effect: "status", status: 503, retryAfter: 7, operation: "createHpJob" },
        ...{ jobId: "job-1", left: null, probability: 0.25 },
      },
    ],
  },
  "no faults": { section: "faults", effect: "reset" },
  gaps: {
    section: "gaps",
    gaps: [
      {
        ...{ gap: "error-body", played: "html" },
        behaviours: [
          { name: "html", says: "Errors are pages.", breaksContract: true },
          { name: "empty", says: "Errors are empty.", breaksContract: false },
        ],
      },
      {
        ...{ gap: "job-status-values", played: null },
        behaviours: [{ name: "queued", says: "Jobs wait first.", breaksContract: false }],
      },
    ],
  },
  clock: { section: "clock" },
  "a clock that stands still": {
    ...{ section: "clock", problem: "Refused." },
    state: { ...state, clock: { ...state.clock, mode: "manual" } },
  },
  assumptions: {
    section: "assumptions",
    assumptions: [
      {
        id: "a-1",
        closes: "job-status-values",
        because: "It is `short`.",
        decides: ["One.", "Two `b`."],
      },
    ],
  },
  "an emulator that does not respond": { state: null, connection: "It does not respond." },
};

const expected = parse(
  readFileSync(join(import.meta.dirname, "page-cells.yaml"), "utf8"),
) as Record<string, string>;

test("every section is looked at", () => {
  expect(Object.keys(expected)).toEqual(["bars", "bars of little", ...Object.keys(surfaces)]);
});

test.each(Object.keys(surfaces))("each cell of %s shows what it is named for", (surface) => {
  expect(show(surfaces[surface]!).at(-1)).toBe(expected[surface]?.trim());
});

test("the bars lead to each section, and count what is in it and what is on", () => {
  expect(show({})[0]).toBe(expected["bars"]?.trim());
  const little = { ...state, site: null, jobs: 0, faults: 0, gaps: 0 };
  const clock = { ...state.clock, mode: "manual" as const };
  expect(show({ section: "gaps", state: { ...little, clock } })[0]).toBe(
    expected["bars of little"]?.trim(),
  );
});

test("a list of a hundred leads to older ones", () => {
  const jobs = (count: number) => Array.from({ length: count }, () => ended);
  expect(show({ jobs: jobs(99) })[1]).not.toContain("Older");
  expect(show({ jobs: jobs(100) })[1]).toMatch(/\{button\} Older$/);
});

/** The buttons of a part of the page. */
function buttonsOf(node: unknown): { label: string; click: () => unknown }[] {
  if (Array.isArray(node)) return node.flatMap(buttonsOf);
  if (typeof node !== "object" || node === null) return [];
  const { type, props } = node as Element;
  const click = props["onClick"] as (() => unknown) | undefined;
  const label = readable(props.children).replace(/\s+/g, " ").trim();
  return type === "button" && click ? [{ label, click }] : buttonsOf(props.children);
}

const base = "/s/one/emulator";
const ofBars = [
  `+ 10 s: PATCH ${base}/clock {"advance":"10s"}`,
  `+ 2 min: PATCH ${base}/clock {"advance":"2m"}`,
  `Finish all jobs: POST ${base}/finish`,
];

test.each<[surface: string, calls: string[]]>([
  [
    "one job",
    [
      `Retry the failed rows: PATCH ${base}/jobs/job-1 {"status":"rendering"}`,
      `Fail: PATCH ${base}/jobs/job-1 {"status":"failed"}`,
    ],
  ],
  [
    "one job that renders",
    [
      `Complete: PATCH ${base}/jobs/job-2 {"status":"completed"}`,
      `Fail: PATCH ${base}/jobs/job-2 {"status":"failed"}`,
    ],
  ],
  ["faults", [`Remove: DELETE ${base}/faults/f1`, `Remove: DELETE ${base}/faults/f2`]],
  [
    "gaps",
    [
      `As assumed: DELETE ${base}/gaps/error-body`,
      `html *: PUT ${base}/gaps/error-body {"behaviour":"html"}`,
      `empty: PUT ${base}/gaps/error-body {"behaviour":"empty"}`,
      `As assumed: DELETE ${base}/gaps/job-status-values`,
      `queued: PUT ${base}/gaps/job-status-values {"behaviour":"queued"}`,
    ],
  ],
  [
    "clock",
    [
      `Stop the clock: PATCH ${base}/clock {"mode":"manual"}`,
      `Forget all jobs, faults and requests: POST ${base}/reset`,
    ],
  ],
  ["a clock that stands still", [`Start the clock: PATCH ${base}/clock {"mode":"auto"}`]],
])("each button of %s asks for what it says", async (surface, calls) => {
  show(surfaces[surface]!);
  const buttons = buttonsOf(page()).filter(({ label }) => !/^Copy|▶/.test(label));
  const sent: string[] = [];
  vi.stubGlobal("fetch", (address: string, { method, body }: { method: string; body?: string }) => {
    if (method !== "GET") sent.push(`${method} ${address}${body ? ` ${body}` : ""}`);
    return Promise.resolve(new Response("{}"));
  });
  const asked: string[] = [];
  for (const { label, click } of buttons) {
    await click();
    asked.push(`${label}: ${sent.splice(0).join()}`);
  }
  const both = [...ofBars, ...calls];
  expect(asked.slice(0, both.length)).toEqual(both);
});
