/** The limits, ends and second steps of a queue, without a database: time passes at once, and each pause is noted. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RenderTask } from "video-generation-emulator";
import { connectRenderer, InputError, SourceFault, wrapRenderer } from "../src/index.ts";
import * as openQueue from "../src/queue/open-queue.ts";
import { work, type WorkOptions } from "../src/queue/work.ts";
import { home, hpTask, listFiles, render } from "./support/render.ts";

vi.setConfig({ testTimeout: 10_000 });

/** In milliseconds, the pauses that were made, and what was told of them beside. */
const pauses: [ms: number, options?: object][] = vi.hoisted(() => []);
vi.mock(import("node:timers/promises"), async (load) => {
  const real = await load();
  const pause = async (ms = 0, value?: unknown, options: { signal?: AbortSignal } = {}) => {
    const { signal, ...more } = options;
    pauses.push(Object.keys(more).length > 0 ? [ms, more] : [ms]);
    await real.setImmediate();
    signal?.throwIfAborted();
    return value;
  };
  return { ...real, setTimeout: pause as typeof real.setTimeout };
});
vi.mock(import("../src/queue/open-queue.ts"), async (load) => ({
  ...(await load()),
  meet: vi.fn(),
}));

const storage = {
  put: vi.fn<openQueue.Storage["put"]>(),
  has: vi.fn<openQueue.Storage["has"]>(),
  get: vi.fn<openQueue.Storage["get"]>(),
  removeFolder: vi.fn<openQueue.Storage["removeFolder"]>(),
};
/** What the queue says of a row, each time that it is asked. */
const getWorkflowRun = vi.fn<(asked: { workflowRunId: string }) => Promise<object | null>>();
const cancel = vi.fn(async () => {});
const runWorkflow = vi.fn<(...given: unknown[]) => Promise<object>>();
const [tick, stopWorker] = [vi.fn(async () => 0), vi.fn(async () => {})];
const newWorker = vi.fn<(options: object) => object>();
/** Makes a row as the queue has it made. */
type MakeRow = (run: object) => Promise<unknown>;
const defineWorkflow = vi.fn<(spec: object, make: MakeRow) => void>();
const close = vi.fn(async () => {});

let folder: string;
let count = 0;
beforeEach(async () => {
  folder = join(home, `queue-${count++}`);
  await mkdir(folder);
  vi.stubEnv("TMPDIR", folder);
  for (const mock of [...Object.values(storage), getWorkflowRun, cancel, runWorkflow])
    mock.mockClear();
  for (const mock of [tick, stopWorker, newWorker, defineWorkflow, close]) mock.mockClear();
  storage.put.mockImplementation(async () => {});
  storage.has.mockImplementation(async () => true);
  storage.get.mockImplementation(async (key, path) => writeFile(path, key));
  storage.removeFolder.mockImplementation(async () => {});
  tick.mockImplementation(async () => 0);
  runWorkflow.mockImplementation(async () => ({ workflowRun: { id: "run" }, cancel }));
  newWorker.mockImplementation(() => ({ tick, stop: stopWorker }));
  const flows = { runWorkflow, newWorker, defineWorkflow };
  const backend = { getWorkflowRun };
  const queues = [{ operation: "createHpJob", flows, backend }] as never;
  vi.mocked(openQueue.meet).mockImplementation(async () => ({ queues, storage, close }));
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  pauses.length = 0;
});
afterEach(() => void vi.useRealTimers());

const ended = (status: string, more: object = {}) => ({ status, finishedAt: new Date(), ...more });
const files = { video: "a/video.mp4", poster: "a/poster.jpg", fidelity: "preview" };
const delivered = (output: object = files) => ended("completed", { output });

/** What a row comes to when the queue says these things of it, the last of them again and again. */
async function order(...said: (object | Error)[]) {
  getWorkflowRun.mockImplementation(async () => {
    const next = said.length > 1 ? said.shift()! : said[0]!;
    if (next instanceof Error) throw next;
    return next;
  });
  const renderer = await connectRenderer({ queue: "", storage: "" });
  return render(renderer, { ...hpTask(["Ada"]), jobId: "job" }, { path: folder });
}

