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
const done = { ...hpJob, status: "cancelled" as string, output: { any: 1 } } as HpJob;

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
    expect(updates).toEqual(["rendering", "rendering", "cancelled"]);
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

  test.each<[string, MockAnswer]>([
    ["a lost connection", new TypeError("fetch failed")],
    ["429", new Response("", { status: 429 })],
    ["408", new Response("", { status: 408 })],
    ["500", new Response("", { status: 500 })],
    ["503", new Response("", { status: 503 })],
  ])("goes on after %s, without retries of its own", async (_, failure) => {
    const { client, fetch } = open(failure, rendering, failure, json(done));
    expect(await client.waitForHpJob("job-1", { intervalMs })).toEqual(done);
    expect(fetch.sent).toHaveLength(4);
  });

  test("a poll that failed is followed by the next poll, not by a retry", async () => {
    vi.useFakeTimers();
    const { client, fetch } = open(new Response("", { status: 503 }), json(done));
    const wait = client.waitForHpJob("job-1", { intervalMs });
    await vi.advanceTimersByTimeAsync(intervalMs);
    expect(fetch.sent).toHaveLength(2);
    expect(await wait).toEqual(done);
  });

  test.each([400, 401, 403, 404, 410, 302])("ends with the error at %i", async (status) => {
    const { client, fetch } = open(rendering, new Response("", { status }));
    const error = await failureOf(client.waitForHpJob("job-1", { intervalMs }));
    expect(error).toMatchObject({ name: "ApiError", status });
    expect(fetch.sent).toHaveLength(2);
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

  test("an abort ends the pause at once, with the signal's reason", async () => {
    const { client, fetch } = open(rendering);
    const controller = new AbortController();
    const wait = failureOf(
      client.waitForHpJob("job-1", { intervalMs: 60_000, signal: controller.signal }),
    );
    await vi.waitFor(() => expect(fetch.sent).toHaveLength(1), 240_000);
    controller.abort("user left");
    expect(await wait).toMatchObject({ name: "AbortError", reason: "user left" });
  });

  test("an abort ends a poll in flight, with the signal's reason", async () => {
    const { client, fetch } = open(() => new Promise<Response>(() => {}));
    const controller = new AbortController();
    const wait = failureOf(client.waitForHpJob("job-1", { signal: controller.signal }));
    await vi.waitFor(() => expect(fetch.sent).toHaveLength(1), 240_000);
    controller.abort("user left");
    expect(await wait).toMatchObject({ name: "AbortError", reason: "user left" });
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
