/** Each limit to its last unit: just below and just above. Its figure is not taken from where the emulator has it. */
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { listen } from "../../test/support/listen.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { readArguments } from "../src/app/arguments.ts";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type FaultSpec,
} from "../src/index.ts";
import { runApp } from "../src/explore/trial.ts";
import type { JobRecord } from "../src/jobs/job.ts";
import { SqliteStore } from "../src/jobs/sqlite-store.ts";
import { MemoryStore, StorageError } from "../src/jobs/store.ts";
import { findInputFault } from "../src/service/rows.ts";
import { Clock } from "../src/time/clock.ts";
import { RequestLog } from "../src/http/request-log.ts";
import { parseDuration, parseTime } from "../src/time/time.ts";
import { call, createHpJob, readHpJob, send, start } from "./support/client.ts";

/** The pauses that the emulator asks for. Those of so many milliseconds, or of `Infinity` all, pass at once. */
const pauses = vi.hoisted(() => ({
  asked: [] as number[],
  timers: [] as NodeJS.Timeout[],
  passing: 0,
}));
vi.mock(import("../src/time/real-time.ts"), async (load) => {
  const real = await load();
  const setTimeout = (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    pauses.asked.push(ms);
    const timer = real.setTimeout(act, [ms, Infinity].includes(pauses.passing) ? 0 : ms, ...given);
    pauses.timers.push(timer);
    return timer;
  };
  const clearTimeout = (timer?: NodeJS.Timeout) => {
    pauses.timers = pauses.timers.filter((each) => each !== timer);
    real.clearTimeout(timer);
  };
  return {
    ...real,
    setTimeout: setTimeout as typeof real.setTimeout,
    clearTimeout: clearTimeout as typeof real.clearTimeout,
  };
});

describe("an option", () => {
  test.each<[option: string, within: unknown[], beyond: unknown[]]>([
    ["port", [0, 65_535], [-1, 65_536]],
    ["renderMs", [0, 3_155_760_000_000], [-1, 3_155_760_000_001]],
    ["seed", [0, Number.MAX_SAFE_INTEGER], [-1, Number.MAX_SAFE_INTEGER + 1]],
    ["maxJobs", [1, Number.MAX_SAFE_INTEGER], [0, Number.MAX_SAFE_INTEGER + 1]],
  ])("%s may be from %j, and not %j", async (option, within, beyond) => {
    const create = (value: unknown) =>
      createEmulator({ listen: false, [option]: value } as EmulatorOptions);
    for (const value of within) await (await create(value)).close();
    for (const value of beyond)
      await expect(create(value)).rejects.toThrow(`${option} is ${String(value)}. Set it to`);
  });

  test("that is not given has the value that the help says", async () => {
    expect(await readArguments([])).toEqual({ port: 4010, allowThisMachine: true });
    const emulator = await start();
    expect([emulator.url, emulator.token]).toEqual([
      expect.stringContaining("http://127.0.0.1:"),
      "emulator-token",
    ]);
    const jobId = await createHpJob(emulator);
    await emulator.clock.advance(9_999);
    expect(emulator.jobs.get(jobId)?.status).toBe("rendering");
    await emulator.clock.advance(1);
    expect(emulator.jobs.get(jobId)?.status).toBe("completed");
  });
});

const longest = 2 ** 31 - 1;
test.each<[field: string, spec: object, within: unknown[], beyond: unknown[]]>([
  ["status", { effect: "status" }, [200, 599], [199, 600]],
  ["delayMs", { effect: "delay" }, [0, longest], [-1, longest + 1]],
  ["maxDelayMs", { effect: "delay", delayMs: 0 }, [0, longest], [-1, longest + 1]],
  ["times", { effect: "hang" }, [1], [0, 1.5]],
  ["probability", { effect: "hang" }, [0.001, 1], [0, 1.001]],
])("of a fault %s may be %j %j, and not %j", async (field, spec, within, beyond) => {
  const { faults } = await start({ listen: false });
  onTestFinished(() => faults.clear());
  const add = (value: unknown) => faults.add({ ...spec, [field]: value } as FaultSpec);
  for (const value of within) expect(add(value)).toMatchObject({ [field]: value });
  for (const value of beyond) expect(() => add(value), String(value)).toThrow(`/${field}`);
});

