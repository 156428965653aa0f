/** Each limit to its last unit, and what each option about attempts changes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Responder, sendJson } from "../../faults/fault-server.ts";
import { type Client, JobWaitTimeoutError } from "../../typescript/src/index.ts";
import type { Connection } from "../src/connect.ts";
import { createOnce, startProgress, type UnseenCreate } from "../src/mcp.ts";
import { listTools, type Tool } from "../src/mcp-tools.ts";
import { printable } from "../src/print.ts";
import { describeSize, parseDuration } from "../src/quantities.ts";
import { createProgress } from "../src/terminal.ts";
import { runAgainst, runCommand } from "./support/run-command.ts";

/** A text of so many bytes, or of one more, that begins and ends so. */
const fill = (bytes: number, start: string, letter: string, end: string) =>
  start + letter.repeat(bytes - start.length - end.length) + end;

const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const anchors = (count: number) => `a: &a 1\nb: [${Array<string>(count).fill("*a").join(", ")}]\n`;

describe("a body may", () => {
  const dryRun = ["hp", "create", "--file", "-", "--dry-run", "--no-check"];
  test.each<[what: string, input: (over: number) => string, says: string]>([
    [
      "have 4 MiB",
      (over) => fill(4 * 1024 * 1024 + over, '{"a":"', "x", '"}'),
      "is larger than 4194304 bytes",
    ],
    ["be nested 100 deep", (over) => nested(100 + over), "is nested more than 100 deep"],
    ["repeat an alias 99 times", (over) => anchors(99 + over), "alias"],
  ])("%s, and no more", async (_, input, says) => {
    expect(await runCommand(dryRun, { input: input(0) })).toMatchObject({ exitCode: 0 });
    const { exitCode, messages } = await runCommand(dryRun, { input: input(1) });
    expect([exitCode, messages]).toEqual([2, expect.stringContaining(says)]);
  });
});

const voices: Responder = (response) => response.end('{"voices_list":[]}');

test.each([
  ["--token-file", "", (bytes: number) => fill(bytes, "token-of-the-file", " ", "\n")],
  ["--header", "@", (bytes: number) => fill(bytes, "x-a: b\n", "\n", "\n")],
])("%s takes a file of 64 KiB, and no larger one", async (flag, sign, make) => {
  await using folder = await temporaryFolder();
  for (const over of [0, 1]) {
    const file = await folder.write("secret", make(64 * 1024 + over));
    const words = ["voices", "list", flag, sign + file];
    const { exitCode, messages, received } = await runAgainst(voices, words);
    expect([exitCode, received.length]).toEqual(over === 0 ? [0, 1] : [2, 0]);
    expect(messages).toContain(over === 0 ? "" : "is larger than 65536 bytes");
  }
});

test.each<[words: string[], requests: number, says: RegExp]>([
  [["--retries", "0"], 1, /Status +503/],
  [["--retries", "1"], 2, /Status +503/],
  [[], 3, /Status +503/],
])("with %j a read is sent %i times", async (words, requests, says) => {
  const busy: Responder = (response) => sendJson(response, {}, 503);
  const { messages, received } = await runAgainst(busy, ["voices", "list", ...words]);
  expect(messages).toMatch(says);
  expect(received).toHaveLength(requests);
});

test.each<[words: string, says: string, attempts: number]>([
  ["--deadline 50ms", "passed --deadline of 0.05s", 1],
  ["--timeout 50ms --retries 1", "passed --timeout of 0.05s", 2],
])("%s: a call that hangs %s", async (words, says, attempts) => {
  const read = ["voices", "list", "--verbose", ...words.split(" ")];
  const { exitCode, messages } = await runAgainst(() => {}, read);
  expect([exitCode, messages]).toEqual([4, expect.stringContaining(says)]);
  expect(messages.match(/^> GET/gm)).toHaveLength(attempts);
});

test("a receipt keeps the first 4,000 letters of what was said in its place", async () => {
  await using folder = await temporaryFolder();
  const refuse: Responder = (response) => void response.writeHead(500).end("x".repeat(5000));
  const input = JSON.stringify(hpRequest());
  const words = ["hp", "create", "--file", "-", "--yes", "--receipts", folder.path];
  await runAgainst(refuse, words, { input });
  const { output } = await runCommand(["jobs", "--receipts", folder.path]);
  expect(JSON.parse(output).jobs[0].response).toBe("x".repeat(4000));
});

