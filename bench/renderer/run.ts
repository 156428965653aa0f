/**
 * Measures the renderer by processor time, which other work on the machine does not change: a row of a short base video and of a long
 * one, the memory of its process, and what a queue adds. How busy the cores are shows on a quiet machine alone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtempDisposable, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { RenderTask } from "video-generation-emulator";
import { createRenderer } from "../../renderer/src/index.ts";
import { audioWords } from "../../renderer/src/media/encode.ts";
import { runTool } from "../../renderer/src/tools/run-tool.ts";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { listen } from "../../test/support/listen.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { workbook } from "../../test/support/workbook.ts";
import { median } from "../measure.ts";
import { maxMegabytes, processorSeconds } from "./costs.ts";

const rounds = Number(process.env["ROUNDS"] ?? 3);
await using home = await mkdtempDisposable(join(tmpdir(), "bench-"));

const long = join(home.path, "long.mp4");
await makeVideo(long, "1280x720", 30);
await measureRows();
await measureJobs();

function makeVideo(path: string, size: string, seconds: number): Promise<string> {
  const sources = [`testsrc2=s=${size}:r=25:d=${seconds}`, `sine=220:d=${seconds}`];
  const inputs = sources.flatMap((source) => ["-f", "lavfi", "-i", source]);
  return runFfmpeg(...inputs, "-preset", "veryfast", path);
}

/** @param words the last one is the path of the output, which is returned */
async function runFfmpeg(...words: string[]): Promise<string> {
  const run = { cwd: home.path, signal: new AbortController().signal, timeoutMs: 300_000 };
  await runTool("ffmpeg", ["-v", "error", ...words], run);
  return words.at(-1)!;
}

/**
 * Goals: a row of ten minutes costs at most 1.2 times that of 30 seconds, and that one at most 0.8 of what it would cost if the whole
 * sound was encoded for each row. Both have a segment of 3 s, and their base is prepared before.
 */
async function measureRows(): Promise<void> {
  const tenMinutes = join(home.path, "ten-minutes.mp4");
  await makeVideo(tenMinutes, "1280x720", 600);
  const input = { ...hpRequest(), ...hpSegments([10, 13]), variable_count: 1, music: false };
  const [short, longer] = [long, tenMinutes].map(renderInto);
  const task = (index: number) => ({ input, row: { index, texts: [`Hello Guest ${index}.`] } });
  const sound = join(home.path, "sound.m4a");
  const encode = () => runFfmpeg("-i", long, "-vn", ...audioWords, sound);
  const costs: { short: number; long: number; encoding: number }[] = [];
  // The first round prepares the base videos, loads fonts and compiles.
  for (let round = 0; round <= rounds; round++) {
    const cost = {
      short: await costOf(short!, task(round)),
      long: await costOf(longer!, task(round)),
      encoding: await costOf(encode, {}),
    };
    if (round > 0) costs.push(cost);
  }
  const ratio = median(costs.map((cost) => cost.long / cost.short)).toFixed(2);
  const share = median(costs.map((cost) => cost.short / (cost.short + cost.encoding))).toFixed(2);
  const [ofShort, ofLong] = [costs.map((cost) => cost.short), costs.map((cost) => cost.long)];
  console.log(
    `HP row of 30 s: ${median(ofShort).toFixed(2)} s of processor, ${share} of a row whose sound is encoded (goal: at most 0.8)`,
  );
  console.log(
    `HP row of 600 s: ${median(ofLong).toFixed(2)} s of processor, ratio ${ratio} (goal: at most 1.2)`,
  );
}

type Render = (task: object) => Promise<string>;

function renderInto(base: string): Render {
  const folder = `${base}-rows`;
  const renderer = createRenderer({ voice: "slt" });
  return async (task) => {
    const whole = { jobId: folder, operation: "createHpJob", ...task } as RenderTask;
    const { path } = await renderer(whole, {
      signal: new AbortController().signal,
      folder: async () => (await mkdir(folder, { recursive: true }), folder),
      reportProgress() {},
      download: async (_address, target) => (await copyFile(base, target), true),
    });
    return path;
  };
}

