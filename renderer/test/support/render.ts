/** What the tests render with: a folder, a job, and a look at what came out. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, vi } from "vitest";
import type { RenderContext, RenderedFile, Renderer, RenderTask } from "video-generation-emulator";
import { createEmulator, type EmulatorOptions } from "../../../emulator/src/index.ts";
import { listen } from "../../../test/support/listen.ts";
import { hpRequest, hpSegments } from "../../../test/support/example-requests.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { workbook } from "../../../test/support/workbook.ts";
import { createRenderer } from "../../src/index.ts";
import type { Settings } from "../../src/settings.ts";
import { readWave, type Wave } from "../../src/media/loudness.ts";

export const run = promisify(execFile);

/** A folder of the test file that imports this. */
const folder = await temporaryFolder();
afterAll(() => folder.remove());
export const home = folder.path;

export const rendererTools = [tools.ffmpeg, tools.flite, tools.espeak, tools.fonts];

export const needed = requires(...rendererTools);

export type Input = RenderTask["input"];

/** Renders one task, as the emulator would. */
export async function render(
  renderer: Renderer,
  task: Pick<RenderTask, "input"> & Partial<RenderTask>,
  { path, ...context }: { path: string } & Partial<RenderContext>,
): Promise<RenderedFile> {
  return renderer(
    { jobId: path, operation: "createHpJob", ...task },
    {
      signal: new AbortController().signal,
      folder: async () => (await mkdir(path, { recursive: true }), path),
      reportProgress: () => {},
      download: async () => false,
      ...context,
    },
  );
}

/** An HP job, the texts of whose rows are given. */
export function hpTask(texts: string[], change: object = {}, index = 1) {
  return { input: { ...hpRequest(), ...change } as unknown as Input, row: { index, texts } };
}

let jobs = 0;

interface Over extends Partial<Settings> {
  segment?: number[];
  text?: string;
  change?: object;
}

/** Renders a row over a base video, as a job of its own, and returns the path of the video. */
export async function renderOver(
  base: string,
  { segment = [0, 1], text = "Ada", change = {}, ...options }: Over = {},
): Promise<string> {
  const variables = [{ start_time: segment[0], end_time: segment[1] }];
  const context = { path: join(home, `job-${jobs++}`), download: giving(base) };
  const renderer = createRenderer({ voice: "slt", speech: false, ...options });
  return (await render(renderer, hpTask([text], { variables, ...change }), context)).path;
}

/** Makes a file with ffmpeg. */
export async function make(path: string, ...words: string[]): Promise<string> {
  await run("ffmpeg", ["-v", "error", "-y", ...words, path]);
  return path;
}

/** A download that gives this file, whatever is asked for. */
export function giving(file: string) {
  return async (_address: string, path: string) => {
    await copyFile(file, path);
    return true;
  };
}

/** Decodes a video from end to end, picture and sound, and fails with the first complaint. */
export async function expectDecodes(path: string): Promise<void> {
  const decoding = split("-v error -xerror -err_detect explode -i");
  const { stderr } = await run("ffmpeg", [...decoding, path, ...split("-map 0 -f null -")]);
  expect(stderr, path).toBe("");
}

/** How loud a span of a sound is, in decibels below full scale. */
export function decibelsIn({ samples, samplesPerSecond }: Wave, from: number, to: number): number {
  const span = samples.subarray(from * samplesPerSecond, to * samplesPerSecond);
  const power = span.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / span.length;
  return 10 * Math.log10(power);
}

/** The sound of a video, in one channel. */
export async function readSound(path: string): Promise<Wave> {
  const words = split("-ac 1 -c:a pcm_s16le -fflags +bitexact");
  return readWave(await make(`${path}.wav`, "-i", path, ...words));
}

/** What a recogniser of English hears in a video, in one line. */
export async function hear(path: string): Promise<string> {
  const wave = await make(`${path}.heard.wav`, "-i", path, "-ac", "1", "-ar", "16000");
  const words = ["-infile", wave, "-logfn", "/dev/null"];
  return (await run("pocketsphinx_continuous", words)).stdout.replaceAll(/\s+/g, " ").trim();
}

/** The words of a command. */
export const split = (words: string) => words.trim().split(/\s+/);

/** What ffmpeg makes itself, as the words of an input. */
export function lavfi(source: string): string[] {
  return ["-f", "lavfi", "-i", source];
}

/** The words of a short video. */
export const small = lavfi("testsrc2=s=320x180:r=25:d=2");

/** The words of a video that is made at once, and takes minutes to be encoded at the rate of a film. */
export const still = [...lavfi("color=s=1280x720:r=1:d=500"), "-preset", "ultrafast"];

interface Stream {
  codec_name: string;
  width: number;
  height: number;
  nb_frames: string;
  r_frame_rate: string;
  duration: string;
}

