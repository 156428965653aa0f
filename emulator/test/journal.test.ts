import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:buffer";
import fs from "node:fs";
import { appendFile, open as openFile, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import { listen } from "../../scripts/support/listen.ts";
import { createEmulator, type EmulatorOptions } from "../src/index.ts";
import { call } from "./support/client.ts";
import { hpRequest, slidesRequest } from "../../test/support/example-requests.ts";

let folder: TemporaryFolder;
beforeEach(async () => void (folder = await temporaryFolder()));
afterEach(() => folder.remove());

const journal = () => join(folder.path, "journal.ndjson");
const countLines = async () => (await readFile(journal(), "utf8")).split("\n").length;
const open = (options: EmulatorOptions = {}) =>
  createEmulator({ dataFolder: folder.path, clock: { mode: "manual" }, ...options });

describe("a data folder", () => {
  test("keeps jobs, their history and the clock across a restart, and jobs go on", async () => {
    const first = await open();
    const done = (await call(first, "createHpJob", { body: hpRequest() })).body.job_id;
    await first.clock.advance("1m");
    const waiting = (await call(first, "createHpJob", { body: hpRequest() })).body.job_id;
    const jobs = first.jobs.list();
    const time = first.clock.now();
    await first.close();

    const second = await open();
    expect(second.jobs.list()).toEqual(jobs);
    expect(second.clock.now()).toBe(time);
    expect((await call(second, "getHpJob", { jobId: done })).body.status).toBe("completed");
    await second.clock.advance("10s");
    expect((await call(second, "getHpJob", { jobId: waiting })).body.status).toBe("completed");
    const next = (await call(second, "createHpJob", { body: hpRequest() })).body.job_id;
    expect([done, waiting]).not.toContain(next);
    await second.close();
  });

  test("recovers from a last line that was only half written", async () => {
    const first = await open();
    await call(first, "createDynamicSlideVideo", { body: slidesRequest() });
    await first.close();
    const whole = await readFile(journal(), "utf8");
    await appendFile(journal(), '{"created":{"id":"ha');
    const second = await open();
    expect(second.jobs.list()).toHaveLength(1);
    await second.close();
    expect(await readFile(journal(), "utf8")).toBe(whole);
  });

  test("says which line of a journal is broken, and leaves it as it is", async () => {
    await (await open()).close();
    await appendFile(journal(), 'nonsense\n{"cleared":true}\n');
    await expect(open()).rejects.toThrow(/journal\.ndjson:3 is no line.*remove the file/);
    expect(await readFile(journal(), "utf8")).toContain("nonsense");
  });

  test.each([
    ['{"created":{"id":5}}', /created\/operation: This field is required/],
    ['{"changed":"x"}', /properties change, atMs/],
    ['{"unknown":true}', /says nothing/],
    ["[]", /Expected object/],
    ["null", /Expected object/],
  ])("refuses the line %s", async (line, reason) => {
    await (await open()).close();
    await appendFile(journal(), `${line}\n`);
    await expect(open()).rejects.toThrow(reason);
  });

  test("refuses the journal of another version, and leaves it as it is", async () => {
    const line = '{"seed":1,"sequence":0}\n';
    await writeFile(journal(), line);
    await expect(open()).rejects.toThrow(/:1 is no line.*another version.*remove the file/);
    expect(await readFile(journal(), "utf8")).toBe(line);
  });

  test("is written anew when most of it is history", async () => {
    const first = await open();
    for (let index = 0; index < 600; index++) {
      await call(first, "createDynamicSlideVideo", { body: slidesRequest() });
      if (index % 100 === 99) await first.reset();
    }
    await call(first, "createDynamicSlideVideo", { body: slidesRequest() });
    const jobs = first.jobs.list();
    for (let index = 0; index < 600; index++) await first.clock.advance("1ms");
    await first.close();
    const second = await open();
    expect(second.jobs.list()).toEqual(jobs);
    await expect.poll(countLines).toBeLessThan(10);
    await second.close();
    const third = await open();
    expect(third.jobs.list()).toEqual(jobs);
    await third.close();
  });

  test("is written anew with the job that made it too long", async () => {
    const first = await open();
    for (let index = 0; index < 1000; index++) await first.clock.advance("1ms");
    await call(first, "createDynamicSlideVideo", { body: slidesRequest() });
    await expect.poll(countLines).toBeLessThan(10);
    const jobs = first.jobs.list();
    await first.close();
    const second = await open();
    expect(jobs).toHaveLength(1);
    expect(second.jobs.list()).toEqual(jobs);
    await second.close();
  });

  test("is not written anew by an emulator that was closed", async () => {
    const first = await open();
    await call(first, "createDynamicSlideVideo", { body: slidesRequest() });
    const jobs = first.jobs.list();
    await first.close();
    for (let round = 0; round < 5; round++) {
      // Its lines are written when it is closed, and the next one starts at once.
      const emulator = await open();
      for (let index = 0; index < 1001; index++) void emulator.clock.advance("1ms");
      await emulator.close();
      const next = await open();
      await expect.poll(countLines).toBeLessThan(10);
      await next.close();
    }
    const last = await open();
    expect(last.jobs.list()).toEqual(jobs);
    await last.close();
  });

  test("is written anew while more happens, and has all of it", { timeout: 300_000 }, async () => {
    const first = await open({ maxJobs: 700 });
    const ids: string[] = [];
    const create = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const { body } = await call(first, "createDynamicSlideVideo", { body: slidesRequest() });
        ids.push((body as { job_id: string }).job_id);
        // Jobs that are in the file already change, and jobs that are not.
        await first.jobs.move(ids.at(-1) ?? "", { status: "failed" });
        await first.jobs.move(ids.at(-300) ?? ids[0] ?? "", { status: "failed" });
      }
    };
    let maxLines = 0;
    let isDone = false;
    const watch = async () => {
      while (!isDone) maxLines = Math.max(maxLines, await countLines());
    };
    const watching = watch();
    await Promise.all(Array.from({ length: 6 }, () => create(250)));
    isDone = true;
    await watching;
    const jobs = first.jobs.list();
    await first.close();
    // Three lines for each of 1500 jobs, without an end.
    expect(maxLines).toBeLessThan(4000);
    expect(await countLines()).toBeLessThan(4000);
    const second = await open({ maxJobs: 700 });
    expect(second.jobs.list()).toEqual(jobs);
    await second.close();
  });

  test("is refused to a second emulator, and free again after the first", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(
      /in use by process \d+\. Stop that emulator, choose another folder/,
    );
    await first.close();
    await (await open()).close();
  });

  test("is made with its parents", async () => {
    const dataFolder = join(folder.path, "a/b/c");
    await (await createEmulator({ dataFolder })).close();
    expect(await readFile(join(dataFolder, "journal.ndjson"), "utf8")).toContain("seed");
  });

  test("that cannot be used is named with its remedy", async () => {
    await writeFile(join(folder.path, "file"), "");
    const unusable = [
      join(folder.path, "file"),
      join(folder.path, "file/below"),
      "/proc/nothing/below",
    ];
    for (const dataFolder of unusable)
      await expect(createEmulator({ dataFolder })).rejects.toThrow(/cannot be used.*--data/);
  });
});

