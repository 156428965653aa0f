/** What must not end a wait before its job, nor silence it, nor outlast its time. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient, type HpJob, type JobWaitTimeoutError } from "../src/index.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch, type MockAnswer } from "./mock-fetch.ts";

const intervalMs = 5;
const rendering = json(hpJob);
const done = { ...hpJob, status: "finished" as string, output: { any: 1 } } as HpJob;
const page = () => new Response("<h1>Sign in</h1>");

function open(...answers: MockAnswer[]) {
  const fetch = mockFetch(...answers);
  const client = createClient({ baseUrl: "https://video-generation.example", token: "t", fetch });
  return { client, fetch };
}

async function failureOf(promise: Promise<unknown>): Promise<JobWaitTimeoutError> {
  return promise.then(
    () => expect.unreachable("the wait must fail"),
    (error) => error,
  );
}

afterEach(() => void vi.useRealTimers());

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

describe("an answer that says nothing about the job", () => {
  test.each<[string, MockAnswer]>([
    ["a page", page()],
    ["half a body", new Response('{"job_id":')],
    ["a body without job_id", json({ status: "rendering" })],
    ["a 404 right after the create", new Response("", { status: 404 })],
  ])("is followed by another poll: %s", async (_, answer) => {
    const { client } = open(answer, rendering, json(done));
    expect(await client.waitForHpJob("job-1", { intervalMs })).toEqual(done);
  });

  test("is no accident the sixth time in a row", async () => {
    const five = open(page(), page(), page(), page(), page(), json(done));
    expect(await five.client.waitForHpJob("job-1", { intervalMs })).toEqual(done);
    const six = open(page());
    const error = await failureOf(six.client.waitForHpJob("job-1", { intervalMs }));
    expect(error).toMatchObject({ name: "InvalidResponseError", body: "<h1>Sign in</h1>" });
    expect(six.fetch.sent).toHaveLength(6);
  });

  test("is counted anew after a reading", async () => {
    const four = [page(), page(), page(), page()];
    const { client } = open(...four, rendering, ...four, json(done));
    expect(await client.waitForHpJob("job-1", { intervalMs })).toEqual(done);
  });
});

describe("the status", () => {
  test.each([{}, { status: null }, { status: "" }])(
    "is no end where it is missing: %j",
    async (fields) => {
      const { status: _, ...rest } = hpJob;
      const { client, fetch } = open(json({ ...rest, ...fields }), json(done));
      expect(await client.waitForHpJob("job-1", { intervalMs })).toEqual(done);
      expect(fetch.sent).toHaveLength(2);
    },
  );

  test("may have other spellings of rendering, which the caller chooses", async () => {
    const answers = ["queued", "RENDERING", "rendering"].map((status) =>
      json({ ...hpJob, status }),
    );
    const pendingStatuses = ["rendering", "RENDERING", "queued"];
    const { client, fetch } = open(...answers, json(done));
    expect(await client.waitForHpJob("job-1", { intervalMs, pendingStatuses })).toEqual(done);
    expect(fetch.sent).toHaveLength(4);
    const strict = open(...answers);
    expect(await strict.client.waitForHpJob("job-1", { intervalMs })).toMatchObject({
      status: "queued",
    });
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

test("timeoutMs limits a poll, not the wait", async () => {
  const hang = () => new Promise<Response>(() => {});
  const { client, fetch } = open(hang, json(done));
  expect(await client.waitForHpJob("job-1", { intervalMs, timeoutMs: 100 })).toEqual(done);
  expect(fetch.sent).toHaveLength(2);
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
