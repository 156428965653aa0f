/** The base video of a job, prepared once for all its rows: a whole video, of which each row replaces the segments and nothing else. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HpJobInput } from "../../../generated/schema.d.ts";
import {
  audioWords,
  fileWords,
  frameAt,
  type FrameRate,
  quietly,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { measureGain } from "../media/loudness.ts";
import { musicWords, sampleVideo } from "../media/samples.ts";
import { fetchVideo, longRun, ownClock, probe, steadySound, untrusted } from "../media/source.ts";
import { reading } from "../tools/faults.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import type { Workplace } from "../wrap-renderer.ts";
import { readSegments, type Segment } from "./segments.ts";
import { findWindows, pcmWords, soundName, type Window } from "./sound.ts";

export interface Base {
  width: number;
  height: number;
  rate: FrameRate;
  /** In the order of the request. Each begins and ends with a keyframe of the video. */
  segments: Segment[];
  windows: Window[];
}

/** A playable video: the base as it is where no row changes it. */
export const baseName = "base.mp4";
const describedIn = "base.json";
const source = "source";

/** The base video of a job, made by its first row. Returns it with the folder that holds it. */
export async function prepareBase(
  input: HpJobInput,
  { share, ...place }: Workplace,
): Promise<Base & { folder: string }> {
  const folder = await share("base", (draft) => makeBase(input, draft, place));
  const base = JSON.parse(await readFile(join(folder, describedIn), "utf8")) as Base;
  return { ...base, folder };
}

async function makeBase(
  input: HpJobInput,
  folder: string,
  { download, signal }: Pick<Workplace, "download" | "signal">,
): Promise<void> {
  const { base_video_url: address, music } = input;
  const run = { cwd: folder, signal, timeoutMs: 60_000 };
  const wanted = { file: source, address, what: "base video", sample: sampleVideo };
  const { seconds, hasSound, picture } = await fetchVideo(wanted, download, run);
  const { rate, startS } = picture;
  const frames = frameAt(seconds, rate);
  const segments = readSegments(input, frames, rate);
  const edges = new Set(segments.flatMap(({ from, to }) => [from, to]));
  const keyframes = [...edges].map((edge) => `eq(n,${edge})`).join("+");
  const long = longRun(run, seconds);
  await reading(`the base video ${address} cannot be read`, async () => {
    await extractSound({ hasSound, startS }, music, timeOf(frames, rate), long);
    const encoding = words`
      ${quietly} ${ownClock} ${untrusted} -i ${source} ${pcmWords} -i ${soundName}
      -map 0:V:0 -map 1:a -vf ${picture.filters},trim=end_frame=${frames} ${videoWords(rate, 4)}
      -force_key_frames expr:${keyframes} ${audioWords} ${fileWords} ${baseName}`;
    await runTool("ffmpeg", encoding, long);
  });
  const { size } = await stat(join(folder, soundName));
  const windows = findWindows(segments, rate, size);
  const { width = 0, height = 0 } = (await probe(baseName, run)).streams?.[0] ?? {};
  const base: Base = { width, height, rate, segments, windows };
  await writeFile(join(folder, describedIn), JSON.stringify(base));
  await rm(join(folder, source));
}

/** As long as the picture, and as loud as it shall be. */
async function extractSound(
  { hasSound, startS }: { hasSound: boolean; startS: number },
  music: boolean,
  seconds: number,
  run: ToolRun,
): Promise<void> {
  const sound = words`${ownClock} ${untrusted} -i ${source}`;
  const gain = hasSound ? await measureGain(sound, run) : 0;
  const inputs = hasSound ? sound : words`-f lavfi -i anullsrc=r=${sampleRate}:cl=stereo`;
  const own = `[0:a:0]${steadySound(startS)},volume=${gain.toFixed(2)}dB,apad`;
  const filter = music ? `${own}[own];[own][1:a]amix=inputs=2:normalize=0[sound]` : `${own}[sound]`;
  const making = words`
    ${quietly} ${inputs} ${music ? musicWords() : []}
    -filter_complex ${filter} -map [sound] -t ${seconds.toFixed(6)} -c:a pcm_s16le ${pcmWords} ${soundName}`;
  await runTool("ffmpeg", making, run);
}
