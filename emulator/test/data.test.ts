/** A data folder: what it keeps, and what happens when it cannot. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open as openFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import { listen } from "../../test/support/listen.ts";
import { createEmulator, type EmulatorOptions } from "../src/index.ts";
import { JobFolders } from "../src/jobs/folders.ts";
import { SqliteStore } from "../src/jobs/sqlite-store.ts";
import { call, createHpJob, readHpJob, send, start } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  // After the emulators that use it: what was begun last ends first.
  onTestFinished(() => folder.remove());
});

const open = (options: EmulatorOptions = {}) => start({ dataFolder: folder.path, ...options });

test.each([
  ["a data folder may be read by those who may read what is beside it", true, 0o755],
  ["a temporary folder is its owner's alone", false, 0o700],
])("%s", async (_, isKept, mode) => {
  const folders = new JobFolders(isKept ? join(folder.path, "data") : undefined);
  const usual = process.umask(0o022);
  onTestFinished(async () => {
    process.umask(usual);
    await folders.close();
  });
  const found = (await stat(await folders.of("job-1"))).mode & 0o777;
  expect(found.toString(8)).toBe(mode.toString(8));
});

describe("a data folder", () => {
  test("keeps jobs, their history and the clock across a restart, and jobs go on", async () => {
    const first = await open();
    const done = await createHpJob(first);
    await first.clock.advance("1m");
    const waiting = await createHpJob(first);
    const jobs = first.jobs.list();
    const time = first.clock.now();
    await first.close();

    const second = await open();
    expect(second.jobs.list()).toEqual(jobs);
    expect(second.clock.now()).toBe(time);
    expect((await readHpJob(second, done)).status).toBe("completed");
    await second.clock.advance("10s");
    expect((await readHpJob(second, waiting)).status).toBe("completed");
    expect([done, waiting]).not.toContain(await createHpJob(second));
  });

  /** Makes a database, and does something to it. */
  const change = async (act: (path: string) => Promise<void> | void) => {
    const emulator = await open();
    for (let count = 0; count < 30; count++) await createHpJob(emulator);
    await emulator.close();
    await act(join(folder.path, "jobs.sqlite"));
  };
  const damage = async (path: string) => {
    await using file = await openFile(path, "r+");
    await file.write(Buffer.alloc(8192, "Z"), 0, 8192, 8192);
  };
  const write = (text: string) => (path: string) => writeFile(path, text);
  const perform = (sql: string) => (path: string) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
  const later = { clock: { startAt: "2100-01-01" }, seed: 5 };

  test.each<[string, Parameters<typeof change>[0], RegExp, EmulatorOptions?]>([
    ["a file that is no database", write("nonsense ".repeat(1000)), /not a database/],
    ["a damaged page", damage, /: \S+jobs\.sqlite is damaged; restore it from a copy\./],
    [
      "a database of another format",
      perform("PRAGMA user_version = 2"),
      /: \S+jobs\.sqlite is from another version of the emulator\./,
    ],
    ["a table that is missing", perform("DROP TABLE facts"), /no such table: facts/],
    ["a clock that is no JSON", perform("UPDATE facts SET value = '{'"), /JSON/],
    [
      "a clock that started at another time",
      () => {},
      /: its clock shows 2\d{3}-[-\dT:.]+Z, by which its jobs are due, and startAt is another time; leave startAt out, and move the clock with clock\.set\(\)\./,
      later,
    ],
  ])(
    "with %s is refused in one sentence, left as it is, and free at once",
    async (_, spoil, reason, options) => {
      const path = join(folder.path, "jobs.sqlite");
      let whole: Buffer | undefined;
      await change(async () => {
        whole = await readFile(path);
        await spoil(path);
      });
      const before = await readFile(path);
      const exec = vi.spyOn(DatabaseSync.prototype, "exec");
      onTestFinished(() => exec.mockRestore());
      for (let time = 0; time < 2; time++) {
        await expect(open(options)).rejects.toThrow(reason);
        await expect(open(options)).rejects.toThrow(/^The data folder [^\n]*--data\.$/);
      }
      const opened = exec.mock.contexts as DatabaseSync[];
      expect(opened.map(({ isOpen }) => isOpen)).not.toContain(true);
      expect(await readdir(folder.path)).toEqual(["jobs.sqlite"]);
      expect((await readFile(path)).equals(before), "its bytes").toBe(true);
      await writeFile(path, whole!);
      expect((await open()).jobs.list()).toHaveLength(30);
    },
  );

  test("is made with its parents, refused to a second emulator, and free again after the first", async () => {
    const dataFolder = join(folder.path, "a/b/c");
    const first = await open({ dataFolder });
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    await expect(open({ dataFolder })).rejects.toThrow(
      /^The data folder \S+ cannot be used: it is in use by another emulator\. Choose another one with --data\.$/,
    );
    const [refused] = exec.mock.contexts as DatabaseSync[];
    exec.mockRestore();
    expect(refused!.isOpen).toBe(false);
    await first.close();
    await open({ dataFolder });
    const file = await folder.write("file", "");
    await expect(open({ dataFolder: join(file, "x") })).rejects.toThrow(/--data\.$/);
  });
});