/** The keys under which rows were ordered, without what is different each time. */
const keys = () =>
  runWorkflow.mock.calls.map(([, , options]) => {
    const { idempotencyKey } = options as { idempotencyKey: string };
    return idempotencyKey.replace(/-[0-9a-f-]{36}\/.*video-[0-9a-f]{24}\//, "…");
  });

describe("who orders rows", () => {
  test("has 200 of them in the queue at once", async () => {
    expect((await connectRenderer({ queue: "", storage: "" })).rowsAtOnce).toBe(200);
  });

  test.each<[given: object, settings: object]>([
    [{}, { speech: true, sound: "duck" }],
    [{ speech: false }, { speech: false, sound: "duck" }],
    [{ sound: "replace" }, { speech: true, sound: "replace" }],
    [{ voice: "ru" }, { speech: true, sound: "duck", voice: "ru" }],
  ])("orders rows with the settings that it is given: %j", async (given, settings) => {
    getWorkflowRun.mockImplementation(async () => delivered());
    const renderer = await connectRenderer({ queue: "a", storage: "b", ...given });
    expect(openQueue.meet).toHaveBeenLastCalledWith({ queue: "a", storage: "b" });
    await render(renderer, hpTask(["Ada"]), { path: join(folder, JSON.stringify(given)) });
    const [, ordered] = runWorkflow.mock.lastCall as unknown as [unknown, { settings: object }];
    expect(ordered.settings).toEqual(settings);
  });

  test("gives a row a day, asks for it every 400 ms, and fetches its video and its picture", async () => {
    const pending = { status: "pending", finishedAt: null };
    const { path, poster, fidelity } = await order(pending, pending, delivered());
    expect(pauses).toEqual([[400], [400]]);
    const [[, order_, options]] = runWorkflow.mock.calls as unknown as [[unknown, any, any]];
    expect(options.deadlineAt).toEqual(new Date(86_400_000));
    expect(order_.settings).toEqual({ speech: true, sound: "duck" });
    expect([await readFile(path, "utf8"), await readFile(poster!, "utf8")]).toEqual([
      "a/video.mp4",
      "a/poster.jpg",
    ]);
    expect(fidelity).toBe("preview");
    expect(cancel).not.toHaveBeenCalled();
  });

  test.each<[what: string, replace: () => unknown]>([
    ["the queue", () => getWorkflowRun.mockRejectedValue(new Error("away"))],
    ["the storage", () => storage.has.mockRejectedValue(new Error("away"))],
    ["a file", () => storage.get.mockRejectedValue(new Error("away"))],
  ])("waits five minutes for %s that is away, a little longer each time", async (_, replace) => {
    const first = getWorkflowRun.mockImplementation(async () => delivered());
    replace();
    const renderer = await connectRenderer({ queue: "", storage: "" });
    // Then the whole row is tried again, as after every fault, which is not waited for here.
    const open = vi.fn(async () => {
      if (open.mock.calls.length > 1) throw new InputError("stop here");
      return folder;
    });
    await expect(render(renderer, hpTask(["Ada"]), { path: folder, folder: open })).rejects.toThrow(
      /^Stop here\.$/,
    );
    expect(first).toHaveBeenCalled();
    const five = [100, 200, 500, 1000, 2000, ...Array.from({ length: 60 }, () => 5000)];
    expect(pauses.map(([ms]) => ms)).toEqual([...five, 500]);
  });

  test.each<[what: string, said: (object | Error)[], keys: number[], result: string | RegExp]>([
    ["that is made", [delivered()], [1], "made"],
    ["that was cancelled elsewhere", [ended("canceled"), delivered()], [1, 2], "made"],
    ["of which the queue knows nothing", [null as never, delivered()], [1, 2], "made"],
    ["that failed", [ended("failed", { error: { message: "no disk" } })], [1], /^No disk\.$/],
    ["that failed for no reason", [ended("failed")], [1], /^The queue does not say why\.$/],
    ["that cannot be made", [delivered({ error: "it is no video" })], [1], /^It is no video\.$/],
    ["after a question that had no answer", [new Error("cut"), delivered()], [1], "made"],
  ])("has a row %s", async (_, said, attempts, result) => {
    const made = order(...said);
    if (typeof result === "string") expect((await made).path).toMatch(/mp4$/);
    else await expect(made).rejects.toThrow(result);
    expect(keys()).toEqual(attempts.map((attempt) => `job…${attempt}`));
  });

  describe.each(["a/video.mp4", "a/poster.jpg"])("whose file %s is gone", (gone) => {
    test.each([
      [1, 2, "made"],
      [2, 3, "made"],
      [3, 3, "failed"],
    ])("%i times orders it %i times, at once, and then it is %s", async (lost, orders, result) => {
      let left = lost;
      storage.has.mockImplementation(async (key) => key !== gone || left-- <= 0);
      const made = order(delivered());
      if (result === "made") await made;
      else
        await expect(made).rejects.toThrow(
          /^It was made 3 times, and each time its files were gone from the storage\.$/,
        );
      expect(keys()).toEqual([1, 2, 3].slice(0, orders).map((attempt) => `job…${attempt}`));
      expect(pauses).toEqual([]);
    });
  });

  test.each(["a/video.mp4", "a/poster.jpg"])(
    "orders a row again whose file %s goes after it was looked for, and does not wait for it",
    async (gone) => {
      let fetched = 0;
      storage.get.mockImplementation(async (key, path) => {
        if (key === gone && fetched++ === 0) throw new Error("no such file");
        await writeFile(path, key);
      });
      const isOrderedAgain = () => runWorkflow.mock.calls.length > 1;
      storage.has.mockImplementation(
        async (key) => key !== gone || fetched === 0 || isOrderedAgain(),
      );
      const { path } = await order(delivered());
      expect(await readFile(path, "utf8")).toBe("a/video.mp4");
      expect(keys()).toEqual([1, 2].map((attempt) => `job…${attempt}`));
      expect(pauses).toEqual([[100]]);
    },
  );

  test("orders no row of a kind that has no queue", async () => {
    const renderer = await connectRenderer({ queue: "", storage: "" });
    const task = { ...hpTask(["Ada"]), operation: "createLipsyncVideo" as const };
    await expect(render(renderer, task, { path: folder })).rejects.toThrow(
      /^There is no queue for createLipsyncVideo\.$/,
    );
  });

  test("asks for no picture where none was made", async () => {
    const { poster } = await order(delivered({ video: "a/video.mp4" }));
    expect(poster).toBeUndefined();
    expect(storage.has.mock.calls.concat(storage.get.mock.calls as never)).toEqual([
      ["a/video.mp4"],
      ["a/video.mp4", expect.any(String)],
    ]);
  });

  test("cancels a row that is not wanted any more, and another order is not the same", async () => {
    const renderer = await connectRenderer({ queue: "", storage: "" });
    for (const jobId of ["one", "one"]) {
      const unwanted = new AbortController();
      getWorkflowRun.mockImplementation(async () => (unwanted.abort(), { finishedAt: null }));
      const { signal } = unwanted;
      const task = { ...hpTask(["Ada"]), jobId };
      await expect(render(renderer, task, { path: folder, signal })).rejects.toThrow(/abort/);
      await renderer.release!(jobId);
    }
    expect(cancel).toHaveBeenCalledTimes(2);
    const folders = runWorkflow.mock.calls.map(([, given]) => (given as openQueue.Order).folder);
    expect(new Set(folders).size).toBe(2);
    expect(storage.removeFolder.mock.calls).toEqual(folders.map((name) => [name]));
  });

  test.each([
    ["is away", async () => Promise.reject(new Error("away"))],
    ["does not respond", () => new Promise<never>(() => {})],
  ])("ends a job within a second while the storage %s", async (what, remove) => {
    storage.removeFolder.mockImplementation(remove);
    const renderer = await connectRenderer({ queue: "", storage: "" });
    getWorkflowRun.mockImplementation(async () => delivered());
    await render(renderer, { ...hpTask(["Ada"]), jobId: "job" }, { path: folder });
    pauses.length = 0;
    await renderer.release!("job");
    expect(pauses).toContainEqual([1000, { ref: false }]);
    // And goes on behind it, for half a minute.
    const wanted = [100, 200, 500, 1000, 2000, 5000, 5000, 5000, 5000, 5000];
    const tried = () => pauses.filter((one) => one.length === 1).map(([ms]) => ms);
    if (what === "is away") await expect.poll(tried).toEqual(wanted);
    expect(await readdir(folder)).not.toContain("work");
  });
});

describe("a worker", () => {
  const task: RenderTask = { jobId: "job", operation: "createHpJob", ...hpTask(["Ada"]) };
  const settings = { speech: true, sound: "duck" as const };
  /** Makes a row that says what went wrong, or makes a video. */
  const making = (fault: () => Error | undefined) =>
    wrapRenderer(
      async (_task, { scratch }) => {
        const wrong = fault();
        if (wrong) throw wrong;
        await writeFile(join(scratch, "video.mp4"), "video");
        await writeFile(join(scratch, "poster.jpg"), "picture");
        return { fidelity: "composition" };
      },
      { pausesMs: [] },
    );
  const said: string[] = [];
  let stop: () => Promise<void>;
  const download = async () => false;
  async function startWorker(options: Partial<WorkOptions> = {}) {
    said.length = 0;
    const report = (text: string) => void said.push(text);
    stop = await work({ queue: "", storage: "", download, report, ...options });
  }
  afterEach(() => stop());

  /** What the queue says of the row while it is made. */
  const mine = { workerId: "me", finishedAt: null };
  /** Has a row made, as the queue does. */
  async function makeRow(name = "row") {
    const [, make] = defineWorkflow.mock.lastCall!;
    const steps: object[] = [];
    const step = {
      async run(options: object, use: () => Promise<unknown>) {
        steps.push(options);
        return use();
      },
    };
    const input = { task, settings, folder: name };
    const made = make({ input, step, run: { id: "run" } });
    return { made, steps };
  }

  test("makes a row again after a fault for some ten minutes", async () => {
    await startWorker({ renderer: () => making(() => undefined) });
    getWorkflowRun.mockImplementation(async () => mine);
    const { made, steps } = await makeRow();
    await made;
    expect(steps).toEqual([
      {
        name: "render",
        retryPolicy: {
          maximumAttempts: 24,
          initialInterval: "500ms",
          backoffCoefficient: 2,
          maximumInterval: "30s",
        },
      },
    ]);
    expect(defineWorkflow.mock.lastCall![0]).toEqual({
      name: "render-video",
      version: "2",
      retryPolicy: { maximumAttempts: 0, maximumInterval: "30s" },
    });
    // Half a second, twice as long each time, and never more than 30 s.
    const waits = Array.from({ length: 23 }, (_, index) => Math.min(30, 0.5 * 2 ** index));
    expect(waits.reduce((sum, one) => sum + one) / 60).toBeCloseTo(9, 0);
  });

  test("delivers a video and a picture, says what they are, and keeps nothing of them", async () => {
    await startWorker({ renderer: () => making(() => undefined) });
    getWorkflowRun.mockImplementation(async () => mine);
    const [one, other] = [await (await makeRow()).made, await (await makeRow("other")).made];
    const id = "[0-9a-f-]{36}";
    expect(one).toEqual({
      fidelity: "composition",
      video: expect.stringMatching(`^row/${id}/video.mp4$`),
      poster: expect.stringMatching(`^row/${id}/poster.jpg$`),
    });
    expect(other).toMatchObject({ video: expect.stringMatching(/^other\//) });
    // Another row of the same job is made in the same folder.
    await (
      await makeRow()
    ).made;
    expect(storage.put.mock.calls.map(([key]) => key.replace(/\/.*\//, "/…/"))).toEqual([
      "row/…/video.mp4",
      "row/…/poster.jpg",
      "other/…/video.mp4",
      "other/…/poster.jpg",
      "row/…/video.mp4",
      "row/…/poster.jpg",
    ]);
    expect(storage.removeFolder).not.toHaveBeenCalled();
    const left = await listFiles(folder);
    expect(left.filter((name) => !name.includes("lock.sqlite"))).toEqual([]);
  });

  test.each([
    ["usually has one row more than there are cores", {}, availableParallelism() + 1],
    ["has as many rows as it is told", { rowsAtOnce: 3 }, 3],
  ])("%s, of all kinds together", async (_, options, rows) => {
    let [atWork, most] = [0, 0];
    const slow = () => async () => {
      most = Math.max(most, ++atWork);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      atWork--;
      throw new InputError("it is no video");
    };
    await startWorker({ ...options, renderer: slow as never });
    getWorkflowRun.mockImplementation(async () => mine);
    const made = Array.from({ length: rows + 2 }, async () => (await makeRow()).made);
    await Promise.all(made);
    expect([newWorker.mock.calls, most]).toEqual([[[{ concurrency: rows }]], rows]);
  });

  test("asks every 100 ms for rows, and at once when it got one", async () => {
    const asked: number[] = [];
    tick.mockImplementation(async () => {
      asked.push(pauses.length);
      return asked.length === 1 ? 1 : 0;
    });
    await startWorker({ renderer: () => making(() => undefined) });
    await expect.poll(() => asked.length).toBeGreaterThan(3);
    expect(asked.slice(0, 4)).toEqual([0, 0, 1, 2]);
    expect(new Set(pauses.map(([ms]) => ms))).toEqual(new Set([100]));
  });

  /** Rows that end so, one after another. */
  async function makeRows(...faults: (Error | undefined)[]) {
    let row = 0;
    await startWorker({ renderer: () => making(() => faults[row]) });
    getWorkflowRun.mockImplementation(async () => mine);
    const results: unknown[] = [];
    for (; row < faults.length; row++)
      results.push(await (await makeRow(`row-${row}`)).made.catch((error: Error) => error.message));
    return results;
  }
  const fault = new Error("the disk is full");
  const source = new SourceFault("the source is away");
  const input = new InputError("it is no video");
  test.each<[what: string, faults: (Error | undefined)[], rests: number]>([
    ["two faults", [fault, fault], 0],
    ["three faults", [fault, fault, fault], 1],
    ["four faults", [fault, fault, fault, fault], 1],
    ["three faults and a row between", [fault, fault, undefined, fault], 0],
    ["faults of a source", [source, source, source, source], 0],
    ["rows that cannot be made", [input, input, input, input], 0],
    ["three faults and a source between", [fault, fault, source, fault], 1],
  ])("after %s blames its machine so often", async (_, faults, rests) => {
    const results = await makeRows(...faults);
    expect(said).toHaveLength(rests);
    if (rests > 0)
      expect(said[0]).toMatch(
        /^3 rows in a row could not be made on \S+: The disk is full\. This worker takes no rows for 10 s; others make them\.$/,
      );
    if (faults[0] === input)
      expect(results).toEqual(faults.map(() => ({ error: "It is no video." })));
  });

  test("takes no rows for ten seconds after three faults, and then again", async () => {
    const isAsked = async () => {
      tick.mockClear();
      const before = pauses.length;
      await expect.poll(() => pauses.length).toBeGreaterThan(before + 2);
      return tick.mock.calls.length > 0;
    };
    await makeRows(fault, fault, fault);
    expect(await isAsked()).toBe(false);
    vi.setSystemTime(9999);
    expect(await isAsked()).toBe(false);
    vi.setSystemTime(10_000);
    expect(await isAsked()).toBe(true);
  });

  test("blames its machine for no row that was cancelled", async () => {
    const renderer =
      () =>
      async (_task: object, { signal }: { signal: AbortSignal }) => {
        if (!signal.aborted)
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw new Error("ffmpeg was killed (SIGKILL)");
      };
    await startWorker({ renderer: renderer as never });
    const timer = vi.spyOn(globalThis, "setInterval");
    getWorkflowRun.mockImplementation(async () => ({ ...mine, finishedAt: new Date() }));
    for (let row = 0; row < 4; row++) {
      const { made } = await makeRow();
      (timer.mock.calls.at(-1)![0] as () => void)();
      await expect(made).rejects.toThrow(/abort/);
    }
    expect(said).toEqual([]);
  });

  test.each<[what: string, run: object | null, isAborted: boolean]>([
    ["is still its own", mine, false],
    ["was cancelled", { ...mine, finishedAt: new Date() }, true],
    ["is another worker's", { ...mine, workerId: "other" }, true],
    ["is gone", null, true],
  ])("looks every half second whether a row is wanted; one that %s", async (_, run, isAborted) => {
    const [begun, goOn] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
    const renderer = () => async (_task: object, context: { signal: AbortSignal }) => {
      begun.resolve(context.signal);
      await goOn.promise;
      const path = join(folder, "made.mp4");
      await writeFile(path, "video");
      return { path };
    };
    await startWorker({ renderer: renderer as never });
    const [timer, cleared] = [
      vi.spyOn(globalThis, "setInterval"),
      vi.spyOn(globalThis, "clearInterval"),
    ];
    getWorkflowRun.mockImplementation(async () => mine);
    const { made } = await makeRow();
    const signal = await begun.promise;
    expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([500]);
    const [look] = timer.mock.calls[0]!;
    (look as () => void)();
    await new Promise(setImmediate);
    expect(signal.aborted).toBe(false);
    getWorkflowRun.mockImplementation(async () => run);
    (look as () => void)();
    await new Promise(setImmediate);
    expect(signal.aborted).toBe(isAborted);
    goOn.resolve();
    const { video } = (await made) as { video: string };
    // What came too late is not left in the storage.
    const removed = isAborted ? [[video.replace("/video.mp4", "")]] : [];
    expect(storage.removeFolder.mock.calls).toEqual(removed);
    expect(cleared).toHaveBeenCalledWith(timer.mock.results[0]!.value);
  });

  test("ends what it began, once: its questions, its folder and its connections", async () => {
    await startWorker({ renderer: () => making(() => undefined) });
    const parent = join(folder, "video-generation-renderer");
    expect(await readdir(parent)).toHaveLength(1);
    // Two signals may ask for it.
    await Promise.all([stop(), stop()]);
    expect([stopWorker, close].map((mock) => mock.mock.calls.length)).toEqual([1, 1]);
    expect(await readdir(parent)).toEqual([]);
    const [asked, paused] = [tick.mock.calls.length, pauses.length];
    await new Promise(setImmediate);
    expect([tick.mock.calls.length, pauses.length]).toEqual([asked, paused]);
    expect(existsSync(parent)).toBe(true);
  });
});
