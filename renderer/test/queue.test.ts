import { hash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RenderContext, RenderTask } from "video-generation-emulator";
import { createDownload, type EmulatorOptions } from "../../emulator/src/index.ts";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import type { Listening } from "../../test/support/listen.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { connectRenderer, createRenderer, type QueueOptions, wrapRenderer } from "../src/index.ts";
import { meet } from "../src/queue/open-queue.ts";
import { work, type WorkOptions } from "../src/queue/work.ts";
import { type Database, startPostgres } from "../../test/support/postgres.ts";
import { mount, mounts } from "../../test/support/mount.ts";
import { childrenOf, isRunning } from "../../test/support/processes.ts";
import { startProcess } from "./support/processes.ts";
import {
  home,
  listFiles,
  make,
  rendererTools,
  requestFrom,
  send,
  serve,
  sheetOf,
  small,
  startEmulator,
  still,
  videosOf,
} from "./support/render.ts";

const guests = (count: number) => Array.from({ length: count }, (_, index) => `Guest ${index + 1}`);
const names = guests(9);
const manyRows = 12;

describe("a queue", requires(tools.postgres, ...rendererTools), () => {
  /** Paths that get 503 once. */
  const failing = new Set<string>();
  let media: Listening;
  let database: Database;
  const storage = join(home, "storage");
  beforeAll(async () => {
    database = await startPostgres();
    const files = {
      "/base": await readFile(await make(join(home, "base.mp4"), ...small)),
      "/long": await readFile(await make(join(home, "long.mp4"), ...still)),
      "/sheet": sheetOf([...names, "x".repeat(10_000)]),
      "/many": sheetOf(guests(manyRows)),
    };
    media = await serve(files, failing);
  });
  afterAll(async () => {
    await media[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const request = (change: object = {}) => requestFrom(media.origin, names.length, change);

  /** An emulator that leaves all rendering to workers. */
  async function startQueued(options: EmulatorOptions = {}, place: QueueOptions = meeting()) {
    const renderer = await connectRenderer({ speech: false, ...place });
    return startEmulator({ ...options, renderer });
  }

  const meeting = () => ({ queue: database.address, storage });

  const start = () => startProcess("run-worker.ts", database.address, storage);

  async function startWorker(options: Partial<WorkOptions> = {}) {
    const download = createDownload(["127.0.0.1"]);
    const stop = await work({ ...meeting(), download, ...options });
    return Object.assign(stop, { [Symbol.asyncDispose]: stop });
  }

  /** A renderer that takes no time: the video is the base. */
  const draw = () =>
    wrapRenderer(
      async (_task, { scratch }) => {
        await copyFile(join(home, "base.mp4"), join(scratch, "video.mp4"));
        return { fidelity: "composition" };
      },
      { pausesMs: [] },
    );

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

  async function expectAllRows(address: string, jobId: string, count = names.length) {
    const videos = await videosOf(address, jobId);
    expect(videos.map(({ status }) => status)).toEqual(Array(count).fill("completed"));
    // What was fetched is not kept.
    await expect.poll(() => listFiles(storage)).toEqual([]);
  }

  test("is opened by several at once, of which one makes its tables", async () => {
    const opened = await Promise.all(guests(5).map(() => meet(meeting())));
    await Promise.all(opened.map(({ close }) => close()));
  });

  test("makes each row once and the same, while workers are killed and stopped", async () => {
    const workers = await Promise.all([start(), start(), start()]);
    onTestFinished(async () => void (await Promise.all(workers.map(({ kill }) => kill()))));
    await using emulator = await startQueued({}, { ...meeting(), speech: true });
    const sheet = { data_slice_end_index: manyRows, data_xlsx_url: `${media.origin}/many` };
    const body = request({ music: true, ...sheet });
    const jobId = await send(emulator.url, body);
    const isBusy = async (pid: number) => {
      await expect.poll(() => childrenOf(pid, "ffmpeg"), { interval: 5 }).not.toEqual([]);
    };
    for (const { pid } of workers) await isBusy(pid);
    process.kill(workers[0]!.pid, "SIGSTOP");
    for (let kill = 0; kill < 3; kill++) {
      const [worker] = workers.splice(1, 1);
      await isBusy(worker!.pid);
      await worker!.kill();
      workers.push(await start());
    }
    await expectAllRows(emulator.url, jobId, manyRows);
    process.kill(workers[0]!.pid, "SIGCONT");
    // A worker that was killed left a folder, which the next one has removed.
    const folders = await readdir(join(home, "video-generation-renderer"));
    expect(folders.filter((name) => name.startsWith("worker-"))).toHaveLength(workers.length);
    const hashesOf = async (address: string, job: string) =>
      Promise.all(
        (await videosOf(address, job)).map(async ({ video_url }) =>
          hash("sha256", Buffer.from(await (await fetch(video_url)).arrayBuffer())),
        ),
      );
    const hashes = await hashesOf(emulator.url, jobId);
    expect(new Set(hashes).size).toBe(manyRows);
    await using alone = await startEmulator({ renderer: createRenderer() });
    expect(await hashesOf(alone.url, await send(alone.url, body))).toEqual(hashes);
    expect((await readRuns(jobId)).every(({ made }) => made === 1)).toBe(true);
    expect(await listFiles(storage)).toEqual([]);
  }, 600_000);

  test("keeps what was ordered when the emulator is killed, and orders anew what it had cancelled when it ended", async () => {
    const data = join(home, "data");
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
      await killed.kill();
    }
    await using _worker = await startWorker({ renderer: draw });
    await using emulator = await startQueued({ dataFolder: data });
    await expectAllRows(emulator.url, jobId);
    expect((await readRuns(jobId)).map(({ made }) => made).sort()).toEqual([
      ...names.map(() => 0),
      ...names.map(() => 1),
    ]);
  });

  test(
    "loses no row to one of three disks that is full, a source that responds with 503 once, and four killed programs",
    requires(mounts),
    async () => {
      const said: string[] = [];
      const path = join(home, "full");
      using _disk = await mount(path, "300k");
      vi.stubEnv("TMPDIR", path);
      await using _full = await startWorker({ report: (text) => said.push(text) });
      vi.unstubAllEnvs();
      using second = await start();
      using third = await start();
      await using emulator = await startQueued();
      failing.add("/base");
      const jobId = await send(emulator.url, request());
      const killed = new Set<number>();
      const killFour = async () => {
        for (const { pid } of [second, third])
          for (const child of await childrenOf(pid, "ffmpeg"))
            if (killed.size < 4 && process.kill(child, "SIGKILL")) killed.add(child);
        return killed.size;
      };
      await expect.poll(killFour, { interval: 5 }).toBe(4);
      await expectAllRows(emulator.url, jobId);
      expect(failing.size).toBe(0);
      expect(said[0]).toMatch(
        /^3 rows in a row could not be made on .*: .*(full|ENOSPC|No space).* takes no rows for 10 s/,
      );
    },
  );

  test("loses no row while the emulator's own disk is full", requires(mounts), async () => {
    const path = join(home, "emulator");
    using disk = await mount(path, "8k");
    await using _worker = await startWorker({ renderer: async () => draw() });
    vi.stubEnv("TMPDIR", path);
    const queued = await connectRenderer({ speech: false, ...meeting() });
    let attempts = 0;
    const render = async (task: RenderTask, context: RenderContext) =>
      queued(task, { ...context, folder: () => (attempts++, context.folder()) });
    const renderer = Object.assign(render, {
      rowsAtOnce: queued.rowsAtOnce!,
      release: queued.release!,
    });
    await using emulator = await startEmulator({ renderer });
    await writeFile(join(path, "filling"), Buffer.alloc(8192));
    const jobId = await send(emulator.url, request());
    // A row that is tried again has met the full disk.
    await expect.poll(() => attempts).toBeGreaterThan(names.length);
    vi.unstubAllEnvs();
    disk.resize("remount,size=100m");
    await expectAllRows(emulator.url, jobId);
  });

  test.each([
    ["a step begins", "insert on openworkflow.step_attempts"],
    ["a step ends", "update on openworkflow.step_attempts"],
    ["a row ends", "update of output on openworkflow.workflow_runs"],
  ])("loses no row when the database fails three times as %s", async (_moment, change) => {
    await using _worker = await startWorker({ renderer: draw });
    await using emulator = await startQueued();
    const sql = postgres(database.address, { max: 1, onnotice() {} });
    await sql.unsafe(`
      create sequence faults;
      create function fail() returns trigger language plpgsql as $$ begin
        -- What a sequence counts stays counted when the change is taken back.
        if nextval('faults') <= 3 then raise exception 'a fault of the database'; end if;
        return new;
      end $$;
      create trigger fail before ${change} for each row execute function fail()`);
    await using _ = new AsyncDisposableStack();
    _.defer(() => sql.end());
    _.defer(async () => void (await sql`drop sequence faults`));
    _.defer(async () => void (await sql`drop function fail() cascade`));
    await expectAllRows(emulator.url, await send(emulator.url, request()));
    const [faults] = await sql`select last_value from faults`;
    expect(Number(faults!["last_value"])).toBeGreaterThan(3);
  });

  test("loses no row and no worker while the server of the database crashes and recovers again and again", async () => {
    using one = await start();
    using other = await start();
    await using emulator = await startQueued();
    const jobId = await send(emulator.url, request());
    const sql = postgres(database.address, { max: 1, fetch_types: false, onnotice() {} });
    const crash = async () => {
      const connections = sql`select pid from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`;
      try {
        const [one] = await connections;
        return process.kill(one!["pid"] as number, "SIGKILL");
      } catch {
        return false;
      }
    };
    for (let crashes = 0; crashes < 20; crashes++)
      await expect.poll(crash, { interval: 1 }).toBe(true);
    await sql.end();
    await expectAllRows(emulator.url, jobId);
    for (const { pid } of [one, other]) expect(await isRunning(pid)).toBe(true);
  });

  test("tells why a row cannot be made, and keeps two installations apart that have the same identifiers", async () => {
    await using _worker = await startWorker();
    await using one = await startQueued({ seed: 11 });
    await using other = await startQueued({ seed: 11 });
    const last = { data_slice_start_index: names.length, data_slice_end_index: names.length + 1 };
    const jobId = await send(one.url, request(last));
    await send(other.url, request(last));
    await one.reset();
    // And the identifier of before the reset.
    await send(one.url, request(last));
    for (const { url } of [one, other])
      expect((await videosOf(url, jobId)).map(({ error }) => error)).toEqual([
        undefined,
        expect.stringMatching(/^Segment 1: its text of 10000 characters does not fit/),
      ]);
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
    await send(emulator.url, lipsyncRequest(), "express_lipsync_video");
    await expectAllRows(emulator.url, jobId, 1);
    await expect.poll(() => taken.sort()).toEqual(["one createLipsyncVideo", "other createHpJob"]);
  });

  test("makes each row with its own settings, keeps no file that it delivered, and blames a machine for faults in a row alone", async () => {
    const asked: unknown[] = [];
    const said: string[] = [];
    let calls = 0;
    const renderer = ({ speech }: { speech?: boolean }) => {
      asked.push(speech);
      return async (task: RenderTask, context: RenderContext) => {
        if (++calls % 3 !== 0) throw new Error("a fault of this machine");
        return draw()(task, context);
      };
    };
    const report = (text: string) => void said.push(text);
    const temporary = join(home, "delivered");
    vi.stubEnv("TMPDIR", await mkdir(temporary, { recursive: true }));
    await using _worker = await startWorker({ renderer, rowsAtOnce: 1, report });
    vi.unstubAllEnvs();
    await using spoken = await startQueued({}, { ...meeting(), speech: true });
    await using silent = await startQueued();
    for (const { url } of [spoken, silent]) {
      const jobId = await send(url, request({ data_slice_end_index: 2 }));
      await expectAllRows(url, jobId, 2);
    }
    expect(new Set(asked)).toEqual(new Set([true, false]));
    const left = await listFiles(temporary);
    expect(left.filter((name) => /(?:mp4|jpg|json)$/.test(name))).toEqual([]);
    expect(calls).toBe(12);
    expect(said).toEqual([]);
  });

  test("hands over all that was made: the video, a picture of it, and the words for it", async () => {
    const words = { fidelity: "preview", warning: "Segment 1 is shown and not spoken." };
    const renderer = () =>
      wrapRenderer(
        async (_task, { scratch }) => {
          await writeFile(join(scratch, "video.mp4"), "video");
          await writeFile(join(scratch, "poster.jpg"), "picture");
          return words;
        },
        { pausesMs: [] },
      );
    await using _worker = await startWorker({ renderer });
    await using emulator = await startQueued();
    const jobId = await send(emulator.url, request({ data_slice_end_index: 1 }));
    await expectAllRows(emulator.url, jobId, 1);
    expect(emulator.jobs.get(jobId)?.videos).toMatchObject([words]);
    const read = async (name: string) =>
      (await fetch(`${emulator.url}/emulator/media/${jobId}/${name}`)).text();
    expect([await read("1.mp4"), await read("1.jpg")]).toEqual(["video", "picture"]);
  });

  test("makes a row three times whose files are gone from the storage, and no more", async () => {
    const elsewhere = await mkdir(join(home, "elsewhere"), { recursive: true });
    // Leads to the storage, or to where nobody finds the files again.
    const link = join(home, "link");
    await symlink(elsewhere!, link);
    const made: Record<number, number> = {};
    const renderer = () => async (task: RenderTask, context: RenderContext) => {
      const { index } = task.row!;
      made[index] = (made[index] ?? 0) + 1;
      await rm(link);
      // The first row loses its files once, the second twice.
      await symlink(made[index] <= index ? elsewhere! : storage, link);
      return draw()(task, context);
    };
    await using _worker = await startWorker({ renderer, rowsAtOnce: 1, storage: link });
    await using emulator = await startQueued();
    const jobId = await send(emulator.url, request({ data_slice_end_index: 3 }));
    const videos = await videosOf(emulator.url, jobId);
    expect(videos.map(({ status, error }) => [status, error])).toEqual([
      ["completed", undefined],
      ["completed", undefined],
      ["failed", "It was made 3 times, and each time its files were gone from the storage."],
    ]);
    expect(made).toEqual({ 1: 2, 2: 3, 3: 3 });
  });

  test("makes the rows of the oldest job first, and jobs of one row in the order in which they came", async () => {
    await using emulator = await startQueued();
    const big = await send(emulator.url, request());
    await expect.poll(async () => (await readRuns(big)).length).toBe(names.length);
    const small: string[] = [];
    for (let job = 0; job < 8; job++) {
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
    await using _worker = await startWorker();
    await using emulator = await startQueued();
    const jobId = await send(emulator.url, request({ base_video_url: `${media.origin}/long` }));
    await expect.poll(() => childrenOf(process.pid, "ffmpeg", "base.mp4")).not.toEqual([]);
    await emulator.reset();
    await expect.poll(() => childrenOf(process.pid, "ffmpeg")).toEqual([]);
    const runs = await readRuns(jobId);
    expect(runs.map(({ status }) => status)).toEqual(names.map(() => "canceled"));
    expect(await listFiles(storage)).toEqual([]);
  });
});

describe("a queue that cannot be used is refused", () => {
  test.each([
    [
      "mysql://me:secret@host/d",
      "/videos",
      /^The queue mysql:\/\/me@host\/d cannot be used: it is no address of a Postgres database\. Set it to postgres:\/\/user@host\/database, and PGPASSWORD to the password\.$/,
    ],
    ["postgres://me:s:cret@127.0.0.1:9/d", home, /^The queue postgres:\/\/me@127.*refused/i],
    ["postgres://me:s?cret@host/d", home, /^(?!.*cret)The queue that was given cannot/],
    ["postgres://me:1/s#cret@host/d", home, /^(?!.*cret)The queue that was given cannot/],
    ["postgresql:me:secret@host/d", home, /^(?!.*secret)The queue that was given cannot/],
    ["postgres://127.0.0.1:9/d?password=secret", home, /^(?!.*secret)The queue postgres:\/\/127/],
    [
      "postgres://127.0.0.1/d",
      "ftp://host",
      /^The storage ftp:\/\/host cannot be used: it is neither a folder nor S3\. Set it to a folder or s3:\/\/bucket\/prefix\.$/,
    ],
    ["postgres://127.0.0.1/d", "/dev/null", /^The storage \/dev\/null cannot be used: /],
    ["postgres://127.0.0.1/d", "/proc/a/b", /^The storage \/proc\/a\/b cannot be used: ENOENT/],
  ])("%s with %s", async (queue, storage, message) => {
    await expect(connectRenderer({ queue, storage })).rejects.toThrow(message);
  });
});

test("a module that returns no renderer is refused at the start", async () => {
  const nothing = { renderer: (() => undefined) as never, download: async () => false };
  await expect(work({ queue: "", storage: "", ...nothing })).rejects.toThrow(
    new Error("createRenderer returns no renderer: it has to return a function."),
  );
});