describe("a damaged row", () => {
  const damages = {
    "a request that is no JSON":
      "UPDATE jobs SET input = replace(input, '\"', '') WHERE sequence = 3",
    "details that are no JSON":
      "UPDATE jobs SET details = 'XXXXXXXX' || details WHERE sequence = 3",
    "bytes that are no text": "UPDATE jobs SET details = x'ff00ff00' WHERE sequence = 3",
    "another kind of job":
      "UPDATE jobs SET details = replace(details, 'createHpJob', 'createHqJob') WHERE sequence = 3",
    "no history":
      "UPDATE jobs SET details = replace(details, 'history', 'hystery') WHERE sequence = 3",
    "a name that is no text": "UPDATE jobs SET id = x'ff00' WHERE sequence = 3",
    ...Object.fromEntries(
      [
        ["$.history[0]", "json('null')"],
        ["$.videos", "json('[null]')"],
        ["$.createdAtMs", "'soon'"],
        ["$.dueAtMs", "'soon'"],
      ].map(([path, value]) => [
        `${value} at ${path}`,
        `UPDATE jobs SET details = json_set(details, '${path}', ${value}) WHERE sequence = 3`,
      ]),
    ),
  };

  test.each(Object.entries(damages))(
    "with %s is left out by name, and the other jobs go on",
    async (_, damage) => {
      const first = await open();
      const ids = [];
      for (let count = 0; count < 5; count++) ids.push(await createHpJob(first));
      await first.close();
      const database = new DatabaseSync(join(folder.path, "jobs.sqlite"));
      database.exec(damage);
      database.close();
      const told = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => told.mockRestore());

      const second = await open();
      const [damaged] = ids.splice(2, 1);
      await send(second, { method: "POST", path: "/emulator/finish" });
      const listed = second.jobs.list().map(({ id, status }) => [id, status]);
      expect(listed).toEqual(ids.map((id) => [id, "completed"]).toReversed());
      expect((await send(second, { path: "/emulator/jobs" })).status).toBe(200);
      expect((await send(second, { path: `/api/hp_job/${damaged}` })).status).toBe(404);
      expect(await createHpJob(second)).not.toBe(damaged);
      expect(told.mock.calls).toEqual([
        [
          expect.stringMatching(
            /^Job 3 in \S+jobs\.sqlite is damaged and left out\. To bring it back, restore the file from a copy\.$/,
          ),
        ],
      ]);
    },
  );
});