test("of half a response, an error shows the first 200 letters", async () => {
  const breakOff: Responder = (response) =>
    response.writeHead(201).write("x".repeat(1_000), () => response.socket?.destroySoon());
  const input = JSON.stringify(hpRequest());
  const words = ["hp", "create", "--file", "-", "--yes", "--no-receipts"];
  const { messages } = await runAgainst(breakOff, words, { input });
  expect(/Received +(x+)$/m.exec(messages)?.[1]).toHaveLength(200);
});

test("a pause that a server asks for is told in seconds, and one of the client in milliseconds", async () => {
  const busy: Responder = (response) =>
    void response.writeHead(503, { "retry-after": "90" }).end("{}");
  const { messages } = await runAgainst(busy, ["voices", "list"]);
  expect(messages).toMatch(/^ +Wait +90 s are asked for$/m);
  const busyOnce: Responder = (response, count, request) =>
    count === 1 ? sendJson(response, {}, 503) : voices(response, count, request);
  const again = await runAgainst(busyOnce, ["voices", "list", "--verbose"]);
  const pauseMs = Number(/^ +again in (\d+) ms$/m.exec(again.messages)?.[1]);
  expect(pauseMs).toBeGreaterThanOrEqual(375);
  expect(pauseMs).toBeLessThanOrEqual(500);
});

test.each<[words: string[], output: string]>([
  [[], '{\n  "voices_list": []\n}\n'],
  [["--format", "json"], '{\n  "voices_list": []\n}\n'],
  [["--format", "jsonl"], ""],
])("a list is printed by %j as %j", async (words, output) => {
  expect(await runAgainst(voices, ["voices", "list", ...words])).toMatchObject({ output });
});

test.each([1_999, 2_000, 2_001])(
  "a result that is nested %i deep is printed with its numbers as they came",
  async (depth) => {
    const nested = `${"[".repeat(depth - 1)}7.0${"]".repeat(depth - 1)}`;
    const send: Responder = (response) => void response.end(`{"job_id":"1","output":${nested}}`);
    const { exitCode, output } = await runAgainst(send, ["hp", "get", "1"]);
    expect([exitCode, output.includes("7.0")]).toEqual([0, true]);
    // Deeper, it is printed as it came, in one line.
    expect(output.split("\n").length > 2).toBe(depth <= 2_000);
  },
);

