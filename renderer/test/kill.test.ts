import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { childrenOf, isRunning, startProcess } from "./support/processes.ts";
import {
  home,
  listFiles,
  make,
  needed,
  requestFrom,
  send,
  serve,
  sheetOf,
  small,
  videosOf,
} from "./support/render.ts";

const rows = 40;
const kills = 10;

describe("a job of 40 rows", needed, () => {
  test("whose process is killed ten times has every row once, makes none twice that was done, and leaves no program", async () => {
    const names = Array.from({ length: rows }, (_, index) => `Guest ${index + 1}`);
    const base = await readFile(await make(join(home, "base.mp4"), ...small));
    await using media = await serve({ "/base": base, "/sheet": sheetOf(names) });
    const data = join(home, "data");
    const start = () => startProcess("run-emulator.ts", data);
    let running = await start();
    const jobId = await send(running.line, requestFrom(media.origin, rows));
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
      const programs = await childrenOf(running.pid, "ffmpeg");
      await running.kill();
      for (const program of programs) await expect.poll(() => isRunning(program)).toBe(false);
      for (const name of await finished())
        made.set(name, made.get(name) ?? (await stat(join(folder, name))).mtimeMs);
      running = await start();
    }
    const videos = await videosOf(running.line, jobId);
    expect(videos.map(({ status }) => status)).toEqual(names.map(() => "completed"));
    for (const [name, mtimeMs] of made)
      expect((await stat(join(folder, name))).mtimeMs, name).toBe(mtimeMs);
    expect(await finished()).toHaveLength(rows);
    await expect.poll(async () => (await listFiles(folder)).length).toBe(3 * rows);
    await running.kill();
  }, 600_000);
});
