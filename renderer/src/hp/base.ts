/** The base video of a job, prepared once for all its rows: cut where its segments begin and end, so that the rest is only copied. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HpJobInput } from "../../../generated/schema.d.ts";
import type { Workplace } from "../job-files.ts";
import { frameAt, type FrameRate, quietly, timeOf, videoWords } from "../media/encode.ts";
import { untrusted } from "../media/inspect.ts";
import { writeMusic } from "../media/music.ts";
import { sampleVideo } from "../media/samples.ts";
import { fetchVideo, longRun, steadyPicture } from "../media/source.ts";
import { explain } from "../tools/explain.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { readSegments } from "./segments.ts";

export interface Base {
  width: number;
  height: number;
  rate: FrameRate;
  parts: Part[];
}

/** A raw H.264 file that begins with a keyframe. */
export interface Part {
  file: string;
  from: number;
  to: number;
  /** Index of the segment that it is, if it is one. */
  segment?: number;
}

/** The sound of the whole video, beside its parts. */
export const soundName = "sound.wav";

const describedIn = "base.json";

/** The base video of a job, made by its first row. Returns it with the folder that holds it, relative to the place. */
export async function prepareBase(
  input: HpJobInput,
  { share, scratch, ...place }: Workplace,
): Promise<Base & { folder: string }> {
  const folder = await share("base", (draft) => makeBase(input, draft, place));
  const base = JSON.parse(await readFile(join(scratch, folder, describedIn), "utf8")) as Base;
  return { ...base, folder };
}

async function makeBase(
  input: HpJobInput,
  folder: string,
  { download, signal }: Pick<Workplace, "download" | "signal">,
): Promise<void> {
  const { base_video_url: address, music } = input;
  const run = { cwd: folder, signal, timeoutMs: 60_000 };
  const source = "source";
  const wanted = { file: source, address, what: "base video", sample: sampleVideo };
  const { seconds, hasSound, picture } = await fetchVideo(wanted, download, run);
  const { rate } = picture;
  const frames = frameAt(seconds, rate);
  const segments = readSegments(input, frames, rate);
  const edges = [...new Set(segments.flatMap(({ from, to }) => [from, to]))]
    .filter((edge) => edge > 0 && edge < frames)
    .sort((one, other) => one - other);
  const long = longRun(run, seconds);
  const parts = [0, ...edges].map((from, index) => {
    const segment = segments.findIndex((one) => one.from === from);
    const to = edges[index] ?? frames;
    return { file: `part-${index}.h264`, from, to, ...(segment >= 0 && { segment }) };
  });
  await explain(`the base video ${address} cannot be read`, async () => {
    await cut({ source, rate, frames, edges }, long);
    await extractSound({ source, hasSound, music, seconds: timeOf(frames, rate) }, long);
  });
  const base: Base = { ...(await sizeOf("part-0.h264", run)), rate, parts };
  await writeFile(join(folder, describedIn), JSON.stringify(base));
  await rm(join(folder, source));
}

/** Encodes the picture anew, in a file for each part. */
async function cut(
  {
    source,
    rate,
    frames,
    edges,
  }: { source: string; rate: FrameRate; frames: number; edges: number[] },
  run: ToolRun,
): Promise<void> {
  const atEdges = edges.map((edge) => `eq(n,${edge})`).join("+");
  await runTool(
    "ffmpeg",
    [
      ...[...quietly, ...untrusted, "-i", source, "-map", "0:V:0", "-vf", steadyPicture(rate)],
      ...[...videoWords(4), "-frames:v", String(frames)],
      ...(edges.length === 0
        ? ["-f", "h264", "part-0.h264"]
        : [
            ...["-force_key_frames", `expr:${atEdges}`, "-f", "segment", "-segment_format", "h264"],
            ...["-segment_frames", edges.join(","), "part-%d.h264"],
          ]),
    ],
    run,
  );
}

async function extractSound(
  {
    source,
    hasSound,
    music,
    seconds,
  }: { source: string; hasSound: boolean; music: boolean; seconds: number },
  run: ToolRun,
): Promise<void> {
  const silence = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo"];
  if (music) await writeMusic(join(run.cwd, "music.wav"));
  const mixed = "[0:a:0][1:a]amix=inputs=2:normalize=0[sound]";
  await runTool(
    "ffmpeg",
    [
      ...[...quietly, ...(hasSound ? [...untrusted, "-i", source] : silence)],
      ...(music ? ["-stream_loop", "-1", "-i", "music.wav"] : []),
      ...["-filter_complex", music ? mixed : "[0:a:0]apad[sound]", "-map", "[sound]"],
      ...["-t", seconds.toFixed(6), "-c:a", "pcm_s16le", "-ar", "48000", "-ac", "2", soundName],
    ],
    run,
  );
}

async function sizeOf(file: string, run: ToolRun): Promise<{ width: number; height: number }> {
  const words = ["-v", "error", "-show_entries", "stream=width,height", "-of", "json", file];
  const { streams } = JSON.parse(await runTool("ffprobe", words, run));
  return { width: streams[0].width, height: streams[0].height };
}