test.each([
  ["0ms", 0],
  ["1ms", 1],
  ["1s", 1000],
  ["1.5s", 1500],
  ["1m", 60_000],
  ["1h", 3_600_000],
  ["1d", 86_400_000],
  [7, 7],
])("a duration of %j has %i ms", (duration, ms) => expect(parseDuration(duration)).toBe(ms));

test.each([
  [
    [0, "1970-01-01"],
    [-1, "1969-12-31T23:59:59.999Z"],
  ],
  [
    [253_402_214_400_000, "9999-12-31T00:00:00Z"],
    [253_402_214_400_001, "9999-12-31T00:00:00.001Z"],
  ],
])("a time may be %j, and not %j", (within, beyond) => {
  for (const time of within) expect(parseTime(time)).toBe(within[0]);
  for (const time of beyond) expect(() => parseTime(time)).toThrow(/from 1970 to the start of/);
});

test("identifiers have sixteen digits, the same under the same seed in every version", async () => {
  const emulator = await start();
  const ids = [await createHpJob(emulator), await createHpJob(emulator)];
  expect(ids).toEqual(["71e8301464248ebb", "1c7882ded4f61cf8"]);
});

test.each<[start: string | number, end: string | number, isWrong: boolean]>([
  [59, 60, false],
  ["0:59", "1:00", false],
  ["59", "1:00", false],
  ["1:00", "60.5", false],
  ["1:00", 60, true],
  ["1:00", "1:00", true],
  ["1:01", "61", true],
  ["59:59", "1:00:00", false],
  ["1:00:00", 3600, true],
])("a segment from %j to %j has no length: %j", (start_time, end_time, isWrong) => {
  const input = { ...hpRequest(), variable_count: 1, variables: [{ start_time, end_time }] };
  const rules = { first: 1, includesEnd: true, needsSegmentForEach: true };
  const fault = isWrong ? "Segment 1 does not end after it starts." : undefined;
  expect(findInputFault(input as never, rules)).toBe(fault);
});

test("a job of emulator:slow takes ten minutes", async () => {
  const emulator = await start();
  const jobId = await createHpJob(emulator, { project_name: "emulator:slow" });
  await emulator.clock.advance(599_999);
  expect((await readHpJob(emulator, jobId)).status).toBe("rendering");
  await emulator.clock.advance(1);
  expect((await readHpJob(emulator, jobId)).status).toBe("completed");
});

test("a slice of 1,000 rows is taken, and the video of the last one can be fetched", async () => {
  const emulator = await start();
  const jobId = await createHpJob(emulator, { data_slice_end_index: 1000 });
  await emulator.clock.advance("1m");
  expect((await readHpJob(emulator, jobId)).output.videos).toHaveLength(1000);
  const { get } = MemoryStore.prototype;
  vi.spyOn(MemoryStore.prototype, "get").mockImplementation(function (this: MemoryStore, id) {
    const job = get.call(this, id);
    // As if the sheet had as many rows.
    return job && { ...job, videos: Array(1000).fill(job.videos[0]) };
  });
  const { status } = await send(emulator, { path: `/emulator/media/${jobId}/1000.mp4` });
  expect(status).toBe(200);
});

test.each([
  ["emulator:fail-row-9999999", 201],
  ["emulator:fail-row-10000000", 422],
])("a row that fails has up to seven digits: %s gets %i", async (project_name, status) => {
  const emulator = await start();
  const sent = await call(emulator, "createHpJob", { body: { ...hpRequest(), project_name } });
  expect(sent.status).toBe(status);
});

test.each([
  [99_999, 201],
  [100_000, 503],
])(
  "100,000 jobs are kept when nobody says how many: beside %i, one more gets %i",
  async (jobs, status) => {
    vi.spyOn(MemoryStore.prototype, "size", "get").mockReturnValue(jobs);
    const sent = await call(await start(), "createHpJob", { body: hpRequest() });
    expect(sent.status).toBe(status);
  },
);