describe("a data folder that is removed while it is used", () => {
  test.each([
    ["removed", async () => rm(folder.path, { recursive: true })],
    [
      "replaced",
      async () => {
        await rm(folder.path, { recursive: true });
        await (await open()).close();
      },
    ],
  ])("%s: health says so, and nothing is taken that would be lost", async (_, remove) => {
    const emulator = await open();
    const jobId = await createHpJob(emulator);
    await remove();
    const health = await send(emulator, { path: "/emulator/health" });
    expect(health).toMatchObject({
      status: 503,
      body: {
        detail: expect.stringMatching(
          /^\S+jobs\.sqlite was removed or replaced, and nothing can be kept\. Stop the emulator, and start it again\.$/,
        ),
      },
    });
    const refused = await call(emulator, "createHpJob", { body: hpRequest() });
    expect(refused).toMatchObject({ status: 503, body: { code: "storage_unavailable" } });
    expect(emulator.jobs.list().map(({ id }) => id)).toEqual([jobId]);
  });
});

describe("a disk without room", () => {
  test("makes no job, says so, harms nothing, and is forgotten once there is room", async () => {
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    const emulator = await open();
    const database = exec.mock.contexts[0] as DatabaseSync;
    const body = { ...hpRequest(), base_video_url: `https://example.com/${"y".repeat(1500)}` };
    const create = () => call(emulator, "createHpJob", { body });
    const health = async () => (await fetch(`${emulator.url}/emulator/health`)).status;
    // A database has no room beyond the pages that it has: what a full disk is to it.
    const { page_count } = database.prepare("PRAGMA page_count").get() as { page_count: number };
    database.exec(`PRAGMA max_page_count = ${page_count + 2}`);
    const replies = [await create()];
    while (replies.at(-1)!.status === 201) replies.push(await create());
    const [refused] = replies.splice(-1);
    const detail = expect.stringMatching(
      /^\S+jobs\.sqlite cannot be written: database or disk is full\. Make room; the emulator goes on by itself\.$/,
    );
    expect(refused).toMatchObject({ status: 503, body: { code: "storage_unavailable", detail } });
    const burst = await Promise.all(Array.from({ length: 10 }, create));
    expect(burst.map(({ status }) => status)).toEqual(Array(10).fill(503));
    const ids = () => emulator.jobs.list().map(({ id }) => id);
    expect(ids()).toEqual(replies.map(({ body }) => body.job_id).toReversed());
    expect(await health()).toBe(503);
    database.exec("PRAGMA max_page_count = 1000000");
    expect((await create()).status).toBe(201);
    expect(await health()).toBe(200);
    await emulator.clock.advance("1m");
    const [kept, time] = [ids(), emulator.clock.now()];
    await emulator.close();
    const second = await open();
    const jobs = second.jobs.list();
    expect(jobs).toMatchObject(kept.map((id) => ({ id, status: "completed" })));
    expect(second.clock.now()).toBe(time);
  });

  test("refuses a start, and promises nothing", async () => {
    await (await open()).close();
    const run = vi.spyOn(StatementSync.prototype, "run").mockImplementation(() => {
      throw new Error("database or disk is full");
    });
    onTestFinished(() => run.mockRestore());
    await expect(open()).rejects.toThrow(/disk is full\. Choose another one with --data\.$/);
    run.mockRestore();
    await open();
  });

  test("leaves a job that is over in its state, until that can be kept", async () => {
    const emulator = await open();
    const jobId = await createHpJob(emulator);
    const status = async () => (await readHpJob(emulator, jobId)).status as string;
    const run = vi.spyOn(StatementSync.prototype, "run").mockImplementation(() => {
      throw new Error("disk I/O error");
    });
    await emulator.clock.advance("1m");
    expect(await status()).toBe("rendering");
    run.mockRestore();
    // Tried again each half second; the rest is for a busy machine.
    await expect.poll(status, { timeout: 10_000 }).toBe("completed");
  });
});

