/** Each limit to its last unit: just below and just above. Its figure is not taken from where the client has it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { hpJob } from "../../faults/faults.ts";
import { endedStatus } from "../../faults/scenarios.ts";
import { type CallOptions, download, type DownloadOptions } from "../src/index.ts";
import { saveVideos } from "../src/save.ts";
import { failureOf, json, mockFetch, open, status } from "./support.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const url = "https://video.example/video";
const busy = (seconds = 0) => status(503, { "retry-after": String(seconds) });
/** A job, after so many responses that say nothing of it. */
const after = (count: number, response: () => Response) => [
  ...Array.from({ length: count }, response),
  json({ ...hpJob, status: endedStatus }),
];
const page = () => new Response("<h1>One moment</h1>");
const spaces = (count: number) => new Response(`${" ".repeat(count - 18)}{"job_id":"job-1"}`);
/** A response that tells a length, and ends before it. */
const told = (length: number) => new Response("\0", { headers: { "content-length": `${length}` } });

/** Begins to save a job of so many addresses, and gives up at once. */
async function save(count: number): Promise<void> {
  await using folder = await temporaryFolder();
  const output = Array.from({ length: count }, (_, index) => `https://video.example/${index}`);
  const saving = saveVideos({ job_id: "job-1", output }, folder.path, {
    signal: AbortSignal.abort(),
  });
  await saving.catch((error: Error) => {
    if (error.name !== "AbortError") throw error;
  });
}

test.each<[what: string, attempt: (over: number) => Promise<unknown>, failure: object]>([
  [
    "64 MiB of a response",
    (over) => open(spaces(64 * 1024 * 1024 + over)).client.getHpJob("job-1"),
    { name: "SizeLimitError", maxBytes: 67_108_864 },
  ],
  [
    "4 GiB of a download",
    (over) => download(url, { fetch: mockFetch(told(4 * 1024 ** 3 + over)) }),
    { name: "SizeLimitError", maxBytes: 4_294_967_296 },
  ],
  ["10,000 files of a job", (over) => save(10_000 + over), { name: "SaveError" }],
  [
    "five responses in a row that say nothing",
    // A reading between them begins the row anew.
    (over) =>
      open([
        ...Array.from({ length: 5 }, page),
        json(hpJob),
        ...after(5 + over, page),
      ]).client.waitForHpJob("job-1", { intervalMs: 10 }),
    { name: "InvalidResponseError" },
  ],
  [
    "two retries",
    (over) => open(after(2 + over, busy)).client.getHpJob("job-1"),
    { name: "ApiError", attempts: 3 },
  ],
  [
    "a minute that a server asks for",
    (over) => open(after(1, () => busy(60 + over))).client.getHpJob("job-1"),
    { name: "ApiError", attempts: 1 },
  ],
  [
    "half a minute of silence in a download",
    (over) => {
      const begin = () =>
        new Promise<Response>((resolve) => setTimeout(resolve, 29_999 + 2 * over, told(1)));
      return download(url, { fetch: mockFetch(begin), retries: 0 });
    },
    { name: "TimeoutError", limitMs: 30_000 },
  ],
])("%s is allowed, and no more", async (_, attempt, failure) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  for (const over of [0, 1]) {
    const outcome = attempt(over).then(
      () => "done",
      (error: Error) => error,
    );
    await vi.advanceTimersByTimeAsync(90_000);
    if (over === 0) expect(await outcome).toBe("done");
    else expect(await outcome).toMatchObject(failure);
  }
});

test("what is longer than its limit is not kept in the error", async () => {
  const parts = [60, 40].map((length) => new TextEncoder().encode("x".repeat(length)));
  const body = new ReadableStream({
    start(stream) {
      for (const part of parts) stream.enqueue(part);
      stream.close();
    },
  });
  const { client } = open(new Response(body));
  const error = await failureOf(client.getHpJob("job-1", { maxBodyBytes: 99 }));
  expect([error.name, error["text"]]).toEqual(["SizeLimitError", undefined]);
});

test("a message shows the first 200 letters of a body", async () => {
  const { client } = open(new Response("x".repeat(1000), { status: 409 }));
  const { message } = await failureOf(client.getHpJob("job-1"));
  expect(/x+/.exec(message)?.[0]).toHaveLength(200);
});

test.each([
  ...[408, 429, 500, 502, 503, 504].map((code) => [code, true] as const),
  ...[400, 404, 409, 425, 501, 505, 599].map((code) => [code, false] as const),
])("a status of %i may pass: %s", async (code, isSafeToRepeat) => {
  const error = await failureOf(open(status(code), { retries: 0 }).client.getHpJob("job-1"));
  expect(error).toMatchObject({ status: code, isSafeToRepeat });
});