describe("a pause", () => {
  const render = async (_: unknown, { signal }: { signal: AbortSignal }) => {
    // It does not stop when it is told.
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return new Promise<never>(() => {});
  };

  test.each<[what: string, ms: number, act: (emulator: Emulator) => Promise<unknown>]>([
    [
      "for requests that do not come takes 5 s",
      5000,
      (emulator) =>
        expect(emulator.received({ operation: "getHpJob" })).rejects.toThrow(/at least/),
    ],
    ...[1, 4999, 60_000].map((ms): [string, number, (emulator: Emulator) => Promise<unknown>] => [
      `for requests that do not come takes ${ms} ms, where that was asked for`,
      ms,
      (emulator) =>
        expect(emulator.received({ operation: "getHpJob" }, ms)).rejects.toThrow(/at least/),
    ]),
    [
      "for a renderer that does not stop takes 1 s",
      1000,
      async (emulator) => {
        await createHpJob(emulator);
        await vi.waitFor(() => expect(emulator.jobs.list()[0]?.rows).toHaveLength(3));
        await emulator.reset();
      },
    ],
    [
      "for what an app has left behind, and which holds its output, takes 0.5 s",
      500,
      async () => {
        const command = ["sh", "-c", "setsid sleep 600 & echo Error: $! >&2; exit 1"];
        const { said } = await runApp({ command, env: {}, renderMs: 1 }, [], 1, 60_000);
        process.kill(Number(said.slice("Error: ".length)), "SIGKILL");
      },
    ],
    [
      "before a job that could not be kept is tried again takes 0.5 s",
      500,
      async (emulator) => {
        const jobId = await createHpJob(emulator, { project_name: "emulator:fail" });
        vi.spyOn(MemoryStore.prototype, "put").mockImplementationOnce(() => {
          throw new StorageError("full");
        });
        await emulator.clock.advance("10s");
        await vi.waitFor(() => expect(emulator.jobs.get(jobId)?.status).toBe("failed"));
      },
    ],
  ])("%s", async (_, ms, act) => {
    const emulator = await start({ renderer: render });
    Object.assign(pauses, { asked: [], passing: ms });
    onTestFinished(() => void (pauses.passing = 0));
    await act(emulator);
    expect(pauses.asked).toContain(ms);
  });
});

test.each<[spec: { delayMs: number; maxDelayMs?: number }, pausesMs: number[]]>([
  [{ delayMs: 100 }, [100, 100, 100, 100, 100, 100]],
  [{ delayMs: 100, maxDelayMs: 100 }, [100, 100, 100, 100, 100, 100]],
  [{ delayMs: 0, maxDelayMs: 1000 }, [537, 676, 353, 782, 274, 821]],
  [{ delayMs: 1000, maxDelayMs: 3000 }, [2075, 2353, 1707, 2565, 1548, 2643]],
])("a delay of %j is drawn from its whole span, the same under the same seed", async (spec, ms) => {
  const emulator = await start({ listen: false });
  Object.assign(pauses, { asked: [], passing: Infinity });
  onTestFinished(() => void (pauses.passing = 0));
  emulator.faults.add({ effect: "delay", ...spec, times: 6 });
  for (let count = 0; count < 6; count++) await emulator.fetch("/api/avatars/public");
  expect(pauses.asked.map(Math.round)).toEqual(ms);
});

test.each<[what: string, ms: number, act: (emulator: Emulator) => Promise<unknown>]>([
  [
    "a response that is late",
    2 ** 30,
    async (emulator) => {
      emulator.faults.add({ effect: "delay", delayMs: 2 ** 30 });
      void emulator.fetch("/api/avatars/public").catch(() => {});
    },
  ],
  [
    "a wait for a request, after it has come",
    2 ** 28,
    async (emulator) => {
      const waiting = emulator.received({ operation: "listPublicAvatars" }, 2 ** 28);
      await emulator.fetch("/api/avatars/public");
      await waiting;
      const looks = vi.spyOn(RequestLog.prototype, "list");
      await emulator.fetch("/api/avatars/public");
      expect(looks, "nobody looks for it any more").not.toHaveBeenCalled();
    },
  ],
  [
    "a job that could not be kept",
    500,
    async (emulator) => {
      await createHpJob(emulator, { project_name: "emulator:fail" });
      vi.spyOn(MemoryStore.prototype, "put").mockImplementationOnce(() => {
        throw new StorageError("full");
      });
      await emulator.clock.advance("10s");
    },
  ],
  [
    "a job that renders while the clock goes by itself",
    2 ** 29,
    async (emulator) => {
      await emulator.clock.set(0);
      await createHpJob(emulator);
      emulator.clock.auto();
    },
  ],
])("%s keeps no process alive", async (_, ms, act) => {
  const emulator = await start({ renderMs: ms });
  Object.assign(pauses, { asked: [], timers: [] });
  await act(emulator);
  await vi.waitFor(() =>
    expect(pauses.asked.some((asked) => Math.abs(asked - ms) < 1e5)).toBe(true),
  );
  expect(pauses.timers.filter((timer) => timer.hasRef())).toEqual([]);
});

