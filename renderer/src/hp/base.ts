/** The base video of a job, prepared once for all its rows: a whole video, of which each row replaces the segments and nothing else. */
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { HpJobInput } from "../../../generated/schema.d.ts";
import type { Workplace } from "../job-files.ts";
import {
  frameAt,
  type FrameRate,
  quietly,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { type Picture, untrusted } from "../media/inspect.ts";
import { join } from "../media/join.ts";
import { measureGain } from "../media/loudness.ts";
import { writeMusic } from "../media/music.ts";
import { sampleVideo } from "../media/samples.ts";
import { fetchVideo, longRun, ownClock, steadyPicture, steadySound } from "../media/source.ts";
import type { Settings } from "../settings.ts";
import { reading } from "../tools/errors.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { readSegments, type Segment } from "./segments.ts";
import { findWindows, pcmWords, soundName, type Window } from "./sound.ts";

export interface Base {
  width: number;
  height: number;
  rate: FrameRate;
  /** In the order of the request. The picture of each is in {@link segmentName}. */
  segments: Segment[];
  windows: Window[];
}

/** A playable video: the base as it is where no row changes it. */
export const baseName = "base.mp4";
const describedIn = "base.json";
const source = "source";
const partOf = (index: number) => `part-${index}.h264`;

/** A raw H.264 file that begins with a keyframe. */
export const segmentName = (segment: number) => `segment-${segment}.h264`;

/** The base video of a job, made by its first row. Returns it with the folder that holds it, relative to the place. */
export async function prepareBase(
  input: HpJobInput,
  settings: Settings,
  { share, scratch, ...place }: Workplace,
): Promise<Base & { folder: string }> {
  const folder = await share("base", (draft) => makeBase(input, settings, draft, place));
  const base = JSON.parse(await readFile(joinPath(scratch, folder, describedIn), "utf8")) as Base;
  return { ...base, folder };
}

async function makeBase(
  input: HpJobInput,
  settings: Settings,
  folder: string,
  { download, signal }: Pick<Workplace, "download" | "signal">,
): Promise<void> {
  const { base_video_url: address, music } = input;
  const run = { cwd: folder, signal, timeoutMs: 60_000 };
  const wanted = { file: source, address, what: "base video", sample: sampleVideo };
  const { seconds, hasSound, picture } = await fetchVideo(wanted, download, run);
  const { rate } = picture;
  const frames = frameAt(seconds, rate);
  const segments = readSegments(input, frames, rate);
  const edges = [...new Set(segments.flatMap(({ from, to }) => [from, to]))]
    .filter((edge) => edge > 0 && edge < frames)
    .sort((one, other) => one - other);
  const long = longRun(run, seconds);
  await reading(`the base video ${address} cannot be read`, async () => {
    await cut(picture, frames, edges, long);
    const length = timeOf(frames, rate);
    await extractSound({ hasSound, music, seconds: length, ...picture }, settings, long);
  });
  const starts = [0, ...edges];
  await join(
    {
      parts: starts.map((_, index) => partOf(index)),
      rate,
      sound: { inputs: words`${pcmWords} -i ${soundName}`, filter: "[1:a]anull[sound]" },
      target: baseName,
    },
    long,
  );
  const { size } = await stat(joinPath(folder, soundName));
  const windows = findWindows(segments, rate, size);
  const base: Base = { ...(await sizeOf(partOf(0), run)), rate, segments, windows };
  for (const [segment, { from }] of segments.entries())
    await rename(
      joinPath(folder, partOf(starts.indexOf(from))),
      joinPath(folder, segmentName(segment)),
    );
  await writeFile(joinPath(folder, describedIn), JSON.stringify(base));
  for (const name of [source, ...starts.map((_, index) => partOf(index))])
    await rm(joinPath(folder, name), { force: true });
}

/** Encodes the picture anew, in a file for each part. */
async function cut(picture: Picture, frames: number, edges: number[], run: ToolRun): Promise<void> {
  const atEdges = edges.map((edge) => `eq(n,${edge})`).join("+");
  const files =
    edges.length === 0
      ? words`-f h264 ${partOf(0)}`
      : words`-force_key_frames expr:${atEdges} -f segment -segment_format h264
          -segment_frames ${edges.join(",")} part-%d.h264`;
  const encoding = words`
    ${quietly} ${ownClock} ${untrusted} -i ${source} -map 0:V:0 -vf ${steadyPicture(picture)}
    ${videoWords(picture.rate, 4)} -frames:v ${frames} ${files}`;
  await runTool("ffmpeg", encoding, run);
}

interface Wanted {
  hasSound: boolean;
  music: boolean;
  seconds: number;
  startS: number;
}

/** As long as the picture, and as loud as it shall be. */
async function extractSound(
  { hasSound, music, seconds, startS }: Wanted,
  { loudnorm }: Settings,
  run: ToolRun,
): Promise<void> {
  const sound = words`${ownClock} ${untrusted} -i ${source}`;
  const gain = hasSound && loudnorm ? await measureGain(sound, run) : 0;
  const inputs = hasSound ? sound : words`-f lavfi -i anullsrc=r=${sampleRate}:cl=stereo`;
  const own = `[0:a:0]${steadySound(startS)},volume=${gain.toFixed(2)}dB,apad`;
  if (music) await writeMusic(joinPath(run.cwd, "music.wav"));
  const filter = music ? `${own}[own];[own][1:a]amix=inputs=2:normalize=0[sound]` : `${own}[sound]`;
  const making = words`
    ${quietly} ${inputs} ${music ? words`-stream_loop -1 -i music.wav` : []}
    -filter_complex ${filter} -map [sound] -t ${seconds.toFixed(6)} -c:a pcm_s16le ${pcmWords} ${soundName}`;
  await runTool("ffmpeg", making, run);
}

async function sizeOf(file: string, run: ToolRun): Promise<{ width: number; height: number }> {
  const asked = words`-v error -show_entries stream=width,height -of json ${file}`;
  const { streams } = JSON.parse(await runTool("ffprobe", asked, run)) as {
    streams: [{ width: number; height: number }];
  };
  return streams[0];
}