test.each<[Record<string, string>, string | undefined]>([
  [{ "request-id": "second", "x-request-id": "first" }, "first"],
  [{ "request-id": "second" }, "second"],
  [{}, undefined],
])("of %j, the request is named %s", async (headers, requestId) => {
  const error = await failureOf(open(status(409, headers)).client.getHpJob("job-1"));
  expect(error["requestId"]).toBe(requestId);
});

/** How far a service gets before it says nothing more, or goes on for ever, a byte every six seconds. */
const moments: Record<string, { response: () => Promise<Response> | Response; trickles?: true }> = {
  "before the response": { response: () => new Promise<Response>(() => {}) },
  "in the body": { response: () => new Response(new ReadableStream()) },
  "after a part of the body": { response: () => new Response(begunBody("{")) },
  "while its bytes come": { response: () => new Response(trickle()), trickles: true },
};

const begunBody = (text: string) =>
  new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(text)) });

const trickle = () =>
  new ReadableStream({
    async pull(stream) {
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      stream.enqueue(Uint8Array.of(0));
    },
  });

/** When a call has ended by a clock that goes from timer to timer, in milliseconds, and what with. */
async function endOf(start: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const begun = performance.now();
  const call = failureOf(start()).then((error) => ({ error, ms: performance.now() - begun }));
  let ended: Awaited<typeof call> | undefined;
  void call.then((end) => (ended = end));
  while (!ended) await vi.advanceTimersToNextTimerAsync();
  return ended;
}

const never = () => new Promise<string>(() => {});
const mayRun = " It is not sent again: a job may be rendering.";
const unsent = " Nothing was sent: try again.";

describe.each(Object.keys(moments))("%s", (moment) => {
  const { response, trickles } = moments[moment]!;

  test.each<[options: CallOptions, named: string, ms: number]>([
    // Below and above what holds without them, for reads and for creates.
    [{}, "timeoutMs", NaN],
    [{ timeoutMs: 7_000 }, "timeoutMs", 7_000],
    [{ timeoutMs: 300_000 }, "timeoutMs", 300_000],
    [{ timeoutMs: 7_000, deadlineMs: 9_000 }, "timeoutMs", 7_000],
    [{ timeoutMs: 9_000, deadlineMs: 7_000 }, "deadlineMs", 7_000],
    [{ timeoutMs: 900_000, deadlineMs: 300_000 }, "deadlineMs", 300_000],
  ])("with %j, a call names its %s", async (options, named, ms) => {
    for (const [operation, method, usualMs, advice] of [
      ["getHpJob", "GET", 30_000, ""],
      ["createHpJob", "POST", 120_000, mayRun],
    ] as const) {
      for (const [ofClient, ofCall] of [
        [options, {}],
        [{}, options],
      ] as const) {
        const { client } = open(response, { retries: 0, ...ofClient });
        const calls: Record<string, () => Promise<unknown>> = {
          [operation]: () =>
            method === "GET"
              ? client.getHpJob("job-1", ofCall)
              : client.createHpJob({} as never, ofCall),
          [`${method} /x`]: () => client.request(method as "GET", "/x", ofCall),
        };
        for (const [name, start] of Object.entries(calls)) {
          const limitMs = ms || usualMs;
          const end = await endOf(start);
          expect(end.error).toMatchObject({
            ...{ name: "TimeoutError", limit: named, limitMs },
            message: `${name} passed its ${named} of ${limitMs}.${advice}`,
          });
          expect(end.ms).toBe(limitMs);
        }
      }
    }
  });

  test.each<[options: DownloadOptions, named: string, ms: number]>([
    [{}, "idleTimeoutMs", 30_000],
    [{ idleTimeoutMs: 7_000 }, "idleTimeoutMs", 7_000],
    [{ idleTimeoutMs: 90_000 }, "idleTimeoutMs", 90_000],
    [{ idleTimeoutMs: 7_000, deadlineMs: 9_000 }, "idleTimeoutMs", 7_000],
    [{ idleTimeoutMs: 9_000, deadlineMs: 7_000 }, "deadlineMs", 7_000],
    [{ idleTimeoutMs: 900_000, deadlineMs: 300_000 }, "deadlineMs", 300_000],
  ])("with %j, a download names its %s", async (options, named, ms) => {
    const redirect = () => status(302, { location: "/x" });
    for (const responses of [[response], [redirect, response]]) {
      const own = { ...options, baseUrl: url, token: "token-of-the-test", retries: 0 };
      // What is never silent has no other end than the deadline.
      const limits = trickles && named !== "deadlineMs" ? { ...own, deadlineMs: 100_000 } : own;
      const [limit, limitMs] = limits === own ? [named, ms] : (["deadlineMs", 100_000] as const);
      const end = await endOf(async () => {
        const { body } = await download(url, { ...limits, fetch: mockFetch(...responses) });
        await body.pipeTo(new WritableStream());
      });
      expect(end.error).toMatchObject({
        ...{ name: "TimeoutError", limit, limitMs },
        message: `download passed its ${limit} of ${limitMs}.`,
      });
      expect(end.ms).toBe(limitMs);
    }
  });

  test.each([8_000, 2_400_000])(
    "a wait of %i ms names it, and its last poll",
    async (maxWaitMs) => {
      const { client } = open(response);
      const end = await endOf(() => client.waitForHpJob("job-1", { maxWaitMs, timeoutMs: 3e6 }));
      const lastMs = Math.min(5_000, maxWaitMs / 4);
      expect(end.error.message).toMatch(
        new RegExp(
          `^waitForHpJob passed its maxWaitMs of ${maxWaitMs}\\. The job may still be rendering: go on with waitForHpJob\\("job-1"\\)\\. ` +
            `Last poll: getHpJob passed its deadlineMs of ${lastMs}\\.$`,
        ),
      );
      expect(end.error).toMatchObject({
        maxWaitMs,
        cause: { limit: "deadlineMs", limitMs: lastMs },
      });
      expect(end.ms).toBe(maxWaitMs);
    },
  );
});

