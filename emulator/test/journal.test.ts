import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { call } from "./support/client.ts";
import { hpRequest, slidesRequest } from "./support/requests.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "emulator-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const journal = () => join(folder, "journal.ndjson");
const open = () => createEmulator({ dataFolder: folder, clock: { mode: "manual" } });

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
    await expect(open()).rejects.toThrow(/journal\.ndjson:2 is no line.*remove the file/);
    expect(await readFile(journal(), "utf8")).toContain("nonsense");
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
    await second.close();
    expect((await readFile(journal(), "utf8")).split("\n").length).toBeLessThan(10);
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
    const dataFolder = join(folder, "a/b/c");
    await (await createEmulator({ dataFolder })).close();
    expect(await readFile(join(dataFolder, "journal.ndjson"), "utf8")).toContain("seed");
  });

  test("that cannot be used is named with its remedy", async () => {
    await writeFile(join(folder, "file"), "");
    const unusable = [join(folder, "file"), join(folder, "file/below"), "/proc/nothing/below"];
    for (const dataFolder of unusable)
      await expect(createEmulator({ dataFolder })).rejects.toThrow(/cannot be used.*--data/);
  });
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
  { timeout: 120_000 },
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
    const emulator = await open();
    const kept = new Set(emulator.jobs.list().map(({ id }) => id));
    await emulator.close();
    expect([...answered].filter((id) => !kept.has(id))).toEqual([]);
  },
);

/** Identifiers of the jobs that were answered before the process was killed. */
async function createUntilKilled(killAt: number): Promise<string[]> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", creator, folder], {
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
