import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient, type HpJob, type JobWaitTimeoutError } from "../src/index.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch, type MockAnswer } from "./mock-fetch.ts";

const intervalMs = 5;

function open(...answers: MockAnswer[]) {
  const fetch = mockFetch(...answers);
  const client = createClient({ baseUrl: "https://video-generation.example", token: "t", fetch });
  return { client, fetch };
}

const rendering = json(hpJob);
const page = () => new Response("<h1>Sign in</h1>");
const done = { ...hpJob, status: "finished" as string, output: { any: 1 } } as HpJob;

async function failureOf(promise: Promise<unknown>): Promise<JobWaitTimeoutError> {
  return promise.then(
    () => expect.unreachable("the wait must fail"),
    (error) => error,
  );
}

afterEach(() => void vi.useRealTimers());

describe("waiting for an HP job", () => {
  test("ends at the first status that is not rendering, and returns the job as it was sent", async () => {
    const { client, fetch } = open(rendering, rendering, json(done));
    const updates: string[] = [];
    const onUpdate = ({ status }: HpJob) => void updates.push(status);
    expect(await client.waitForHpJob("job-1", { intervalMs, onUpdate })).toEqual(done);
    expect(updates).toEqual(["rendering", "rendering", "finished"]);
    expect(fetch.sent).toHaveLength(3);
  });

  test("ends when until says so", async () => {
    const { client } = open(rendering, json(done), json({ ...hpJob, status: "ready" }));
    const until = ({ status }: { status: string }) => status === "ready";
    expect(await client.waitForHpJob("job-1", { intervalMs, until })).toMatchObject({
      status: "ready",
    });
  });

  test("watching yields every reading, the last included", async () => {
    const { client } = open(rendering, json(done));
    const seen: HpJob[] = [];
    for await (const job of client.watchHpJob("job-1", { intervalMs })) seen.push(job);
    expect(seen).toEqual([hpJob, done]);
  });

  test("a poll that failed is followed by the next poll, not by a retry", async () => {
    vi.useFakeTimers();
    const { client, fetch } = open(new Response("", { status: 503 }), json(done));
    const wait = client.waitForHpJob("job-1", { intervalMs });
    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(fetch.sent).toHaveLength(2);
    expect(await wait).toEqual(done);
  });

  test("gives up when the time is over, and says how to go on", async () => {
    const { client, fetch } = open(rendering);
    const options = { intervalMs, maxWaitMs: 60 };
    vi.useFakeTimers();
    const wait = failureOf(client.waitForHpJob("job-1", options));
    await vi.advanceTimersByTimeAsync(60);
    const error = await wait;
    expect(error).toMatchObject({
      name: "JobWaitTimeoutError",
      jobId: "job-1",
      lastJob: hpJob,
      polls: fetch.sent.length,
    });
    // The last quarter is kept for a last poll.
    expect(error.elapsedMs).toBeGreaterThanOrEqual(44);
    expect(error.message).toContain('waitForHpJob("job-1")');
    expect(error.message).toContain("may still be rendering");
  });

  test("the end of the time cancels a poll in flight", async () => {
    const { client, fetch } = open(() => new Promise<Response>(() => {}));
    vi.useFakeTimers();
    const wait = failureOf(client.waitForHpJob("job-1", { intervalMs, maxWaitMs: 30 }));
    await vi.advanceTimersByTimeAsync(30);
    const error = await wait;
    expect(error).toMatchObject({ name: "JobWaitTimeoutError", polls: 2, lastJob: undefined });
    expect(fetch.sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  test("a wait that only saw failures carries the last of them", async () => {
    const { client } = open(new Response("", { status: 503 }));
    vi.useFakeTimers();
    const wait = failureOf(client.waitForHpJob("job-1", { intervalMs, maxWaitMs: 30 }));
    await vi.advanceTimersByTimeAsync(30);
    const error = await wait;
    expect(error).toMatchObject({ name: "JobWaitTimeoutError", cause: { status: 503 } });
  });

  test("an error of onUpdate ends the wait as it is", async () => {
    const { client } = open(rendering);
    const failure = new Error("disk full");
    const onUpdate = () => {
      throw failure;
    };
    expect(await failureOf(client.waitForHpJob("job-1", { onUpdate }))).toBe(failure);
  });

  test.each(["break", "end", "failure"])(
    "leaves no timer and no listener after a %s",
    async (way) => {
      vi.useFakeTimers();
      const last = way === "failure" ? new Response("", { status: 403 }) : json(done);
      const { client } = open(way === "break" ? rendering : last);
      const { signal } = new AbortController();
      const removed = vi.spyOn(signal, "removeEventListener");
      try {
        for await (const _ of client.watchHpJob("job-1", { signal })) {
          if (way === "break") break;
        }
      } catch {
        // The failure is the point.
      }
      expect(vi.getTimerCount()).toBe(0);
      expect(removed).toHaveBeenCalled();
      vi.useRealTimers();
    },
  );

  test("pauses grow from the interval and stay below their limit", async () => {
    vi.useFakeTimers();
    const { client, fetch } = open(rendering);
    const start = Date.now();
    const times: number[] = [];
    const onUpdate = () => void times.push(Date.now() - start);
    const wait = failureOf(client.waitForHpJob("job-1", { onUpdate }));
    await vi.advanceTimersByTimeAsync(20 * 60_000 + 1);
    expect((await wait).name).toBe("JobWaitTimeoutError");
    vi.useRealTimers();
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses[0]).toBeGreaterThanOrEqual(1_500);
    expect(pauses[0]).toBeLessThanOrEqual(2_001);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15_001);
    // The last pause is cut short for the last poll.
    expect(pauses.at(-2)).toBeGreaterThanOrEqual(11_250);
    expect(fetch.sent.length).toBe(times.length);
  });

  test.each([{ intervalMs: 0 }, { maxWaitMs: -1 }])("%o is refused", async (options) => {
    const error = await failureOf(open(rendering).client.waitForHpJob("job-1", options));
    expect(error).toBeInstanceOf(TypeError);
  });
});

describe("a Retry-After of an hour", () => {
  const busy = () => new Response("", { status: 429, headers: { "retry-after": "3600" } });

  test("holds the next poll back by no more than a minute", async () => {
    vi.useFakeTimers();
    const { client, fetch } = open(busy(), json(done));
    const wait = client.waitForHpJob("job-1");
    await vi.advanceTimersByTimeAsync(59_000);
    expect(fetch.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await wait).toEqual(done);
  });

  test("does not take the last poll away", async () => {
    vi.useFakeTimers();
    const { client, fetch } = open(busy(), json(done));
    const wait = client.waitForHpJob("job-1", { maxWaitMs: 30_000 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await wait).toEqual(done);
    expect(fetch.sent).toHaveLength(2);
  });
});

test("answers that say nothing about the job are counted anew after a reading", async () => {
  const four = [page(), page(), page(), page()];
  const { client } = open(...four, rendering, ...four, json(done));
  expect(await client.waitForHpJob("job-1", { intervalMs })).toEqual(done);
});

test("the status may have other spellings of rendering, which the caller chooses", async () => {
  const answers = ["queued", "RENDERING", "rendering"].map((status) => json({ ...hpJob, status }));
  const pendingStatuses = ["rendering", "RENDERING", "queued"];
  const { client, fetch } = open(...answers, json(done));
  expect(await client.waitForHpJob("job-1", { intervalMs, pendingStatuses })).toEqual(done);
  expect(fetch.sent).toHaveLength(4);
  const strict = open(...answers);
  expect(await strict.client.waitForHpJob("job-1", { intervalMs })).toMatchObject({
    status: "queued",
  });
});

describe("the end of the time", () => {
  test("is not reached without a last poll, and no poll outlasts it", async () => {
    vi.useFakeTimers();
    const startedAt = performance.now();
    const times: number[] = [];
    const { client } = open(() => {
      times.push(performance.now() - startedAt);
      return rendering.clone();
    });
    const wait = failureOf(client.waitForHpJob("job-1", { maxWaitMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await wait).toMatchObject({ name: "JobWaitTimeoutError", lastJob: hpJob });
    expect(times.at(-1)).toBeGreaterThanOrEqual(54_999);
    expect(times.at(-1)).toBeLessThan(60_000);
  });

  test("gives the last poll its time although the one before hangs", async () => {
    vi.useFakeTimers();
    const hang = () => new Promise<Response>(() => {});
    const { client, fetch } = open(hang, json(done));
    const wait = client.waitForHpJob("job-1", { maxWaitMs: 20_000 });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(await wait).toEqual(done);
    expect(fetch.sent).toHaveLength(2);
  });

  test("that is over before a poll is no TypeError: 500 waits with tiny limits", async () => {
    const limits = Array.from({ length: 500 }, (_, index) => 0.001 + index / 250);
    const errors = await Promise.all(
      limits.map((maxWaitMs) =>
        failureOf(open(rendering).client.waitForHpJob("job-1", { intervalMs: 0.001, maxWaitMs })),
      ),
    );
    expect(new Set(errors.map(({ name }) => name))).toEqual(new Set(["JobWaitTimeoutError"]));
  });

  test("that a slow consumer has let pass brings one more reading, and no warning", async () => {
    const warnings: string[] = [];
    const warn = ({ name }: Error) => void warnings.push(name);
    process.on("warning", warn);
    const { client, fetch } = open(rendering, json(done));
    const seen: string[] = [];
    for await (const job of client.watchHpJob("job-1", { intervalMs, maxWaitMs: 300 })) {
      seen.push(job.status);
      // Busy for longer than the whole wait.
      const until = performance.now() + 400;
      while (performance.now() < until);
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", warn);
    expect(seen).toEqual(["rendering", "finished"]);
    expect(fetch.sent).toHaveLength(2);
    expect(warnings).toEqual([]);
  });
});

test("an asynchronous onUpdate that fails ends the wait", async () => {
  const failure = new Error("disk full");
  const onUpdate = async () => Promise.reject(failure);
  const { client } = open(rendering);
  expect(await failureOf(client.waitForHpJob("job-1", { intervalMs, onUpdate }))).toBe(failure);
});

test.each([
  ["nothing", undefined],
  ["another library's error", Object.assign(new Error("vault is down"), { status: 503 })],
])("a token function that fails with %s ends the wait with that", async (_, failure) => {
  const token = vi.fn().mockRejectedValue(failure);
  const client = createClient({ baseUrl: "https://video-generation.example", token });
  expect(await failureOf(client.waitForHpJob("job-1", { intervalMs }))).toBe(failure);
});

test("the options of a poll reach it", async () => {
  const { client, fetch } = open(json(done));
  const options = { headers: { "x-trace": "1" }, fetchOptions: { dispatcher: "mine" } };
  await client.waitForHpJob("job-1", options);
  expect(fetch.sent[0]?.headers.get("x-trace")).toBe("1");
  expect(fetch.sent[0]?.init).toMatchObject({ dispatcher: "mine" });
});
