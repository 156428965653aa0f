/** The base video of a job, prepared once for all its rows: a whole video, of which each row replaces the segments and nothing else. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HpJobInput, HpSegment } from "../../../generated/schema.d.ts";
import {
  audioWords,
  fileWords,
  frameAt,
  type FrameRate,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { checkVideo } from "../media/decode.ts";
import { measureGain } from "../media/loudness.ts";
import { musicWords } from "../media/samples.ts";
import {
  fetchVideo,
  ownClock,
  probe,
  steadySound,
  unifySound,
  untrusted,
} from "../media/source.ts";
import { InputError, reading } from "../tools/faults.ts";
import { ffmpeg, longRun, words } from "../tools/run-tool.ts";
import type { Workplace } from "../wrap-renderer.ts";
import { findWindows, pcmWords, type Segment, soundName, type Window } from "./sound.ts";

export interface Base {
  width: number;
  height: number;
  rate: FrameRate;
  /** When the video was written that was found to decode. */
  writtenMs: number;
  /** In the order of the request. Each begins and ends with a keyframe of the video. */
  segments: Segment[];
  windows: Window[];
}

/** A playable video: the base as it is where no row changes it. */
export const baseName = "base.mp4";
const describedIn = "base.json";
const [source, unified] = ["source", "source-sound"];

/** The base video of a job, made by its first row. Returns it with the folder that holds it. */
export async function prepareBase(
  input: HpJobInput,
  { share, ...place }: Workplace,
): Promise<Base & { folder: string }> {
  const folder = await share("base", (draft) => makeBase(input, draft, place));
  const base = JSON.parse(await readFile(join(folder, describedIn), "utf8")) as Base;
  return { ...base, folder };
}

/** @throws {Error} a fault, when the video is not the one any more that was found to decode */
export async function checkUnchanged({
  folder,
  writtenMs,
}: Base & { folder: string }): Promise<void> {
  const { mtimeMs } = await stat(join(folder, baseName));
  if (mtimeMs !== writtenMs)
    throw new Error("the prepared base video was changed on the disk since it was checked");
}

async function makeBase(
  input: HpJobInput,
  folder: string,
  { download, signal }: Pick<Workplace, "download" | "signal">,
): Promise<void> {
  const { base_video_url: address, music } = input;
  const run = { cwd: folder, signal, timeoutMs: 60_000 };
  const wanted = { file: source, address, what: "base video" };
  const media = await fetchVideo(wanted, download, run);
  const { seconds, hasSound, picture } = media;
  const { rate } = picture;
  const frames = frameAt(seconds, rate);
  const segments = readSegments(input, frames, rate);
  const edges = new Set(segments.flatMap(({ from, to }) => [from, to]));
  const keyframes = [...edges].map((edge) => `eq(n,${edge})`).join("+");
  const long = longRun(run, seconds);
  const whole = words`${ownClock} ${untrusted} -i ${source}`;
  const silence = words`-f lavfi -i anullsrc=r=${sampleRate}:cl=stereo`;
  await reading(`the base video ${address} cannot be read`, async () => {
    // The sound: as long as the picture, and as loud as it shall be.
    if (hasSound) await unifySound(whole, media, unified, long);
    const gain = hasSound ? await measureGain(["-i", unified], long) : 0;
    const own = `[0:a]${steadySound(hasSound ? picture.startS : 0)},volume=${gain.toFixed(2)}dB,apad`;
    await ffmpeg(long)`
      ${hasSound ? words`${ownClock} -i ${unified}` : silence} ${music ? musicWords() : []}
      -filter_complex ${music ? `${own}[own];[own][1:a]amix=inputs=2:normalize=0` : own}[sound] -map [sound]
      -t ${timeOf(frames, rate).toFixed(6)} -c:a pcm_s16le ${pcmWords} ${soundName}`;
    await ffmpeg(long)`
      ${whole} ${pcmWords} -i ${soundName}
      -map 0:V:0 -map 1:a -vf ${picture.filters},trim=end_frame=${frames} ${videoWords(rate, { threads: 4 })}
      -force_key_frames expr:${keyframes} ${audioWords} ${fileWords} ${baseName}`;
  });
  await checkVideo(baseName, timeOf(frames, rate), long);
  const { size } = await stat(join(folder, soundName));
  const windows = findWindows(segments, rate, size);
  const { width = 0, height = 0 } = (await probe(baseName, run)).streams?.[0] ?? {};
  const { mtimeMs: writtenMs } = await stat(join(folder, baseName));
  const base: Base = { width, height, rate, writtenMs, segments, windows };
  await writeFile(join(folder, describedIn), JSON.stringify(base));
  for (const name of [source, unified]) await rm(join(folder, name), { force: true });
}

/** Under both names, also when the contract knows one only. */
function listOf(input: HpJobInput): HpSegment[] | undefined {
  const lists: Partial<Record<"variables" | "customizations", HpSegment[]>> = input;
  return lists.variables ?? lists.customizations;
}

/** What all rows say, before and after what each has of its own. */
export function fixedTexts(input: HpJobInput): string {
  const texts = (listOf(input) ?? []).flatMap((one) => [
    one.variable_pre_text,
    one.variable_post_text,
  ]);
  return texts.filter(Boolean).join(" ");
}

/** A number of seconds, or minutes and seconds with a colon between them. */
const secondsOf = (time: string | number): number =>
  String(time)
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/**
 * Returns the segments in the order of the request. Without a list of them, each variable has an equal share of the video.
 *
 * @throws {InputError} for segments that overlap, lie outside or are shorter than a frame
 */
function readSegments(input: HpJobInput, frames: number, rate: FrameRate): Segment[] {
  const { variable_count: count } = input;
  const given = listOf(input);
  if (!given) {
    const edge = (index: number) => Math.round((index * frames) / count);
    return Array.from({ length: count }, (_, index) => ({
      from: edge(index),
      to: edge(index + 1),
    }));
  }
  const segments = given.map(({ start_time, end_time }) => ({
    from: frameAt(secondsOf(start_time), rate),
    to: frameAt(secondsOf(end_time), rate),
  }));
  segments.forEach(({ from, to }, index) => {
    if (to > frames)
      throw new InputError(
        `segment ${index + 1} ends at ${given[index]?.end_time} s, but the base video at ${timeOf(frames, rate).toFixed(2)} s`,
      );
    if (to <= from)
      throw new InputError(`segment ${index + 1} is shorter than a frame of the base video`);
    const other = segments.findIndex(
      (one, place) => place < index && one.from < to && from < one.to,
    );
    if (other >= 0) throw new InputError(`segments ${other + 1} and ${index + 1} overlap`);
  });
  return segments;
}