async function costOf(render: Render, task: object): Promise<number> {
  const before = await processorSeconds();
  const path = await render(task);
  const cost = (await processorSeconds()) - before;
  // What waits to be written to the disk would slow down the next one.
  await rm(path);
  return cost;
}

/** Whole jobs, in processes of their own. */
async function measureJobs(): Promise<void> {
  const short = join(home.path, "short.mp4");
  await makeVideo(short, "320x180", 2);
  const files: Record<string, Buffer> = {
    "/long": await readFile(long),
    "/short": await readFile(short),
    "/sheet": workbook([["name"], ...Array.from({ length: 4000 }, (_, row) => [`Guest ${row}`])]),
  };
  await using media = await listen(
    createServer(({ url }, response) => response.end(files[url ?? ""])),
  );
  const request = (base: string, rows: number, seconds: number, first = 1) => ({
    ...hpRequest(),
    ...{ base_video_url: media.origin + base, data_xlsx_url: `${media.origin}/sheet` },
    ...{ data_slice_start_index: first, data_slice_end_index: first + rows - 1, music: false },
    ...hpSegments([0, seconds]),
  });

  await using alone = await start("emulator.ts");
  const job = await timeJob(alone, request("/long", 40, 3));
  const share = (100 * job.processor) / job.seconds / availableParallelism();
  console.log(`40 rows: cores ${share.toFixed(0)} % busy (goal: at least 85, on a quiet machine)`);
  console.log(
    `memory at 40 rows: ${(await maxMegabytes(alone.pid)).toFixed(0)} MB (goal: at most 200)`,
  );

  await using planned = await start("emulator.ts");
  // A job has at most a thousand.
  for (const first of [1001, 2001, 3001]) await send(planned, request("/short", 1000, 1, first));
  await timeJob(planned, request("/short", 1000, 1), 50);
  console.log(
    `memory at 4000 rows, some 200 of them done: ${(await maxMegabytes(planned.pid)).toFixed(0)} MB (goal: at most 200)`,
  );

  await using database = await startPostgres();
  const place = [database.address, join(home.path, "storage")];
  await using _worker = await start("worker.ts", ...place);
  await using queued = await start("emulator.ts", ...place);
  const added: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [without, withQueue] = [
      await timeJob(alone, request("/short", 40, 1)),
      await timeJob(queued, request("/short", 40, 1)),
    ];
    added.push(((withQueue.seconds - without.seconds) / 40) * 1000);
  }
  console.log(
    `queue: ${median(added).toFixed(0)} ms more for each row (goal: at most 50, on a quiet machine)`,
  );
}

interface Started extends AsyncDisposable {
  line: string;
  pid: number;
}

async function start(script: string, ...options: string[]): Promise<Started> {
  const words = [join(import.meta.dirname, script), ...options];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    line,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function send({ line: address }: Started, body: object): Promise<string> {
  const response = await fetch(`${address}/api/hp_job`, {
    method: "POST",
    headers: { authorization: "Bearer bench", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { job_id: string }).job_id;
}

/** Waits until so many rows are done, all by default. */
async function timeJob(started: Started, body: object, rows = Infinity) {
  const { line: address, pid } = started;
  const before = { processor: await processorSeconds(pid), atMs: performance.now() };
  const jobId = await send(started, body);
  for (;;) {
    await setTimeout(50);
    const found = await fetch(`${address}/emulator/jobs/${jobId}`);
    const job = (await found.json()) as {
      status: string;
      error?: string;
      progress?: { done: number };
    };
    if (job.status === "failed") throw new Error(`The job failed: ${job.error}`);
    if (job.status === "completed" || (job.progress?.done ?? 0) >= rows) break;
  }
  return {
    processor: (await processorSeconds(pid)) - before.processor,
    seconds: (performance.now() - before.atMs) / 1000,
  };
}
