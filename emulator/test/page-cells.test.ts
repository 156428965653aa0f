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
/** Looks, and what reacts. What else an element has is told. */
const untold = /^(children|class|style|key|on[A-Z]\w*|datetime|width|rows)$/;

/** What stands on the page, a line for each block: `{button title=Waits} Send`. */
function readable(node: unknown): string {
  if (Array.isArray(node)) return node.map(readable).join("");
  if (typeof node !== "object" || node === null)
    return typeof node === "string" || typeof node === "number" ? String(node) : "";
  const { type, props } = node as Element;
  const values = Object.entries(props).flatMap(([name, value]) =>
    untold.test(name) || value === undefined || value === null || value === false
      ? []
      : [`${name}=${String(value)}`],
  );
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
  Object.assign(model, structuredClone({ ...initial, ...known, ...changed }));
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
    ...{ id: "createHpJob", method: "POST", path: "/api/hp_job" },
    examples: { as_variables: { music: true }, as_text: { music: false } },
  },
  { id: "getHpJob", method: "GET", path: "/api/hp_job/{job_id}", examples: {} },
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
  "one job without failed rows": {
    ...{ chosen: "job-1", jobs: [{ ...ended, failed_count: 0, video_count: 1 }] },
    ...{ detail: { ...job, failed_count: 0, videos: [job.videos[2]!], rows: null } },
    copied: JSON.stringify(job.input, null, 2),
  },
  "a job with one failed row": { jobs: [{ ...ended, failed_count: 1, video_count: 1 }] },
  "older jobs, and none that is new": { before: 9, jobs: [ended] },
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
  "a clock of an emulator that has gone": {
    ...{ section: "clock", connection: "It does not respond.", problem: "Refused." },
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

const readRecord = (name: string) =>
  parse(readFileSync(join(import.meta.dirname, name), "utf8")) as Record<string, string>;
const expected = readRecord("page-cells.yaml");

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

test("a body is shown as it is indented, and copied so", () => {
  const value = { list: [1, { name: "Ada" }], none: {} };
  const detail = { ...job, input: value };
  const parts = (node: unknown): unknown[] => {
    if (Array.isArray(node)) return node.flatMap(parts);
    if (typeof node !== "object" || node === null) return [node ?? ""];
    return parts((node as Element).props.children);
  };
  show({ chosen: "job-1", detail });
  const pre = (node: unknown): unknown[] => {
    if (Array.isArray(node)) return node.flatMap(pre);
    if (typeof node !== "object" || node === null) return [];
    return (node as Element).type === "pre" ? [node] : pre((node as Element).props.children);
  };
  const text = parts(pre(page())[0]).join("").trimEnd();
  expect(text).toBe(JSON.stringify(value, null, 2).replace("{}", "{\n  }"));
});

test("a list of a hundred leads to older ones", () => {
  const jobs = (count: number) => Array.from({ length: count }, () => ended);
  expect(show({ jobs: jobs(99) })[1]).not.toContain("Older");
  expect(show({ jobs: jobs(100) })[1]).toMatch(/\{button\} Older$/);
});

const isOption = (node: unknown): node is Element => (node as Element | null)?.type === "option";

/** The fields of a form, filled: a choice by another one than the page has made. */
function fieldsOf(node: unknown): { name: string; type: string; value: string }[] {
  if (Array.isArray(node)) return node.flatMap(fieldsOf);
  if (typeof node !== "object" || node === null) return [];
  const { type, props } = node as Element;
  if (!["input", "select", "textarea"].includes(type)) return fieldsOf(props.children);
  const [name, kind] = [String(props["name"] ?? "text"), String(props["type"] ?? "text")];
  const typed = kind === "number" ? "7" : `my ${name}`;
  const other = [props.children].flat(9).find((each) => isOption(each) && !each.props["selected"]);
  return [{ name, type: kind, value: other ? String((other as Element).props["value"]) : typed }];
}

/** All that reacts on a part of the page: what it is called, and what is done with it. */
function actsOf(node: unknown): { label: string; act: () => unknown }[] {
  if (Array.isArray(node)) return node.flatMap(actsOf);
  if (typeof node !== "object" || node === null) return [];
  const { type, props } = node as Element;
  const fields = fieldsOf(type === "input" ? node : props.children);
  const acts = ["onClick", "onInput", "onSubmit"].flatMap((name) => {
    const handle = props[name] as ((event: object) => unknown) | undefined;
    if (!handle) return [];
    const event = { preventDefault: () => {}, currentTarget: { querySelectorAll: () => fields } };
    const text = readable(props.children).replace(/\s+/g, " ").trim();
    if (name !== "onInput")
      return [{ label: type === "form" ? "(form)" : text, act: () => handle(event) }];
    // A form hears of each of its fields.
    return fields.map((target) => ({
      label: `[${type === "form" ? target.name : String(props["aria-label"])}]`,
      act: () => handle({ ...event, target }),
    }));
  });
  return [...acts, ...actsOf(props.children)];
}

/** What is read after each act, whatever it was. */
const read = ["state", "detail", "jobs", "requests", "operations", "seen", "copied"];

/** What becomes of each on a surface: what it asks for, and what it changes of the model. */
async function outcomesOf(surface: string): Promise<string[]> {
  vi.useFakeTimers();
  const outcomes: string[] = [];
  const start = () => show({ operations, draft, ...surfaces[surface] });
  start();
  const count = actsOf(page()).length;
  for (let index = 0; index < count; index++) {
    start();
    const { label, act } = actsOf(page())[index]!;
    const before = structuredClone(model) as Record<string, unknown>;
    const done: string[] = [];
    const writeText = async (text: string) => done.push(`copies ${JSON.stringify(text)}`);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit) => {
      const isOfState = address.endsWith("/state");
      if (!isOfState)
        done.push([method, address.replace("/s/one", ""), body ?? []].flat().join(" "));
      const answer = isOfState
        ? state
        : address.includes("?limit")
          ? { requests: [], jobs: [] }
          : {};
      return new Response(JSON.stringify(answer));
    });
    await act();
    await vi.advanceTimersByTimeAsync(0);
    for (const [name, value] of Object.entries(model)) {
      const isSame = JSON.stringify(value) === JSON.stringify(before[name]);
      if (!read.includes(name) && !isSame) done.push(`${name} = ${JSON.stringify(value)}`);
    }
    outcomes.push(`${label}: ${done.join("; ")}`);
  }
  vi.useRealTimers();
  return outcomes;
}

test("whatever can be clicked, filled or sent does what it says", async () => {
  const found: Record<string, string> = {};
  const known = new Set<string>();
  for (const surface of Object.keys(surfaces)) {
    const all = await outcomesOf(surface);
    // The bars do the same above each section.
    const outcomes = all.slice(surface === "jobs" ? 0 : 3).filter((each) => !known.has(each));
    for (const outcome of outcomes) known.add(outcome);
    if (outcomes.length > 0) found[surface] = `${outcomes.join("\n")}\n`;
  }
  expect(found).toEqual(readRecord("page-acts.yaml"));
});
