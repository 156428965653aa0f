/** Waiting for an HP job: when it polls, what ends it, and what it tells. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { finalStatuses } from "../../../generated/policy.ts";
import { hpJob } from "../../faults/faults.ts";
import { endedStatus } from "../../faults/scenarios.ts";
import { createClient, type HpJob, type WaitOptions } from "../src/index.ts";
import { baseUrl, failureOf, json, type MockResponse, open, status, token } from "./support.ts";

const intervalMs = 5;
const rendering = json(hpJob);
const done = { ...hpJob, status: endedStatus, output: { any: 1 } } as HpJob;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("tells and yields every poll, the last included", async () => {
  const updates: string[] = [];
  const onUpdate = ({ status }: HpJob) => void updates.push(status);
  const { client } = open([rendering, json(done)]);
  expect(await client.waitForHpJob("job-1", { intervalMs, onUpdate })).toEqual(done);
  expect(updates).toEqual(["rendering", endedStatus]);
  const seen: HpJob[] = [];
  const again = open([rendering, json(done)]).client;
  for await (const job of again.watchHpJob("job-1", { intervalMs })) seen.push(job);
  expect(seen).toEqual([hpJob, done]);
});

test("ends when until says so", async () => {
  const { client } = open([rendering, json(done), json({ ...hpJob, status: "ready" })]);
  const until = ({ status }: { status: string }) => status === "ready";
  const job = await client.waitForHpJob("job-1", { intervalMs, until });
  expect(job.status).toBe("ready");
});

test("each poll has the headers and the fetchOptions of the wait", async () => {
  const { client, sent } = open([rendering, json(done)]);
  const options = { headers: { "x-trace": "1" }, fetchOptions: { cache: "no-store" } } as const;
  await client.waitForHpJob("job-1", { intervalMs, ...options });
  const seen = sent.map(({ headers, init }) => [headers.get("x-trace"), init.cache]);
  expect(seen).toEqual(Array(2).fill(["1", "no-store"]));
});

test("asks an until that takes its time, and waits for its answer", async () => {
  const { client, sent } = open([rendering, json(done)]);
  const until = async ({ status }: HpJob) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return status !== "rendering";
  };
  expect(await client.waitForHpJob("job-1", { intervalMs, until })).toEqual(done);
  expect(sent).toHaveLength(2);
});

test.each([1, 2, 3])("may be as short as %d ms", async (maxWaitMs) => {
  const { client } = open(status(503));
  const error = await failureOf(client.waitForHpJob("job-1", { intervalMs: 1, maxWaitMs }));
  expect(error).toMatchObject({ name: "JobWaitTimeoutError", maxWaitMs });
});

test.each<{ toFake: ("setTimeout" | "clearTimeout" | "Date")[] }>([
  { toFake: ["setTimeout", "clearTimeout", "Date"] },
  { toFake: ["setTimeout", "clearTimeout"] },
])("lasts as long as its pauses, where a test fakes timers alone: %o", async (fakes) => {
  vi.useFakeTimers(fakes);
  const { client, sent } = open(rendering);
  const wait = failureOf(client.waitForHpJob("job-1", { maxWaitMs: 60_000 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await wait).name).toBe("JobWaitTimeoutError");
  expect(sent.length).toBeLessThan(15);
});

test("goes on at the statuses that the caller names as pending", async () => {
  const responses = ["queued", "RENDERING", "rendering"].map((each) =>
    json({ ...hpJob, status: each }),
  );
  const pendingStatuses = ["rendering", "RENDERING", "queued"];
  const { client, sent } = open([...responses, json(done)]);
  expect(await client.waitForHpJob("job-1", { intervalMs, pendingStatuses })).toEqual(done);
  expect(sent).toHaveLength(4);
  // Once the contract names final ones, they alone end a wait.
  if (finalStatuses.length > 0) return;
  const strict = open(responses).client;
  expect((await strict.waitForHpJob("job-1", { intervalMs })).status).toBe("queued");
});

test("gives up when the time is over, with the last poll and how to go on", async () => {
  vi.useFakeTimers();
  const { client, sent } = open([rendering, status(503)]);
  const wait = failureOf(client.waitForHpJob("job-1", { intervalMs, maxWaitMs: 60 }));
  await vi.advanceTimersByTimeAsync(60);
  const error = await wait;
  const attempts = sent.length;
  const facts = { name: "JobWaitTimeoutError", jobId: "job-1", lastJob: hpJob, attempts };
  expect(error).toMatchObject({ ...facts, cause: { status: 503 } });
  expect(error.message).toMatch(/go on with waitForHpJob\("job-1"\).*Last poll: .*503/);
});

test.each([
  [4_999, "done"],
  [5_001, "JobWaitTimeoutError"],
])("the last poll may take five seconds: with %i ms, %s", async (tookMs, outcome) => {
  vi.useFakeTimers();
  const late = () => new Promise<Response>((resolve) => setTimeout(resolve, tookMs, json(done)));
  const { client, sent } = open([rendering, late]);
  const wait = client.waitForHpJob("job-1", { intervalMs: 60_000, maxWaitMs: 20_000 }).then(
    () => "done",
    ({ name }: Error) => name,
  );
  await vi.advanceTimersByTimeAsync(30_000);
  expect([await wait, sent.length]).toEqual([outcome, 2]);
});

test("a poll that was read takes away what an earlier one failed with", async () => {
  vi.useFakeTimers();
  const { client } = open([status(503), rendering]);
  const wait = failureOf(client.waitForHpJob("job-1", { intervalMs, maxWaitMs: 60 }));
  await vi.advanceTimersByTimeAsync(60);
  const error = await wait;
  expect(error).toMatchObject({ name: "JobWaitTimeoutError", lastJob: hpJob, cause: undefined });
  expect(error.message).not.toMatch(/Last poll|503/);
});

test("what one poll has sent, a later one does not take back", async () => {
  const refused = new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(status(503)).mockRejectedValue(refused);
  const client = createClient({ baseUrl, token });
  const wait = client.waitForHpJob("job-1", { intervalMs, maxWaitMs: 60 });
  expect(await failureOf(wait)).toMatchObject({ sent: "yes", cause: { sent: "no" } });
});

test.each(["client", "call"] as const)("the signal of the %s ends a pause", async (whose) => {
  const controllers = { client: new AbortController(), call: new AbortController() };
  const { client, sent } = open(rendering, { signal: controllers.client.signal });
  const { signal } = controllers.call;
  const onUpdate = () => void setTimeout(() => controllers[whose].abort(whose));
  const error = await failureOf(
    client.waitForHpJob("job-1", { intervalMs: 60_000, onUpdate, signal }),
  );
  expect(error).toMatchObject({ name: "AbortError", reason: whose, sent: "yes" });
  expect(error.message).not.toContain("Nothing was sent");
  expect(sent).toHaveLength(1);
});

test.each([{ intervalMs: 0 }, { maxWaitMs: -1 }, { maxWaitMs: NaN }])(
  "%o is refused",
  async (options) => {
    const [name] = Object.keys(options);
    const call = open(rendering).client.waitForHpJob("job-1", options);
    await expect(call).rejects.toThrow(`${name} must be`);
  },
);

describe("what fails outside of the client ends the wait as it is:", () => {
  const failure = new Error("disk full");
  const fail = () => {
    throw failure;
  };
  test.each([fail, async () => fail()])("onUpdate", async (onUpdate) => {
    const call = open(rendering).client.waitForHpJob("job-1", { intervalMs, onUpdate });
    expect(await failureOf(call)).toBe(failure);
  });

  test.each([undefined, Object.assign(new Error("vault is down"), { status: 503 })])(
    "a token function, with %o",
    async (reason) => {
      const client = createClient({ baseUrl, token: vi.fn().mockRejectedValue(reason) });
      expect(await failureOf(client.waitForHpJob("job-1", { intervalMs }))).toBe(reason);
    },
  );
});

test("a pause of months keeps the process alive, and ends with the signal", async () => {
  vi.useFakeTimers();
  const { client, sent } = open([rendering]);
  const controller = new AbortController();
  const options = { intervalMs: 4e9, maxWaitMs: Infinity, signal: controller.signal };
  const wait = failureOf(client.waitForHpJob("job-1", options));
  // As long as a timer can be: 24 days.
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(1);
  controller.abort();
  expect((await wait).name).toBe("AbortError");
  expect(vi.getTimerCount()).toBe(0);
});

describe("polls", () => {
  /** Waits for as long as it takes, and says when it polled. */
  async function pollTimes(maxWaitMs?: number): Promise<number[]> {
    vi.useFakeTimers();
    const startedAt = Date.now();
    const times: number[] = [];
    const respond = () => {
      times.push(Date.now() - startedAt);
      return rendering.clone();
    };
    const wait = failureOf(open(respond).client.waitForHpJob("job-1", { maxWaitMs }));
    await vi.advanceTimersByTimeAsync(maxWaitMs ?? 20 * 60_000);
    expect((await wait).name).toBe("JobWaitTimeoutError");
    return times;
  }

  test("come after two seconds, then in growing steps up to fifteen", async () => {
    const times = await pollTimes();
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    // Each is up to a quarter shorter, by chance, and half as long again as the one before.
    for (const [index, pauseMs] of [2_000, 3_000, 4_500, 6_750, 10_125, 15_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(pauseMs * 0.75);
      expect(pauses[index]).toBeLessThanOrEqual(pauseMs + 1);
    }
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15_001);
    // The last pause is cut short for the last poll.
    expect(pauses.at(-2)).toBeGreaterThanOrEqual(11_250);
  });

  test.each([
    [undefined, 1_195_000],
    [60_000, 55_000],
    [16_000, 12_000],
  ])("of a wait of %s ms end with one after %i ms", async (maxWaitMs, ms) => {
    const last = (await pollTimes(maxWaitMs)).at(-1);
    expect(last).toBeGreaterThanOrEqual(ms - 100);
    expect(last).toBeLessThanOrEqual(ms + 100);
  });

  const hang = () => new Promise<Response>(() => {});
  test.each<[WaitOptions, MockResponse, afterMs: number, sent: number]>([
    // The next poll is the retry.
    [{ intervalMs: 10_000 }, status(503), 7_000, 1],
    [{ intervalMs: 10_000 }, status(503), 10_001, 2],
    [{ intervalMs: 10, timeoutMs: 500 }, hang, 499, 1],
    [{ intervalMs: 10, timeoutMs: 500 }, hang, 511, 2],
    // Above fifteen seconds, a pause is as long as the first.
    [{ intervalMs: 40_000 }, rendering, 29_000, 1],
    [{ intervalMs: 40_000 }, rendering, 40_001, 2],
  ])("with %j after %o: within %i ms, %i are sent", async (options, first, ms, count) => {
    vi.useFakeTimers();
    const { client, sent } = open([first, json(done)], { retries: 2 });
    const controller = new AbortController();
    const wait = client.waitForHpJob("job-1", { ...options, signal: controller.signal });
    const outcome = wait.catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(ms);
    expect(sent).toHaveLength(count);
    controller.abort();
    await outcome;
  });

  test("end with one that is larger than the limit of the wait", async () => {
    const { client, sent } = open([rendering, json(done)]);
    const error = await failureOf(client.waitForHpJob("job-1", { maxBodyBytes: 5 }));
    expect(error).toMatchObject({ name: "SizeLimitError", maxBytes: 5 });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ...[408, 429, 500, 501, 502, 503, 504, 505, 599].map((code) => [code, "go on"] as const),
    ...[300, 400, 401, 403, 409, 410, 422, 425, 499].map((code) => [code, "end"] as const),
  ])("after a status of %i, they %s", async (code, what) => {
    const { client, sent } = open([rendering, status(code), json(done)]);
    const wait = client.waitForHpJob("job-1", { intervalMs });
    if (what === "go on") expect(await wait).toEqual(done);
    else expect(await failureOf(wait)).toMatchObject({ name: "ApiError", status: code });
    expect(sent).toHaveLength(what === "go on" ? 3 : 2);
  });

  test("end with one after a poll that hangs", async () => {
    vi.useFakeTimers();
    const { client } = open([() => new Promise<Response>(() => {}), json(done)]);
    const wait = client.waitForHpJob("job-1", { maxWaitMs: 20_000 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await wait).toEqual(done);
  });

  test.each([undefined, 30_000])(
    "are held back by a Retry-After of an hour for a minute at most, and the last is not: %s",
    async (maxWaitMs) => {
      vi.useFakeTimers();
      const { client, sent } = open([status(429, { "retry-after": "3600" }), json(done)]);
      const wait = client.waitForHpJob("job-1", { maxWaitMs });
      await vi.advanceTimersByTimeAsync(maxWaitMs ? 20_000 : 59_000);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await wait).toEqual(done);
    },
  );
});