describe("the tools of an agent", () => {
  const connection = { baseUrl: "https://example.com/", token: "token-of-the-agent" } as Connection;
  const context = { signal: new AbortController().signal, tell() {} };
  const toolsWith = (receipts: string, client = {}): Record<string, Tool> => {
    const session = {
      connection: { ...connection, client: client as Client },
      allowsCreate: true,
      receipts,
      downloads: "/x",
      notify() {},
    };
    return Object.fromEntries(listTools(session).map((tool) => [tool.name, tool]));
  };

  test("list the last 50 jobs", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "jobs.jsonl");
    const line = (base_url: string) => (_: unknown, index: number) =>
      JSON.stringify({ create: `${base_url}${index}`, base_url, job_id: `${index}` });
    const own = Array.from({ length: 51 }, line("https://example.com"));
    // Those of other services are not told.
    const others = ["https://example.com:444", "https://example.com/v2", "http://example.com"];
    await writeFile(file, [...own, ...others.map((each) => line(each)(0, 99))].join("\n"));
    const { text } = await toolsWith(file)["list_started_jobs"]!.call({}, context);
    const { jobs } = JSON.parse(text) as { jobs: { job_id: string }[] };
    expect([jobs.length, jobs[0]?.job_id, jobs.at(-1)?.job_id]).toEqual([50, "50", "1"]);
  });

  /** A client that notes how it is called, and responds so. */
  function clientThat(job: object) {
    const seen: Record<string, unknown> = {};
    const note =
      (name: string) =>
      (...args: unknown[]) => {
        seen[name] = (args.at(-1) as { signal?: AbortSignal }).signal;
        const response = Promise.resolve(job);
        return Object.assign(response, {
          withResponse: () => Promise.resolve({ data: job, text: JSON.stringify(job) }),
        });
      };
    return { seen, client: new Proxy({}, { get: (_, name) => note(String(name)) }) };
  }

  test("hand on that a host gave up, but for what starts a job", async () => {
    await using folder = await temporaryFolder();
    const receipts = join(folder.path, "jobs.jsonl");
    const { seen, client } = clientThat({ job_id: "job-1", output: {} });
    for (const { name, does, call } of Object.values(toolsWith(receipts, client))) {
      for (const method of Object.keys(seen)) delete seen[method];
      const args = does === "create" ? hpRequest() : { job_id: "job-1" };
      await call({ ...args }, context);
      const signal = does === "create" ? undefined : context.signal;
      for (const [method, given] of Object.entries(seen))
        expect([name, method, given]).toEqual([name, method, signal]);
      if (name !== "list_started_jobs") expect(Object.keys(seen), name).toHaveLength(1);
    }
  });

  test("save nothing more for a host that gave up, and say what is no video", async () => {
    const controller = new AbortController();
    const { client } = clientThat({ job_id: "job-1", output: ["https://example.com/1"] });
    controller.abort("gone");
    const save = toolsWith("/x", client)["save_videos"]!;
    await expect(
      save.call({ job_id: "job-1" }, { ...context, signal: controller.signal }),
    ).rejects.toThrow(/abort|cannot be made/i);
    const none = toolsWith("/x", clientThat({ job_id: "job-1", output: {} }).client)[
      "save_videos"
    ]!;
    expect(await none.call({ job_id: "job-1" }, context)).toMatchObject({ isError: true });
  });

  test("tell the status of each poll, and give the last; none is a failure", async () => {
    const said: string[] = [];
    const over = Object.assign(Object.create(JobWaitTimeoutError.prototype) as Error, {
      name: "JobWaitTimeoutError",
    });
    type Options = { maxWaitMs: number; onUpdate: (job: object, received: object) => void };
    const limits: number[] = [];
    const wait = (statuses: string[]) =>
      toolsWith("/x", {
        waitForHpJob(_: string, { maxWaitMs, onUpdate }: Options) {
          limits.push(maxWaitMs);
          for (const status of statuses) onUpdate({ status }, { text: status });
          return Promise.reject(over);
        },
      })["wait_for_hp_job"]!;
    const tell = (message: string) => void said.push(message);
    const told = await wait(["queued", "rendering"]).call(
      { job_id: "1", max_seconds: 7 },
      { ...context, tell },
    );
    expect(told).toEqual({ text: "rendering" });
    expect(said).toEqual(['The status is "queued".', 'The status is "rendering".']);
    await expect(wait([]).call({ job_id: "1" }, context)).rejects.toBe(over);
    expect(limits).toEqual([7_000, 30_000]);
  });

  test("wait for at most 50 seconds, and for 30 if they are not told", () => {
    const { properties } = toolsWith("/x")["wait_for_hp_job"]!.schema as unknown as {
      properties: Record<string, object>;
    };
    expect(properties["max_seconds"]).toEqual({
      ...{ type: "integer", minimum: 1, maximum: 50, default: 30 },
    });
  });

  /** For each argument that has a default: values below and above it, and what the service is asked with then. */
  const argumentsWithDefault: Record<string, { values: unknown[]; asked: object[] }> = {
    "wait_for_hp_job max_seconds": {
      values: [1, 29, 31, 50],
      asked: [1_000, 29_000, 31_000, 50_000].map((maxWaitMs) => ({ maxWaitMs })),
    },
  };

  test("take each argument that has a default at the values below and above it", async () => {
    const given: object[] = [];
    const tools = toolsWith("/x", {
      waitForHpJob(_: string, options: { onUpdate: (job: object, received: object) => void }) {
        given.push(options);
        options.onUpdate({}, { text: "" });
        return Promise.resolve({});
      },
    });
    const found = Object.values(tools).flatMap(({ name, does, schema }) =>
      does === "create"
        ? []
        : Object.entries(schema["properties"] ?? {})
            .filter(([, property]) => "default" in (property as object))
            .map(([argument]) => `${name} ${argument}`),
    );
    expect(found).toEqual(Object.keys(argumentsWithDefault));
    for (const [place, { values, asked }] of Object.entries(argumentsWithDefault)) {
      const [name = "", argument = ""] = place.split(" ");
      given.length = 0;
      for (const value of values)
        await tools[name]!.call({ job_id: "1", [argument]: value }, context);
      expect(given, place).toMatchObject(asked);
    }
  });
});