test("while jobs end, others have their turn after each two hundred", async () => {
  const clock = new Clock({ mode: "manual" });
  onTestFinished(() => clock.close());
  let ended = 0;
  clock.follow({
    nextTimeMs: () => 0,
    takeUntil: () => (ended < 500 ? { timeMs: 0, run: async () => void ended++ } : undefined),
  });
  const moved = clock.advance(1);
  const seen = new Set<number>();
  while (ended < 500) {
    await new Promise(setImmediate);
    seen.add(ended);
  }
  await moved;
  expect([...seen]).toEqual([200, 400, 500]);
});

test("a page of jobs ends behind the one with which it has 16 MiB", async () => {
  const emulator = await start({ listen: false });
  await emulator.fetch("/api/hp_job", {
    method: "POST",
    headers: { authorization: "Bearer emulator-token", "content-type": "application/json" },
    body: JSON.stringify(hpRequest()),
  });
  const { newestFirst } = MemoryStore.prototype;
  const long = (letters: number) => {
    vi.spyOn(MemoryStore.prototype, "newestFirst").mockImplementation(function* (
      this: MemoryStore,
    ) {
      const [job] = newestFirst.call(this);
      for (const length of [letters, 0, 0]) yield { ...job!, error: "x".repeat(length) };
    });
  };
  const page = async () => {
    const response = await emulator.fetch("/emulator/jobs");
    return (await response.json()) as { jobs: object[] };
  };
  long(0);
  const [{ length: own }] = (await page()).jobs.map((job) => JSON.stringify(job)) as [string];
  for (const [over, count] of [
    [0, 2],
    [1, 1],
  ] as const) {
    // The second one is still shown when the first has all of the room, and none is beyond it.
    long(16 * 1024 * 1024 - own + over);
    expect((await page()).jobs).toHaveLength(count);
  }
});

test("while the clock goes by itself, a thousand jobs end at once, and the others after them", async () => {
  const clock = new Clock();
  onTestFinished(() => clock.close());
  const going = Promise.withResolvers<void>();
  let begun = 0;
  clock.follow({
    nextTimeMs: () => (begun < 1500 ? 0 : undefined),
    takeUntil: () =>
      begun < 1500 ? { timeMs: 0, run: () => (begun++, going.promise) } : undefined,
  });
  await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(1000));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(begun).toBe(1000);
  going.resolve();
  await vi.waitFor(() => expect(begun).toBe(1500));
});