test.each<[what: string, start: () => Promise<unknown>, message: string]>([
  [
    "a read",
    () => open(json({}), { token: never }).client.getHpJob("job-1"),
    `getHpJob passed its timeoutMs of 30000.${unsent}`,
  ],
  [
    "a create",
    () => open(json({}), { token: never, deadlineMs: 7_000 }).client.createHpJob({} as never),
    `createHpJob passed its deadlineMs of 7000.${unsent}`,
  ],
  [
    "a download",
    () => download(url, { baseUrl: url, token: never, retries: 0, fetch: mockFetch(told(1)) }),
    `download passed its idleTimeoutMs of 30000.${unsent}`,
  ],
  [
    "a download with a deadline",
    () =>
      download(url, {
        ...{ baseUrl: url, token: never, deadlineMs: 7_000, fetch: mockFetch(told(1)) },
      }),
    `download passed its deadlineMs of 7000.${unsent}`,
  ],
])("a token that never comes: %s names its limit", async (_, start, message) => {
  expect((await endOf(start)).error.message).toBe(message);
});

/** Each option with a number, and where its values below and above the default are tried. */
const numbers: Record<string, (value: number) => Promise<unknown>> = {
  retries: async (value) => {
    const { client, sent } = open(() => status(503));
    await endOf(() => client.getHpJob("job-1", { retries: value }));
    return sent.length - 1;
  },
  intervalMs: async (value) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const at: number[] = [];
    const note = () => {
      at.push(performance.now());
      return json(hpJob);
    };
    const { client } = open(note);
    await endOf(() => client.waitForHpJob("job-1", { intervalMs: value, maxWaitMs: 600_000 }));
    return at[1]! - at[0]!;
  },
  maxBodyBytes: (value) =>
    sizeTaken(value, (bytes) =>
      open(spaces(bytes)).client.getHpJob("job-1", { maxBodyBytes: value }),
    ),
  maxBytes: (value) =>
    sizeTaken(value, (bytes) => download(url, { maxBytes: value, fetch: mockFetch(told(bytes)) })),
};

/** The limit, if so many bytes are taken, and no more. */
async function sizeTaken(limit: number, take: (bytes: number) => Promise<unknown>) {
  await take(limit);
  const { name, message, maxBytes } = await failureOf(take(limit + 1));
  expect([name, message]).toEqual(["SizeLimitError", expect.stringMatching(` of ${limit}\\.$`)]);
  return maxBytes;
}

/** Those that the moments above try. */
const limitsOfTime = ["timeoutMs", "deadlineMs", "idleTimeoutMs", "maxWaitMs"];

/** The options of which the documentation names a number that holds without them. */
async function readDefaults(): Promise<[option: string, value: number][]> {
  const files = ["options", "download", "wait", "save"].map((file) =>
    readFile(join(import.meta.dirname, `../src/${file}.ts`), "utf8"),
  );
  const found = (await Promise.all(files))
    .join("\n")
    .matchAll(/@default (\d+|Infinity)\b[^]*?\*\/\s+(\w+)\?:/g);
  return Array.from(found, ([, value, option]) => [option!, Number(value)]);
}
const defaults = await readDefaults();

test("each option with a number is tried on both sides of it", () => {
  const options = defaults.map(([option]) => option);
  expect(options.toSorted()).toEqual([...limitsOfTime, ...Object.keys(numbers)].toSorted());
});

test.each(defaults.filter(([option]) => option in numbers))(
  "%s takes what is below and above its default, %d",
  async (option, usual) => {
    // A pause that is longer than the longest of its own is kept.
    const above = usual < 10 ? usual + 3 : Math.max(usual + 2_000, 40_000);
    for (const value of [Math.ceil(usual / 2_000), above])
      expect(await numbers[option]!(value)).toBe(value);
  },
);