describe("a host that asks for it", () => {
  afterEach(() => vi.useRealTimers());

  test("is told every three seconds how far a call is, until it ends", () => {
    vi.useFakeTimers();
    const notify = vi.fn<(told: object) => Promise<void>>().mockResolvedValue();
    const progress = startProgress({ title: "Wait" }, {
      _meta: { progressToken: 7 },
      notify,
    } as never);
    vi.advanceTimersByTime(3_000);
    progress.tell("The status is new.");
    vi.advanceTimersByTime(6_000);
    progress.stop();
    vi.advanceTimersByTime(60_000);
    expect(notify.mock.calls.map(([told]) => told)).toMatchObject(
      ["Wait (3 s)", "The status is new. (6 s)", "The status is new. (9 s)"].map(
        (message, index) => ({
          method: "notifications/progress",
          params: { progressToken: 7, progress: index + 1, message },
        }),
      ),
    );
    startProgress({ title: "Wait" }, { notify } as never);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("of several creates that nobody saw the end of, each is given once, to who asks for the same again", async () => {
  const unseen: UnseenCreate[] = [];
  const gone = { signal: AbortSignal.abort() };
  const here = { signal: new AbortController().signal };
  let count = 0;
  const create = (name: string, field: string, context: typeof gone) =>
    createOnce({ name }, { field }, context, unseen, () =>
      Promise.resolve({ text: `${name} ${field} ${++count}`, isError: false }),
    ).then(({ text }) => text);
  for (const [name, field] of [
    ["a", "x"],
    ["b", "x"],
    ["a", "y"],
  ] as const)
    await create(name, field, gone);
  // Another tool with the same fields is another job, and so is what is asked for after its outcome was seen.
  const asked = [
    ["b", "x"],
    ["b", "x"],
    ["a", "y"],
    ["a", "x"],
    ["a", "x"],
    ["a", "y"],
  ] as const;
  const given: string[] = [];
  for (const [name, field] of asked) given.push(await create(name, field, here));
  expect(given).toEqual(["b x 2", "b x 4", "a y 3", "a x 1", "a x 5", "a y 6"]);
});

test("an outcome that two have waited for is seen by both, and no other one is", async () => {
  const other = { tool: "b", args: {}, outcome: Promise.resolve({ text: "b", isError: false }) };
  const unseen: UnseenCreate[] = [other];
  const { promise, resolve } = Promise.withResolvers<Awaited<UnseenCreate["outcome"]>>();
  const here = { signal: new AbortController().signal };
  const both = [1, 2].map(() => createOnce({ name: "a" }, {}, here, unseen, () => promise));
  resolve({ text: "a", isError: false });
  expect((await Promise.all(both)).map(({ text }) => text)).toEqual(["a", "a"]);
  expect(unseen).toEqual([other]);
});

test.each<[first: number, last: number]>([
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe0fff],
])("no letter from %i to %i reaches a terminal as it is, and those around it do", (first, last) => {
  const isShown = (code: number) => {
    const letter = String.fromCodePoint(code);
    return printable(letter) === letter;
  };
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  expect(codes.filter(isShown)).toEqual([]);
  const around = [first - 1, last + 1].filter((code) => code > 0);
  expect(around.filter((code) => !isShown(code))).toEqual([]);
});

test.each([
  [0, "0 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1.0 KiB"],
  [1_587, "1.5 KiB"],
  [1_024 ** 2, "1.0 MiB"],
  [3.25 * 1_024 ** 3, "3.3 GiB"],
  [5_000 * 1_024 ** 3, "5000.0 GiB"],
])("%i bytes are %s for people", (bytes, shown) => {
  expect(describeSize(bytes)).toBe(shown);
});

test.each<[text: string, ms: number | undefined]>([
  ["250ms", 250],
  ["30s", 30_000],
  ["20m", 1_200_000],
  ["1.5h", 5_400_000],
  ["0s", undefined],
  ["30", undefined],
  ["-1s", undefined],
  ["1d", undefined],
  [" 1s", undefined],
  ["1s ", undefined],
  ["1e3s", undefined],
])("%j as a duration is %s ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test("a line of progress shows 70 letters", () => {
  let shown = "";
  const progress = createProgress({
    ...{ isTerminal: true, env: {}, notify: (text: string) => void (shown += text) },
  } as Parameters<typeof createProgress>[0]);
  progress.show("x".repeat(100));
  expect(shown).toBe(`\r\u001b[2K… ${"x".repeat(70)}`);
  // It is taken away once.
  shown = "";
  progress.clear();
  progress.clear();
  expect(shown).toBe("\r\u001b[2K");
});
