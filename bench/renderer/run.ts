/**
 * Measures the renderer by processor time, which other work on the machine does not change: a row and a slide video against the bare
 * commands that make the same bytes, the memory of its process, and what a queue adds. How busy the cores are shows on a quiet machine alone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtempDisposable, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { RenderTask } from "video-generation-emulator";
import { createRenderer } from "../../renderer/src/index.ts";
import { frameAt } from "../../renderer/src/media/encode.ts";
import { readWave, secondsOf } from "../../renderer/src/media/wave.ts";
import { runTool } from "../../renderer/src/tools/run-tool.ts";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { listen } from "../../scripts/support/listen.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { workbook } from "../../test/support/workbook.ts";
import { median } from "../measure.ts";
import { type Bare, bareRow, bareSlides } from "./bare.ts";
import { maxMegabytes, processorSeconds } from "./costs.ts";

const rounds = Number(process.env["ROUNDS"] ?? 3);
await using home = await mkdtempDisposable(join(tmpdir(), "bench-"));

const long = join(home.path, "long.mp4");
await makeVideo(long, "1280x720", 30);
await measureRow();
await measureSlides();
await measureJobs();

async function makeVideo(path: string, size: string, seconds: number): Promise<void> {
  const sources = [`testsrc2=s=${size}:r=25:d=${seconds}`, `sine=220:d=${seconds}`];
  const inputs = sources.flatMap((source) => ["-f", "lavfi", "-i", source]);
  const run = { cwd: home.path, signal: new AbortController().signal, timeoutMs: 300_000 };
  await runTool("ffmpeg", ["-v", "error", ...inputs, "-preset", "veryfast", path], run);
}

/** Goal: at most 1.25. A row of 3 s in a base video of 30 s; the base video is prepared before. */
async function measureRow(): Promise<void> {
  const text = "Hello Ada, welcome to the team.";
  const input = { ...hpRequest(), ...hpSegments([10, 13]), variable_count: 1, music: false };
  const folder = join(home.path, "row");
  const task = (index: number) => ({ input, row: { index, texts: [text] } });
  const render = renderInto(folder, "createHpJob");
  // It prepares the base video, loads fonts and compiles.
  await render(task(1));
  const base = join(folder, "work/base");
  const bare = await bareRow(join(home.path, "bare-row"), base, text);
  await compare("HP row", (round) => render(task(round + 2)), bare);
}

/** Goal: at most 1.25. */
async function measureSlides(): Promise<void> {
  const sentence = "A slide stands as long as it is spoken, and this one is spoken for a while. ";
  const texts = ["One. ", "Two. ", "Three. "].map((first) => first + sentence.repeat(3).trim());
  const input = (round: number) => ({
    ...{ project_name: `Round ${round}`, template_id: "midnight", slides_count: texts.length },
    customizations: [{ layer_id: "text", inputs: texts }],
  });
  const render = renderInto(join(home.path, "slides"), "createDynamicSlideVideo");
  await render({ input: input(-1) });
  const folder = join(home.path, "bare-slides");
  // How long they are spoken is known when they have been.
  const spoken = await bareSlides(
    folder,
    texts,
    texts.map(() => 75),
  );
  await spoken();
  const seconds = await Promise.all(
    texts.map(async (_, index) => secondsOf(await readWave(join(folder, `${index}.wav`)))),
  );
  const frames = seconds.map((one) => frameAt(one + 0.8, { frames: 25, seconds: 1 }));
  const bare = await bareSlides(folder, texts, frames);
  await compare("slides", (round) => render({ input: input(round) }), bare);
}

function renderInto(folder: string, operation: RenderTask["operation"]) {
  const renderer = createRenderer();
  return async (task: object): Promise<string> => {
    const { path } = await renderer({ jobId: folder, operation, ...task } as RenderTask, {
      signal: new AbortController().signal,
      folder: async () => (await mkdir(folder, { recursive: true }), folder),
      reportProgress() {},
      download: async (_address, target) => (await copyFile(long, target), true),
    });
    return path;
  };
}

/** In turns, and the files have to be the same. */
async function compare(name: string, ours: (round: number) => Promise<string>, bare: Bare) {
  const costs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await processorSeconds();
    const made = await ours(round);
    const between = await processorSeconds();
    const same = await bare();
    costs.push({ ours: between - before, bare: (await processorSeconds()) - between });
    if (!(await readFile(made)).equals(await readFile(same)))
      throw new Error(`The bare commands make another file: ${made} and ${same}`);
  }
  const [us, them] = [median(costs.map(({ ours }) => ours)), median(costs.map(({ bare }) => bare))];
  const ratio = median(costs.map(({ ours, bare }) => ours / bare)).toFixed(2);
  console.log(
    `${name}: ${us.toFixed(2)} s of processor, bare ${them.toFixed(2)}, ratio ${ratio} (goal: at most 1.25)`,
  );
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

async function start(script: string, ...words: string[]): Promise<Started> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, script), ...words],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = (await once(createInterface(child.stdout!), "line")) as [string];
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
  const answer = await fetch(`${address}/api/hp_job`, {
    method: "POST",
    headers: { authorization: "Bearer bench", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { job_id: string }).job_id;
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