/** Does what a test needs with a disk that has no room: a write puts a few bytes there and fails. */
async function withFullDisk(use: () => Promise<void>): Promise<void> {
  const { writeSync } = fs;
  const full = (descriptor: number, bytes: Buffer, offset: number) => {
    if (fs.fstatSync(descriptor).isFile() && bytes.includes('{"')) {
      writeSync(descriptor, bytes, offset, 7);
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }
    return writeSync(descriptor, bytes, offset);
  };
  fs.writeSync = full as typeof writeSync;
  syncBuiltinESMExports();
  try {
    await use();
  } finally {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  }
}

describe("a disk without room", () => {
  test("makes no job, says so, harms nothing, and is forgotten once there is room", async () => {
    const emulator = await open();
    const create = () => call(emulator, "createHpJob", { body: hpRequest() });
    const before = (await create()).body.job_id;
    await withFullDisk(async () => {
      const refused = await create();
      expect(refused).toMatchObject({
        status: 503,
        body: { code: "storage_unavailable", detail: expect.stringContaining("ENOSPC") },
      });
      expect(emulator.jobs.list()).toHaveLength(1);
      expect(await readFile(journal(), "utf8")).toMatch(/\}\n$/);
      // What is over cannot be written either: the job renders until it can.
      await emulator.clock.advance("1m");
      expect((await call(emulator, "getHpJob", { jobId: before })).body.status).toBe("rendering");
    });
    const after = (await create()).body.job_id;
    await expect
      .poll(async () => (await call(emulator, "getHpJob", { jobId: before })).body.status)
      .toBe("completed");
    const time = emulator.clock.now();
    await emulator.close();
    const second = await open();
    expect(second.jobs.list().map(({ id }) => id)).toEqual([after, before]);
    expect(second.jobs.list()[1]?.status).toBe("completed");
    expect(second.clock.now()).toBe(time);
    await second.close();
  });
});