describe("the end of an emulator", () => {
  test("refuses what comes later", async () => {
    const emulator = await open();
    const jobId = await createHpJob(emulator);
    await emulator.close();
    await expect(emulator.jobs.move(jobId, { status: "failed" })).rejects.toThrow(
      /^The emulator has been closed\.$/,
    );
    await emulator.clock.advance("1h");
  });

  // Without an end of the fetch, this would take its ten seconds.
  test("does not wait for a spreadsheet that does not come", { timeout: 8000 }, async () => {
    const silent = createServer(() => {});
    await using listening = await listen(silent);
    const emulator = await open({ allowHosts: ["127.0.0.1"] });
    const asked = once(silent, "request");
    await createHpJob(emulator, { data_xlsx_url: `${listening.origin}/` });
    const moved = emulator.clock.advance("1m");
    const [request] = (await asked) as [IncomingMessage];
    const dropped = once(request.socket, "close");
    await emulator.close();
    await Promise.all([dropped, moved]);
  });

  test("frees everything when the port is taken", async () => {
    const port = Number(new URL((await start()).url).port);
    await expect(open({ port })).rejects.toThrow(/in use/);
    await open();
  });
});

test("a start goes on with the seed and the clock of an earlier one, unless it asks for others", async () => {
  const startWith = async (options: EmulatorOptions) => {
    const emulator = await createEmulator({ dataFolder: folder.path, ...options });
    const { seed, clock } = emulator;
    await emulator.close();
    return [seed, clock.mode, new Date(clock.now()).getUTCFullYear()];
  };
  const startAt = "2030-01-01T00:00:00Z";
  const clock = { startAt, mode: "manual" } as const;
  expect(await startWith({ clock: { startAt }, seed: 5 })).toEqual([5, "auto", 2030]);
  expect(await startWith({ clock })).toEqual([5, "manual", 2030]);
  expect(await startWith({})).toEqual([5, "manual", 2030]);
  expect(await startWith({ clock: { mode: "auto" }, seed: 6 })).toEqual([6, "auto", 2030]);
  // Its jobs are due by the clock that the folder has.
  const later = startWith({ clock: { startAt: "2040-01-01" } });
  await expect(later).rejects.toThrow(/its clock shows 2030-01-01.*leave startAt out/);
});

test("a clock that goes by itself goes on while no emulator runs", async () => {
  const clock = { mode: "auto" } as const;
  const first = await open({ clock });
  const timeMs = first.clock.now();
  await first.close();
  // As if it had been closed an hour ago.
  const store = new SqliteStore(join(folder.path, "jobs.sqlite"), []);
  const shown = store.readFact<{ realMs: number }>("clock")!;
  store.keepFact("clock", { ...shown, realMs: shown.realMs - 3_600_000 });
  store.close();
  expect((await open({ clock })).clock.now() - timeMs).toBeGreaterThanOrEqual(3_600_000);
});

const command = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

/** Creates jobs until so many got a response, and their emulator is killed. Returns the identifiers that got a response. */
async function createUntilKilled(killAt: number): Promise<string[]> {
  const words = [command, "--port", "0", "--token", "dev", "--data", folder.path];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const emulator = { url: /http:\S+/.exec(String(text))?.[0] ?? "", token: "dev" };
  const request = { method: "POST", path: "/api/hp_job", body: hpRequest() };
  const created: string[] = [];
  const create = async () => {
    for (;;) {
      created.push((await send(emulator, request)).body.job_id);
      if (created.length === killAt) child.kill("SIGKILL");
    }
  };
  // Each ends when it gets no response any more.
  await Promise.allSettled(Array.from({ length: 8 }, create));
  await ended;
  return created;
}

test(
  "kill -9 in the middle of creates, four times over: no job that got a response is lost",
  { timeout: 300_000 },
  async () => {
    const created: string[] = [];
    for (let round = 0; round < 4; round++) {
      // Early and late: the database is then of any size, and in any state.
      const killAt = 25 + 100 * round;
      const fromRound = await createUntilKilled(killAt);
      expect(fromRound.length).toBeGreaterThanOrEqual(killAt);
      created.push(...fromRound);
    }
    const kept = new Set((await open()).jobs.list().map(({ id }) => id));
    expect(created.filter((id) => !kept.has(id))).toEqual([]);
  },
);
