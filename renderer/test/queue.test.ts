import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RenderContext, RenderTask } from "video-generation-emulator";
import { createDownload, type EmulatorOptions } from "../../emulator/src/index.ts";
import { workbook } from "../../test/support/workbook.ts";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import type { Listening } from "../../scripts/support/listen.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import { connectRenderer, wrapRenderer } from "../src/index.ts";
import { meet } from "../src/queue/open-queue.ts";
import { work, type WorkOptions } from "../src/queue/work.ts";
import { type Database, startPostgres } from "../../test/support/postgres.ts";
import { childrenOf } from "./support/processes.ts";
import { startProxy } from "./support/proxy.ts";
import {
  lavfi,
  listFiles,
  make,
  rendererTools,
  requestFrom,
  send,
  serve,
  startEmulator,
  still,
  videosOf,
} from "./support/render.ts";

const names = Array.from({ length: 12 }, (_, index) => `Guest ${index + 1}`);
const tooLong = "x".repeat(10_000);
const allowHosts = ["127.0.0.1"];

describe("a queue", requires(tools.postgres, ...rendererTools), () => {
  let home: TemporaryFolder;
  let media: Listening;
  let database: Database;
  let storage: string;
  beforeAll(async () => {
    home = await temporaryFolder();
    database = await startPostgres();
    storage = join(home.path, "storage");
    const short = lavfi("testsrc2=s=320x180:r=25:d=2");
    const files: Record<string, Buffer> = {
      "/base": await readFile(await make(join(home.path, "base.mp4"), ...short)),
      "/long": await readFile(await make(join(home.path, "long.mp4"), ...still)),
      "/sheet": workbook([["name"], ...[...names, tooLong].map((name) => [name])]),
    };
    media = await serve(files);
  });
  afterAll(async () => {
    await media[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await home.remove();
  });

  const request = (change: object = {}) => requestFrom(media.origin, names.length, change);

  /** An emulator that leaves all rendering to workers. */
  async function startQueued(options: EmulatorOptions = {}, place = meeting()) {
    const renderer = await connectRenderer({ ...place, speech: false });
    return startEmulator({ ...options, renderer });
  }

  const meeting = () => ({ queue: database.address, storage });

  async function startWorker(options: Partial<WorkOptions> = {}) {
    const stop = await work({ ...meeting(), download: createDownload(allowHosts), ...options });
    return Object.assign(stop, { [Symbol.asyncDispose]: stop });
  }

  /** A renderer that takes no time: the video is the base. */
  const draw = () =>
    wrapRenderer(
      async (_task, { scratch }) => {
        await copyFile(join(home.path, "base.mp4"), join(scratch, "video.mp4"));
        return { fidelity: "composition" };
      },
      { pausesMs: [] },
    );

  /** A process with a line of output when it is ready. Use with `using`. */
  async function startProcess(script: string, ...words: string[]) {
    const path = join(import.meta.dirname, "support", script);
    const child = spawn(process.execPath, [path, ...words], {
      env: { ...process.env, TMPDIR: home.path },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return { child, line, [Symbol.dispose]: () => void child.kill("SIGKILL") };
  }

  /** What the queue knows of each row of a job, of all attempts. */
  async function readRuns(jobId: string) {
    const { queues, close } = await meet(meeting(), ["hp"]);
    const { backend } = queues[0]!;
    const { data } = await backend.listWorkflowRuns({ limit: 200 });
    const runs = await Promise.all(
      data
        .filter(({ idempotencyKey }) => idempotencyKey?.startsWith(`${jobId}-`))
        .map(async ({ id, status, workerId, attempts }) => {
          const { data: steps } = await backend.listStepAttempts({ workflowRunId: id });
          const made = steps.filter((step) => step.status === "completed").length;
          return { status, workerId, attempts, made };
        }),
    );
    await close();
    return runs;
  }

  async function expectAllRows(
    address: string,
    jobId: string,
    count = names.length,
    kept = storage,
  ) {
    const videos = await videosOf(address, jobId);
    expect(videos.map(({ status }) => status)).toEqual(
      names.slice(0, count).map(() => "completed"),
    );
    // What was fetched is not kept.
    await expect.poll(() => listFiles(kept)).toEqual([]);
  }

  test("spreads a job over three workers, and has no row made twice but the one that a kill cut", async () => {
    const start = () => startProcess("run-worker.ts", database.address, storage);
    using killed = await start();
    using _second = await start();
    using _third = await start();
    const emulator = await startQueued();
    const jobId = await send(emulator.url, request());
    const countBusy = async () => {
      const done = (await readRuns(jobId)).filter(({ status }) => status === "completed");
      return new Set(done.map(({ workerId }) => workerId)).size;
    };
    await expect.poll(countBusy).toBe(3);
    await expect
      .poll(() => childrenOf(killed.child.pid!, "ffmpeg"), { interval: 5 })
      .not.toEqual([]);
    const ended = once(killed.child, "exit");
    killed.child.kill("SIGKILL");
    await ended;
    const listFolders = () => readdir(join(home.path, "video-generation-renderer"));
    const ofKilled = expect.stringMatching(new RegExp(`^${killed.child.pid}-`));
    expect(await listFolders()).toContainEqual(ofKilled);
    using _fourth = await start();
    expect(await listFolders()).not.toContainEqual(ofKilled);
    await expectAllRows(emulator.url, jobId);
    const runs = await readRuns(jobId);
    expect(runs.map(({ made }) => made)).toEqual(names.map(() => 1));
    expect(runs.map(({ attempts }) => attempts).sort()).toEqual([
      ...names.slice(1).map(() => 1),
      2,
    ]);
    await emulator.close();
  });

  test("keeps what was ordered when the emulator is killed, and orders anew what it had cancelled when it ended", async () => {
    const data = join(home.path, "data");
    const closed = await startQueued({ dataFolder: data });
    const jobId = await send(closed.url, request());
    const count = async (wanted: string) =>
      (await readRuns(jobId)).filter(({ status }) => status === wanted).length;
    await expect.poll(() => count("pending")).toBe(names.length);
    await closed.close();
    expect(await count("canceled")).toBe(names.length);
    {
      using killed = await startProcess("run-emulator.ts", data, database.address, storage);
      await expect.poll(() => count("pending")).toBe(names.length);
      const ended = once(killed.child, "exit");
      killed.child.kill("SIGKILL");
      await ended;
    }
    const stop = await startWorker();
    const emulator = await startQueued({ dataFolder: data });
    await expectAllRows(emulator.url, jobId);
    expect((await readRuns(jobId)).map(({ made }) => made).sort()).toEqual([
      ...names.map(() => 0),
      ...names.map(() => 1),
    ]);
    await emulator.close();
    await stop();
  });

  test("tells why a row cannot be made, and makes anew what nobody has kept", async () => {
    const stop = await startWorker();
    // The same identifiers in both.
    for (const _ of ["first", "second"]) {
      const emulator = await startQueued({ seed: 7 });
      const last = { data_slice_start_index: names.length, data_slice_end_index: names.length + 1 };
      const jobId = await send(emulator.url, request(last));
      const videos = await videosOf(emulator.url, jobId);
      expect(videos.map(({ error }) => error)).toEqual([
        undefined,
        expect.stringMatching(/^Segment 1: its text of 10000 characters does not fit/),
      ]);
      await emulator.close();
    }
    await stop();
  });

  const full = () =>
    Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

  test("loses no row to a worker that cannot make any, and the worker says why", async () => {
    const said: string[] = [];
    const broken = () => () => Promise.reject(full());
    await using _broken = await startWorker({
      renderer: broken,
      report: (text) => said.push(text),
    });
    await using _whole = await startWorker({ renderer: draw });
    await using emulator = await startQueued();
    const jobId = await send(emulator.url, request());
    await expectAllRows(emulator.url, jobId);
    expect(said[0]).toMatch(
      /^3 rows in a row could not be made on .*: ENOSPC.* takes no rows for 10 s/,
    );
  });

  test("loses no row while database and storage are away", async () => {
    await using away = await startProxy(Number(new URL(database.address).port));
    const place = {
      queue: database.address.replace(/:\d+\//, `:${away.port}/`),
      storage: join(home.path, "unsteady"),
    };
    await using _worker = await startWorker({ renderer: draw, ...place });
    await using emulator = await startQueued({}, place);
    const jobId = await send(emulator.url, request());
    // While rows are posted, and while files are put and fetched.
    await rename(place.storage, `${place.storage}-away`);
    await writeFile(place.storage, "");
    await away.beAway(6000);
    await rm(place.storage);
    await rename(`${place.storage}-away`, place.storage);
    await expectAllRows(emulator.url, jobId, names.length, place.storage);
  });

  test("keeps the jobs of two installations apart, though they have the same identifiers", async () => {
    await using _worker = await startWorker({ renderer: draw });
    await using one = await startQueued({ seed: 11 });
    await using other = await startQueued({ seed: 11 });
    const ids = await Promise.all([one, other].map(({ url }) => send(url, request())));
    expect(ids[0]).toBe(ids[1]);
    await one.reset();
    await expectAllRows(other.url, ids[1]!);
  });

  test("gives each worker only the kinds of job that it takes", async () => {
    const taken: string[] = [];
    const noting = (name: string) => () => async (task: RenderTask, context: RenderContext) => {
      taken.push(`${name} ${task.operation}`);
      return draw()(task, context);
    };
    await using _one = await startWorker({ renderer: noting("one"), takes: ["lipsync"] });
    await using _other = await startWorker({ renderer: noting("other"), takes: ["hp", "slides"] });
    await using emulator = await startQueued();
    const jobId = await send(emulator.url, request({ data_slice_end_index: 1 }));
    await fetch(`${emulator.url}/api/express_lipsync_video`, {
      method: "POST",
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      body: JSON.stringify(lipsyncRequest()),
    });
    await expectAllRows(emulator.url, jobId, 1);
    await expect.poll(() => taken.sort()).toEqual(["one createLipsyncVideo", "other createHpJob"]);
  });

  test("makes the rows of the oldest job first, and jobs of one row in the order in which they came", async () => {
    await using emulator = await startQueued();
    const big = await send(emulator.url, request());
    await expect.poll(async () => (await readRuns(big)).length).toBe(names.length);
    const small: string[] = [];
    for (let job = 0; job < 24; job++) {
      small.push(await send(emulator.url, request({ data_slice_end_index: 1 })));
      await expect.poll(async () => (await readRuns(small.at(-1)!)).length).toBe(1);
    }
    const made: string[] = [];
    const renderer = () => async (task: RenderTask, context: RenderContext) => {
      made.push(task.jobId.slice(0, big.length));
      return draw()(task, context);
    };
    await using _worker = await startWorker({ renderer, rowsAtOnce: 1 });
    for (const jobId of small) await expectAllRows(emulator.url, jobId, 1);
    expect(made).toEqual([...names.map(() => big), ...small]);
  });

  test("stops the programs of workers when the emulator is reset", async () => {
    const stop = await startWorker();
    const emulator = await startQueued();
    const jobId = await send(emulator.url, request({ base_video_url: `${media.origin}/long` }));
    await expect.poll(() => childrenOf(process.pid, "ffmpeg")).not.toEqual([]);
    await emulator.reset();
    await expect.poll(() => childrenOf(process.pid, "ffmpeg")).toEqual([]);
    await emulator.close();
    await stop();
    const runs = await readRuns(jobId);
    expect(runs.map(({ status }) => status)).toEqual(names.map(() => "canceled"));
    expect(await listFiles(storage)).toEqual([]);
  });
});

describe("a queue that cannot be used is refused", () => {
  test.each([
    [
      "./jobs.db",
      "/videos",
      /^The queue \.\/jobs\.db cannot be used: it is no address of a Postgres/,
    ],
    ["mysql://me:secret@host/d", "/videos", /^The queue mysql:\/\/me@host\/d.*no address of a/],
    ["postgres://me:secret@127.0.0.1:9/d", tmpdir(), /^The queue postgres:\/\/me@127.*refused/i],
    ["postgres://127.0.0.1/d", "ftp://host", /^The storage ftp:\/\/host cannot be used: it is nei/],
    ["postgres://127.0.0.1/d", "/dev/null", /^The storage \/dev\/null cannot be used: /],
  ])("%s with %s", async (queue, storage, message) => {
    await expect(connectRenderer({ queue, storage })).rejects.toThrow(message);
  });
});
