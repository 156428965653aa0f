/** Each limit to its last unit: just below and just above. Its figure is not taken from where the client has it. */
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { hpJob } from "../../faults/faults.ts";
import { endedStatus } from "../../faults/scenarios.ts";
import { download } from "../src/index.ts";
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