describe("the end of an emulator", () => {
  test("writes nothing into a file that has the number of the journal's", async () => {
    const first = await open({ clock: {}, renderMs: 20 });
    for (let index = 0; index < 20; index++)
      await call(first, "createHpJob", { body: hpRequest() });
    const kept = await readFile(journal(), "utf8");
    await first.close();
    const other = join(folder.path, "other");
    const descriptors = Array.from({ length: 20 }, () => fs.openSync(other, "a"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const descriptor of descriptors) fs.closeSync(descriptor);
    expect(await readFile(other, "utf8")).toBe("");
    expect(await readFile(journal(), "utf8")).toContain(kept);
  });

  test("refuses what comes later", async () => {
    const emulator = await open();
    await call(emulator, "createHpJob", { body: hpRequest() });
    const [job] = emulator.jobs.list();
    await emulator.close();
    await expect(emulator.jobs.move(job?.id ?? "", { status: "failed" })).rejects.toThrow(/closed/);
    await emulator.clock.advance("1h");
    await emulator.close();
  });

  test("does not wait for a spreadsheet that does not come", async () => {
    const silent = createServer(() => {});
    await using listening = await listen(silent);
    const emulator = await open({ allowHosts: ["127.0.0.1"] });
    const asked = once(silent, "request");
    const data_xlsx_url = `${listening.origin}/`;
    await call(emulator, "createHpJob", { body: { ...hpRequest(), data_xlsx_url } });
    const [request] = (await asked) as [IncomingMessage];
    const dropped = once(request.socket, "close");
    await emulator.close();
    // Without an end of the fetch, this would take its ten seconds.
    await Promise.race([
      dropped,
      delay(8000, undefined, { ref: false }).then(() =>
        Promise.reject(new Error("still fetching")),
      ),
    ]);
  });

  test("frees everything when the port is taken", async () => {
    const first = await createEmulator();
    const port = Number(new URL(first.url).port);
    await expect(open({ port })).rejects.toThrow(/in use/);
    await (await open()).close();
    await first.close();
  });
});

describe("a start that goes on from an earlier one", () => {
  const begun = async (options: EmulatorOptions) =>
    (await createEmulator({ dataFolder: folder.path, ...options })).close();

  test("keeps its clock, wherever that was set", async () => {
    await begun({ clock: { startAt: "2030-01-01T00:00:00Z" }, seed: 5 });
    const second = await createEmulator({ dataFolder: folder.path });
    expect(new Date(second.clock.now()).getUTCFullYear()).toBe(2030);
    expect([second.clock.mode, second.seed]).toEqual(["auto", 5]);
    await second.close();
    await begun({ clock: { startAt: "2030-01-01T00:00:00Z", mode: "auto" }, seed: 5 });
  });

  test.each<[EmulatorOptions, RegExp]>([
    [{ seed: 6 }, /--seed 6 is asked for, and the jobs have 5.*--force/],
    [{ clock: { mode: "auto" } }, /--clock auto.*the clock of the jobs is manual/],
    [{ clock: { startAt: "2031-01-01T00:00:00Z" } }, /2031-01-01T.*shows 2030-01-01T/],
  ])("refuses %j, which it did not begin with, unless that is forced", async (options, reason) => {
    await begun({ clock: { startAt: "2030-01-01T00:00:00Z", mode: "manual" }, seed: 5 });
    await expect(createEmulator({ dataFolder: folder.path, ...options })).rejects.toThrow(reason);
    const forced = await createEmulator({ dataFolder: folder.path, ...options, force: true });
    if (options.seed) expect(forced.seed).toBe(6);
    else if (options.clock?.mode) expect(forced.clock.mode).toBe("auto");
    else expect(new Date(forced.clock.now()).getUTCFullYear()).toBe(2031);
    const { seed } = forced;
    await forced.close();
    const again = await createEmulator({ dataFolder: folder.path });
    expect(again.seed).toBe(seed);
    await again.close();
  });
});

test("a journal is read line by line, however large it is", { timeout: 300_000 }, async () => {
  const first = await open();
  const id = (await call(first, "createHpJob", { body: hpRequest() })).body.job_id;
  await first.close();
  // Longer than the longest string there can be.
  const change = { status: "failed", error: "é".repeat(2 ** 21) };
  const line = `${JSON.stringify({ changed: "nobody", change, atMs: 0 })}\n`;
  const lines = Math.ceil(constants.MAX_STRING_LENGTH / Buffer.byteLength(line)) + 1;
  const file = await openFile(journal(), "a");
  for (let count = 0; count < lines; count++) await file.write(line);
  await file.close();
  const second = await open();
  expect(second.jobs.list().map((job) => job.id)).toEqual([id]);
  await second.close();
});

test("of more jobs than may be kept, those are dropped that have been finished for longest", async () => {
  const emulator = await open({ maxJobs: 3 });
  const create = async (project_name: string) =>
    (await call(emulator, "createHpJob", { body: { ...hpRequest(), project_name } })).body.job_id;
  const stalled = await create("emulator:stall");
  await create("emulator:instant");
  const [second, third] = [await create("emulator:instant"), await create("emulator:stall")];
  expect(emulator.jobs.list().map(({ id }) => id)).toEqual([third, second, stalled]);
  const fourth = await create("emulator:stall");
  const full = await call(emulator, "createHpJob", { body: hpRequest() });
  expect(full).toMatchObject({
    status: 503,
    body: { detail: expect.stringMatching(/3 jobs.*--max-jobs/) },
  });
  await emulator.close();
  const restarted = await open({ maxJobs: 3 });
  expect(restarted.jobs.list().map(({ id }) => id)).toEqual([fourth, third, stalled]);
  await restarted.close();
});

const creates = 1000;

/** Creates a thousand jobs as fast as it can, and prints the identifier of each that was answered. */
const creator = `
import { createEmulator } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
import { writeSync } from "node:fs";
const emulator = await createEmulator({ dataFolder: process.argv[1] });
const request = () => fetch(emulator.url + "/api/template_dynamic_slide_video", {
  method: "POST",
  headers: { authorization: "Bearer " + emulator.token, "content-type": "application/json" },
  body: ${JSON.stringify(JSON.stringify(slidesRequest()))},
});
let left = ${creates};
const work = async () => {
  while (left-- > 0) {
    const { job_id } = await (await request()).json();
    writeSync(1, job_id + "\\n");
  }
};
await Promise.all(Array.from({ length: 8 }, work));
`;

test(
  "kill -9 in the middle of a thousand creates, twenty times over: no job that was answered is lost",
  { timeout: 300_000 },
  async () => {
    const answered = new Set<string>();
    for (let round = 0; round < 20; round++) {
      // Early and late: the journal is then of any length, and in any state.
      const killAt = 25 + 25 * round;
      const fromRound = await createUntilKilled(killAt);
      expect(fromRound.length).toBeGreaterThanOrEqual(killAt);
      expect(fromRound.length).toBeLessThan(creates);
      for (const id of fromRound) answered.add(id);
    }
    const emulator = await createEmulator({ dataFolder: folder.path });
    const kept = new Set(emulator.jobs.list().map(({ id }) => id));
    await emulator.close();
    expect([...answered].filter((id) => !kept.has(id))).toEqual([]);
  },
);

/** Identifiers of the jobs that were answered before the process was killed. */
async function createUntilKilled(killAt: number): Promise<string[]> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", creator, folder.path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const answered: string[] = [];
  for await (const id of createInterface(child.stdout)) {
    answered.push(id);
    if (answered.length === killAt) child.kill("SIGKILL");
  }
  await ended;
  return answered;
}
