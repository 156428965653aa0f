import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { workbook } from "../../test/support/workbook.ts";
import { listen } from "../../scripts/support/listen.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { listFiles, lavfi, make, needed, requestFrom, send, videosOf } from "./support/render.ts";

const rows = 40;
const kills = 10;

async function start(dataFolder: string): Promise<{ child: ChildProcess; address: string }> {
  const script = join(import.meta.dirname, "support/run-emulator.ts");
  const child = spawn(process.execPath, [script, dataFolder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(createInterface(child.stdout!), "line")) as [string];
  return { child, address };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

describe("a job of 40 rows", needed, () => {
  test("whose process is killed ten times has every row once, and makes none twice that was done", async () => {
    await using home = await temporaryFolder();
    const base = await make(join(home.path, "base.mp4"), ...lavfi("testsrc2=s=160x90:r=25:d=2"));
    const names = Array.from({ length: rows }, (_, index) => [`Guest ${index + 1}`]);
    const sheet = workbook([["name"], ...names]);
    const bytes = await readFile(base);
    let downloads = 0;
    await using media = await listen(
      createServer(({ url }, response) => {
        if (url === "/base") downloads++;
        response.end(url === "/base" ? bytes : sheet);
      }),
    );
    const data = join(home.path, "data");
    let { child, address } = await start(data);
    const jobId = await send(address, requestFrom(media.origin, rows));
    const folder = join(data, "videos", jobId);
    const finished = async () =>
      (await listFiles(folder).catch(() => [])).filter((name) => /^video-.*\.mp4$/.test(name));
    /** When each file was made, as far as it was seen. */
    const made = new Map<string, number>();
    for (let round = 0; round < kills; round++) {
      const before = made.size;
      // Anywhere in the making of a row.
      await expect
        .poll(async () => (await finished()).length, { interval: 5 })
        .toBeGreaterThan(before + Math.floor(Math.random() * 4) - 1);
      await setTimeout(Math.random() * 200);
      await kill(child);
      for (const name of await finished()) {
        const { mtimeMs } = await stat(join(folder, name));
        expect(mtimeMs, name).toBe(made.get(name) ?? mtimeMs);
        made.set(name, mtimeMs);
      }
      ({ child, address } = await start(data));
    }
    const videos = await videosOf(address, jobId);
    expect(videos.map(({ status }) => status)).toEqual(names.map(() => "completed"));
    for (const [name, mtimeMs] of made)
      expect((await stat(join(folder, name))).mtimeMs).toBe(mtimeMs);
    expect(await finished()).toHaveLength(rows);
    await expect.poll(async () => (await listFiles(folder)).length).toBe(3 * rows);
    // Of all starts, only those before the base video was whole had to fetch it.
    expect(downloads).toBeLessThan(kills);
    await kill(child);
  }, 600_000);
});
