/** Media that a request names: fetched, and looked at before anything is made of them. */
import { join } from "node:path";
import type { Workplace } from "../job-files.ts";
import { explain } from "../tools/explain.ts";
import { runTool, ToolError, type ToolRun } from "../tools/run-tool.ts";
import { type FrameRate, quietly, rateText } from "./encode.ts";
import { inspect, type Media, mediaLimits, untrusted } from "./inspect.ts";

export interface Source {
  /** Where the file goes, in the folder of the run. */
  file: string;
  address: string;
  /** Such as `base video`. */
  what: string;
  /** Makes what stands at an address that is reserved for documentation. */
  sample: (file: string, run: ToolRun) => Promise<void>;
}

/** @throws {ToolError} when it is no video with a picture */
export async function fetchVideo(
  source: Source,
  download: Workplace["download"],
  run: ToolRun,
): Promise<Required<Media>> {
  const media = await fetchMedia(source, download, run);
  if (!media.picture) throw new ToolError(`the ${source.what} ${source.address} has no picture`);
  return media as Required<Media>;
}

/** @throws {ToolError} for what is no video or sound, and {Error} for what cannot be fetched */
async function fetchMedia(
  { file, address, what, sample }: Source,
  download: Workplace["download"],
  run: ToolRun,
): Promise<Media> {
  await fetchFile(address, file, download, run, sample);
  return explain(`the ${what} ${address} cannot be used`, () => inspect(file, run));
}

/** Fetches a file of sound, or the sound of a video, and makes a WAV file of it. @throws {ToolError} when it has none */
export async function fetchSound(
  source: Source,
  download: Workplace["download"],
  run: ToolRun,
): Promise<{ file: string; seconds: number }> {
  const { seconds, hasSound } = await fetchMedia(source, download, run);
  const what = `the ${source.what} ${source.address}`;
  if (!hasSound) throw new ToolError(`${what} has no sound`);
  const file = `${source.file}.wav`;
  const words = [
    ...[...quietly, ...untrusted, "-i", source.file, "-map", "0:a:0", "-t", String(seconds)],
    ...["-c:a", "pcm_s16le", "-ar", "48000", "-ac", "1", "-flags:a", "+bitexact", file],
  ];
  await explain(`${what} cannot be read`, () => runTool("ffmpeg", words, longRun(run, seconds)));
  return { file, seconds };
}

/** Fetches a file, or makes the sample. */
export async function fetchFile(
  address: string,
  file: string,
  download: Workplace["download"],
  run: ToolRun,
  sample: Source["sample"],
): Promise<void> {
  const { downloadMs: timeoutMs, maxBytes } = mediaLimits;
  const { cwd, signal } = run;
  if (!(await download(address, join(cwd, file), { timeoutMs, maxBytes, signal })))
    await sample(file, run);
}

/** Filters that give a picture upright square pixels, even sides of at most 1920, a constant rate, and no end. */
export function steadyPicture(rate: FrameRate): string {
  return [
    "scale='trunc(iw*sar/2)*2':'trunc(ih/2)*2',setsar=1",
    "scale='min(iw,1920)':'min(ih,1920)':force_original_aspect_ratio=decrease:force_divisible_by=2",
    `fps=${rateText(rate)}`,
    // A picture that ends before its sound stays as it was last.
    "tpad=stop=-1:stop_mode=clone",
  ].join(",");
}

/** For work on a video: slow machines need ten times its length. */
export function longRun(run: ToolRun, seconds: number): ToolRun {
  return { ...run, timeoutMs: Math.ceil(60_000 + seconds * 10_000) };
}
