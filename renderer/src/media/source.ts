/** Media that a request names: fetched, and looked at before anything is made of them. */
import { join } from "node:path";
import type { Workplace } from "../job-files.ts";
import { downloadError, InputError, reading } from "../tools/errors.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { quietly, rateText, sampleRate } from "./encode.ts";
import { inspect, type Media, mediaLimits, type Picture, untrusted } from "./inspect.ts";

export interface Source {
  /** Where the file goes, in the folder of the run. */
  file: string;
  address: string;
  /** Such as `base video`. */
  what: string;
  /** Makes what stands at an address that is reserved for documentation. */
  sample: (file: string, run: ToolRun) => Promise<void>;
}

type Download = Workplace["download"];

/** @throws {InputError} when it is no video with a picture */
export async function fetchVideo(
  source: Source,
  download: Download,
  run: ToolRun,
): Promise<Required<Media>> {
  const { picture, ...media } = await fetchMedia(source, download, run);
  if (!picture) throw new InputError(`the ${source.what} ${source.address} has no picture`);
  return { ...media, picture };
}

async function fetchMedia(source: Source, download: Download, run: ToolRun): Promise<Media> {
  const { file, address, what, sample } = source;
  await fetchFile(address, file, download, run, sample);
  return reading(`the ${what} ${address} cannot be used`, () => inspect(file, run));
}

/** Fetches a file of sound, or the sound of a video, and makes a WAV file of it. @throws {InputError} when it has none */
export async function fetchSound(
  source: Source,
  download: Download,
  run: ToolRun,
): Promise<{ file: string; seconds: number }> {
  const { seconds, hasSound } = await fetchMedia(source, download, run);
  const what = `the ${source.what} ${source.address}`;
  if (!hasSound) throw new InputError(`${what} has no sound`);
  const file = `${source.file}.wav`;
  const making = words`
    ${quietly} ${untrusted} -i ${source.file} -map 0:a:0 -af ${steadySound()} -t ${seconds}
    -c:a pcm_s16le -ar ${sampleRate} -ac 1 -flags:a +bitexact ${file}`;
  await reading(`${what} cannot be read`, () => runTool("ffmpeg", making, longRun(run, seconds)));
  return { file, seconds };
}

/** Fetches a file, or makes the sample. */
export async function fetchFile(
  address: string,
  file: string,
  download: Download,
  run: ToolRun,
  sample: Source["sample"],
): Promise<void> {
  const { downloadMs: timeoutMs, maxBytes } = mediaLimits;
  const { cwd, signal } = run;
  const limits = { timeoutMs, maxBytes, signal };
  const isFetched = await download(address, join(cwd, file), limits).catch((error: Error) => {
    signal.throwIfAborted();
    throw downloadError(error);
  });
  if (!isFetched) await sample(file, run);
}

/** Sound begins when it began, and what is missing in it is silence: otherwise everything behind comes too early. */
export function steadySound(startS = 0): string {
  return `asetpts=PTS-${startS}/TB,aresample=async=1:first_pts=0:min_hard_comp=0.02`;
}

/** Before an input of which picture and sound are read apart: ffmpeg would have each of them begin at nought. */
export const ownClock = ["-copyts"];

/** Filters that give a picture upright square pixels, even sides of at most 1920, the colours of a screen, a constant rate, and no end. */
export function steadyPicture({
  rate,
  startS,
  height,
  isInterlaced,
  isHdr,
  matrix,
}: Picture): string {
  // A file that does not say which colours it has follows the custom of its size.
  const isUnknown = matrix === undefined || matrix === "unknown";
  const from = isUnknown ? `in_color_matrix=${height >= 720 ? "bt709" : "bt601"}:` : "";
  const toScreen = `scale=${isHdr ? "" : from}out_color_matrix=bt709:out_range=tv`;
  return [
    ...(isInterlaced ? ["bwdif=mode=send_frame:deint=all"] : []),
    "scale='trunc(iw*sar/2)*2':'trunc(ih/2)*2',setsar=1",
    "scale='min(iw,1920)':'min(ih,1920)':force_original_aspect_ratio=decrease:force_divisible_by=2",
    ...(isHdr ? toneMapping : [toScreen]),
    "format=yuv420p",
    `setpts=PTS-${startS}/TB`,
    // From the beginning of the file: a picture that begins later is there from then on.
    `fps=${rateText(rate)}:start_time=0`,
    // A picture that ends before its sound stays as it was last.
    "tpad=stop=-1:stop_mode=clone",
  ].join(",");
}

/** As bright as a usual screen: without it, a picture of high dynamic range looks grey. */
const toneMapping = [
  "zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709",
  "tonemap=hable:desat=0,zscale=transfer=bt709:matrix=bt709:range=tv",
];

/** For work on a video: slow machines need ten times its length. */
export function longRun(run: ToolRun, seconds: number): ToolRun {
  return { ...run, timeoutMs: Math.ceil(60_000 + seconds * 10_000) };
}