test("a data folder has the thousand jobs at hand that were read last, and none whose request is long", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "jobs.sqlite");
  const open = () => new SqliteStore(path, ["createHpJob"]);
  const common = { operation: "createHpJob", status: "rendering", createdAtMs: 0, dueAtMs: null };
  const input = JSON.stringify("x".repeat(16_382));
  const first = open();
  first.put({ ...common, sequence: 1, id: "job-1", input, history: [], videos: [] } as JobRecord);
  first.close();
  const database = new DatabaseSync(path);
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1002)
    INSERT INTO jobs SELECT n, 'job-' || n, due, finished, input, details FROM jobs, numbers;
    UPDATE jobs SET input = input || ' ' WHERE sequence = 1002`);
  database.close();
  using store = Object.assign(open(), { [Symbol.dispose]: () => store.close() });
  const read = vi.spyOn(StatementSync.prototype, "get");
  const readsOf = (sequence: number) => {
    read.mockClear();
    expect(store.get(`job-${sequence}`)?.sequence).toBe(sequence);
    return read.mock.calls.length;
  };
  for (let sequence = 1; sequence <= 1002; sequence++) readsOf(sequence);
  // The first has made room for the last. It comes back in the place of the second.
  expect([2, 1, 1, 2, 1001, 1002].map(readsOf)).toEqual([0, 1, 0, 1, 0, 1]);
});

test("a job of 50 variables finds a value for each in the sample of a sheet", async () => {
  const emulator = await start();
  const times = Array.from({ length: 50 }, (_, index): [number, number] => [index, index + 1]);
  const jobId = await createHpJob(emulator, { variable_count: 50, ...hpSegments(...times) });
  await emulator.clock.advance("1m");
  const { videos } = (await readHpJob(emulator, jobId)).output;
  expect(videos.map(({ error }: { error?: string }) => error)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("lists have 100 entries when nobody says how many, and up to 1,000", async () => {
  const emulator = await start();
  const headers = { authorization: `Bearer ${emulator.token}` };
  for (let count = 0; count < 101; count++)
    await emulator.fetch("/api/hp_job", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(hpRequest()),
    });
  const read = async (path: string) => (await send(emulator, { path: `/emulator/${path}` })).body;
  const { jobs, next, total } = await read("jobs");
  expect([jobs.length, next, total]).toEqual([100, 2, 101]);
  expect((await read(`jobs?before=${next}`)).jobs).toHaveLength(1);
  expect((await read("jobs?limit=1000")).jobs).toHaveLength(101);
  expect((await read("requests")).requests).toHaveLength(100);
  expect((await read("requests?limit=1000")).requests.length).toBeGreaterThan(100);
});

test.each([
  [5 * 1024 * 1024, /cannot be read: it is no \.xlsx workbook/],
  [5 * 1024 * 1024 + 1, /cannot be fetched: it is larger than 5242880 bytes/],
])("a spreadsheet may have 5 MiB: %i bytes", async (size, reason) => {
  const file = Buffer.alloc(size, "x");
  await using server = await listen(createServer((_, response) => response.end(file)));
  const emulator = await start({ allowThisMachine: true });
  const data_xlsx_url = `${server.origin}/data.xlsx`;
  const jobId = await createHpJob(emulator, { data_xlsx_url });
  await emulator.clock.advance("1m");
  expect((await readHpJob(emulator, jobId)).output.error).toMatch(reason);
});

test("an expectation that fails shows ten requests, ten differences and 200 letters of a value", async () => {
  const emulator = await start({ listen: false });
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  const long = (letters: number) => "x".repeat(letters - 2);
  const body = JSON.stringify({ short: long(200), long: long(201) });
  const messageOf = () => {
    const wanted = Array.from({ length: 11 }, (_, index) => [`field-${index}`, 1]);
    const fields = { short: 1, long: 1, ...Object.fromEntries(wanted) };
    try {
      emulator.expect({ operation: "createHpJob", body: fields });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  for (let count = 0; count < 10; count++)
    await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  expect(messageOf()).not.toContain("more");
  await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  const lines = messageOf().split("\n");
  expect(lines.filter((line) => line.startsWith("  createHpJob → "))).toHaveLength(10);
  expect(lines).toContain("  … and 1 more");
  expect(lines.filter((line) => line.startsWith("  /"))).toHaveLength(10);
  expect(lines).toContain(`  /short: expected 1, received "${long(200)}"`);
  expect(lines).toContain(`  /long: expected 1, received "${long(201)}…`);
});

test("what the newest requests take in memory is about 16 MiB, and nothing after a reset", async () => {
  const emulator = await start({ listen: false });
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  // Of each, so much is kept, and a few hundred letters of its headers and its response.
  const body = "x".repeat(65_536);
  for (let count = 0; count < 300; count++)
    await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  const kept = emulator.requests().length;
  expect(kept).toBeLessThanOrEqual(256);
  expect(kept).toBeGreaterThan(245);
  await emulator.reset();
  for (let count = 0; count < 3; count++)
    await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  expect(emulator.requests()).toHaveLength(3);
});