export async function probe(path: string) {
  const asked = split("-v error -show_streams -show_format -show_packets -of json");
  return JSON.parse((await run("ffprobe", [...asked, path])).stdout) as {
    streams: Stream[];
    format: { duration: string };
    packets: { stream_index: number; pts_time: string; flags: string; pos: string; size: string }[];
  };
}

/** A hash of each frame. */
export async function frameHashes(path: string): Promise<string[]> {
  const hashing = split("-map 0:v -f framemd5 -");
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", path, ...hashing]);
  const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => line.split(",").at(-1)!.trim());
}

/** All files below a folder, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

/** What a reader sees in frames, each in one line: programs that read many at once take a tenth of the time. */
export async function readTexts(
  path: string,
  frames: [timeS: number, language?: string][],
): Promise<string[]> {
  // Dark letters on a light ground are read best, and large ones.
  const legible = split("-frames:v 1 -vf scale=2*iw:-1,format=gray,negate");
  const pictures = frames.map(([timeS]) => `${path}.${timeS}.png`);
  const inputs = frames.flatMap(([timeS]) => ["-ss", String(timeS), "-i", path]);
  const outputs = pictures.flatMap((picture, index) => ["-map", `${index}:v`, ...legible, picture]);
  await run("ffmpeg", ["-v", "error", "-y", ...inputs, ...outputs]);
  // Its threads wait for each other on a busy machine, and take five times the time.
  const env = { ...process.env, OMP_THREAD_LIMIT: "1" };
  const seen: string[] = [];
  for (const [language, read] of Map.groupBy(frames.keys(), (at) => frames[at]![1] ?? "eng")) {
    const list = `${path}.${language}.txt`;
    await writeFile(list, read.map((at) => pictures[at]).join("\n"));
    const words = [list, "-", "-l", language, "--psm", "11"];
    const pages = (await run("tesseract", words, { env })).stdout.split("\f");
    read.forEach((at, page) => (seen[at] = pages[page]!.replaceAll(/\s+/g, " ").trim()));
  }
  return seen;
}

/** A server of files, by their paths; for some it fails once. Use with `await using`. */
export function serve(files: Record<string, Buffer>, failing = new Set<string>()) {
  const server = createServer(({ url = "" }, response) => {
    response.statusCode = failing.delete(url) ? 503 : 200;
    response.end(files[url]);
  });
  return listen(server);
}

/** A spreadsheet with a row for each name. */
export function sheetOf(names: string[]): Buffer {
  return workbook([["name"], ...names.map((name) => [name])]);
}

/** An HP job over `/base` of a server, with a row for each name of its `/sheet`. */
export function requestFrom(origin: string, rows: number, change: object = {}) {
  return {
    ...hpRequest(),
    ...{ base_video_url: `${origin}/base`, data_xlsx_url: `${origin}/sheet`, music: false },
    ...{ data_slice_start_index: 1, data_slice_end_index: rows },
    ...hpSegments([0, 1]),
    ...change,
  };
}

/** An emulator that renders at once. Use with `await using`. */
export async function startEmulator(options: EmulatorOptions) {
  const given = { token: "dev", renderMs: 1, allowHosts: ["127.0.0.1"] };
  const emulator = await createEmulator({ ...given, ...options });
  return Object.assign(emulator, { [Symbol.asyncDispose]: () => emulator.close() });
}

/** Creates a job at an emulator, and returns its identifier. */
export async function send(address: string, body: object, path = "hp_job"): Promise<string> {
  const response = await fetch(`${address}/api/${path}`, {
    method: "POST",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { job_id } = (await response.json()) as { job_id: string };
  return job_id;
}

interface Job {
  status: string;
  output: { videos?: { video_url: string; status: string; error?: string }[] };
}

/** Waits for something of a job. One that ends before fails at once, and says what it has come to; so does one that is late. */
export async function waitForJob(
  address: string,
  jobId: string,
  isSo: (job: Job) => boolean | Promise<boolean>,
): Promise<Job> {
  let job: Job | undefined;
  const read = async () => {
    const headers = { authorization: "Bearer dev" };
    job = (await (await fetch(`${address}/api/hp_job/${jobId}`, { headers })).json()) as Job;
    if (await isSo(job)) return job;
    if (/^(?:completed|failed)$/.test(job.status)) throw new Error("It has ended");
    return undefined;
  };
  return vi.waitUntil(read, { interval: 20, timeout: 240_000 }).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(job)}`);
  });
}

/** The videos of a job, when it has ended. One that has none, as its sheet was never read, is shown. */
export async function videosOf(address: string, jobId: string, wanted = "completed") {
  const { output } = await waitForJob(
    address,
    jobId,
    ({ status, output }) => status === wanted && output.videos !== undefined,
  );
  return output.videos!;
}
