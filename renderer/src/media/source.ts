/** Media that a request names: fetched, looked at before anything is made of them, and brought into one form. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { downloadError, InputError, reading, ToolError } from "../tools/faults.ts";
import { ffmpeg, longRun, runTool, type ToolRun, words } from "../tools/run-tool.ts";
import type { Workplace } from "../wrap-renderer.ts";
import { isAudible, type Sound, withGain } from "./loudness.ts";
import { sampleSpeech, sampleVideo } from "./samples.ts";
import { refuseOthers } from "./other-kinds.ts";
import { decodeToEnd, isWhole, strict } from "./decode.ts";
import { frameAt, type FrameRate, rateText, sampleRate, timeOf } from "./encode.ts";

export interface Source {
  /** Where the file goes, in the folder of the run. */
  file: string;
  address: string;
  /** Such as `base video`. */
  what: string;
}

/** Makes what stands at an address that is reserved for documentation. */
type Sample = (file: string, run: ToolRun) => Promise<void>;

type Download = Workplace["download"];

/** Containers that hold media only: no playlist, no script and no picture of another file, whatever its name. */
const containers = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,flv,ogg,mp3,wav,flac,aac";

/** The assumption `base-video-limits`. */
export const mediaLimits = {
  maxBytes: 512 * 1024 * 1024,
  downloadMs: 120_000,
  maxSeconds: 600,
  /** 4K. */
  maxPixels: 4096 * 2304,
};

const known = words`-protocol_whitelist file -format_whitelist ${containers}`;

/** The words before an input that is not ours. */
export const untrusted = [...known, ...words`-max_pixels ${mediaLimits.maxPixels}`];

/** Before an input of which picture and sound are read apart: ffmpeg would have each of them begin at nought. */
export const ownClock = ["-copyts"];

/** @throws {InputError} when it is no video with a picture */
export async function fetchVideo(source: Source, download: Download, run: ToolRun) {
  const { picture, ...media } = await fetchMedia(source, sampleVideo, download, run);
  if (!picture) throw new InputError(`the ${source.what} ${source.address} has no picture`);
  return { ...media, picture };
}

/** Fetches a file of sound, or that of a video with a longer picture, and makes a WAV file of it. @throws {InputError} when it has none */
export async function fetchSound(source: Source, download: Download, run: ToolRun): Promise<Sound> {
  const media = await fetchMedia(source, sampleSpeech, download, run);
  const what = `the ${source.what} ${source.address}`;
  if (!media.hasSound) throw new InputError(`${what} has no sound`);
  const [file, unified] = [`${source.file}.wav`, `${source.file}-sound`];
  const long = longRun(run, media.seconds);
  await reading(`${what} cannot be read`, async () => {
    await unifySound([...untrusted, "-i", source.file], media, unified, long);
    await ffmpeg(long)`
      ${ownClock} -i ${unified} -af ${steadySound()} -c:a pcm_s16le -ac 1 -fflags +bitexact ${file}`;
  });
  return withGain({ file, seconds: await decodeToEnd(["-i", file], long) }, run);
}

/**
 * Writes the sound of an input in one form. Where its rate or its channels change, ffmpeg begins its filters anew, and
 * {@link steadySound} would count from nought again.
 *
 * @param hasTimes where there are none, each sample follows the one before
 */
export function unifySound(
  input: string[],
  { hasTimes, track }: { hasTimes: boolean; track: number },
  target: string,
  run: ToolRun,
) {
  return ffmpeg(run)`
    ${input} -map 0:a:${track} -c:a pcm_f32le -ar ${sampleRate} -ac 2 -f ${hasTimes ? "nut" : "wav"} ${target}`;
}

async function fetchMedia(source: Source, sample: Sample, download: Download, run: ToolRun) {
  const { address, file, what } = source;
  await fetchFile(source, sample, download, run);
  return reading(`the ${what} ${address} cannot be used`, async () => {
    await refuseOthers(join(run.cwd, file), "video");
    const media = await inspect(file, run);
    const { seconds, container, hasTimes } = media;
    const [long, words] = [longRun(run, seconds), [...untrusted, "-i", file]];
    // Several of them in a row are one that plays, though not without a complaint.
    if (!hasTimes) return { ...media, seconds: await decodeToEnd(words, long) };
    const track = await findTrack(words, media.tracks, long);
    let damage: string | undefined;
    const decodedS = await decodeToEnd([...strict, ...words], long, track).catch((error) => {
      if (!(error instanceof ToolError)) throw error;
      damage = error.message.replace(`${file}: `, "");
      // Whether it was cut off says more.
      return decodeToEnd(words, long, track);
    });
    const [stated, decoded] = [seconds.toFixed(1), decodedS.toFixed(1)];
    if (!isWhole(decodedS, seconds))
      throw new InputError(`it says that it is ${stated} s long, and ends after ${decoded} s`);
    // One that was written into a pipe does not know its length, and seems to lack the rest.
    if (damage !== undefined && container !== "wav")
      throw new InputError(`a part of it cannot be decoded (${damage}); encode it anew`);
    return { ...media, track };
  });
}

/** The first sound that can be heard, beginning with the one that players choose. */
async function findTrack(input: string[], tracks: number[], run: ToolRun): Promise<number> {
  const [usual = 0] = tracks;
  if (tracks.length < 2) return usual;
  for (const track of tracks) if (await isAudible(input, track, run)) return track;
  return usual;
}

/** Fetches a file, or makes the sample. @throws {InputError} for a file that is empty */
export async function fetchFile(
  { address, file, what }: Source,
  sample: Sample,
  download: Download,
  run: ToolRun,
): Promise<void> {
  const { downloadMs: timeoutMs, maxBytes } = mediaLimits;
  const { cwd, signal } = run;
  const limits = { timeoutMs, maxBytes, signal };
  const isFetched = await download(address, join(cwd, file), limits).catch((error: Error) => {
    signal.throwIfAborted();
    throw downloadError(error);
  });
  if (!isFetched) return sample(file, run);
  // The programs that read it would complain of what it is not.
  const { size } = await stat(join(cwd, file));
  if (size === 0) throw new InputError(`the ${what} ${address} cannot be used: it is empty`);
}

/**
 * @param path of the file, relative to the folder of the run
 * @throws {InputError} for what is no video or sound, and what is larger than is rendered
 */
export async function inspect(path: string, run: ToolRun) {
  const { streams = [], format } = await probe(path, run);
  const fileStartS = Number(format?.start_time) || 0;
  const container = format?.format_name ?? "";
  // These containers count from nought on, whenever what they hold begins.
  const isLater = /^(?:mov|matroska)/.test(container);
  const { maxSeconds } = mediaLimits;
  const input = words`${untrusted} -t ${maxSeconds + 1} -i ${path}`;
  // What a browser records does not say how long it is.
  const seconds = format?.duration
    ? Number(format.duration) - (isLater ? Math.max(0, fileStartS) : 0)
    : await decodeToEnd(input, longRun(run, maxSeconds));
  if (!(seconds > 0)) throw new InputError("it does not say how long it is, and holds nothing");
  // Sound ends with a frame of its own, a little later than the picture.
  if (Math.round(seconds) > maxSeconds)
    throw new InputError(
      `it is ${Math.round(seconds)} s long; at most ${maxSeconds} s are rendered`,
    );
  const sounds = streams.filter(({ codec_type }) => codec_type === "audio");
  const isDefault = (track: number) => Number(sounds[track]?.disposition?.default ?? 0);
  const tracks = [...sounds.keys()].sort((one, other) => isDefault(other) - isDefault(one));
  const stream = streams.find(
    ({ codec_type, disposition }) => codec_type === "video" && disposition?.attached_pic !== 1,
  );
  // The others have no header either, and are as long as their bytes would take at their first bit rate.
  const hasTimes = !/^(?:mp3|aac)/.test(container);
  const sound = { seconds, container, hasTimes, hasSound: tracks.length > 0, tracks, track: 0 };
  if (!stream) return { ...sound, picture: undefined };
  const { rate, isUneven } = rateOf(stream);
  const laterS = (Number(stream.start_time) || fileStartS) - fileStartS;
  // So that its picture begins with a frame, and its sound is not moved against it.
  const startS = fileStartS + laterS - timeOf(frameAt(laterS, rate), rate);
  const picture = { rate, startS, filters: filtersFor(stream, rate, startS) };
  const pictureS = isUneven ? timeOf(await countFrames(path, run), rate) : seconds;
  // What is longer by a frame of sound makes no picture more.
  const isSame = Math.abs(pictureS - seconds) < 0.1;
  return { ...sound, seconds: isSame ? pictureS : seconds, picture };
}

interface Stream {
  codec_type?: string;
  width?: number;
  height?: number;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  pix_fmt?: string;
  start_time?: string;
  field_order?: string;
  color_space?: string;
  color_transfer?: string;
  disposition?: { attached_pic?: number; default?: number };
}

/** @throws {InputError} for what is no video or sound */
export async function probe(path: string, run: ToolRun) {
  const entries =
    "stream=codec_type,width,height,avg_frame_rate,r_frame_rate,pix_fmt,start_time,field_order,color_space,color_transfer:stream_disposition=attached_pic,default:format=format_name,duration,start_time";
  const asked = words`-v error ${known} -show_entries ${entries} -of json ${path}`;
  const printed = await runTool("ffprobe", asked, { ...run, timeoutMs: 20_000 }).catch((error) => {
    if (!(error instanceof ToolError)) throw error;
    const told = error.message.replace(`${path}: `, "");
    throw new InputError(`it is no video or sound (${told}); export it as MP4`);
  });
  return JSON.parse(printed) as {
    streams?: Stream[];
    format?: { format_name?: string; duration?: string; start_time?: string };
  };
}

const commonRates = [24, 25, 30, 50, 60].flatMap((frames): FrameRate[] => [
  { frames, seconds: 1 },
  { frames: frames * 1000, seconds: 1001 },
]);

/**
 * The rate of the video where it is a common one; 30 for one that varies. In a file in fragments a frame may last too long, and the average
 * is a little wrong: the rate in which its times are written is right then.
 */
export function rateOf({ avg_frame_rate = "", r_frame_rate = "" }: Stream) {
  const perSecond = (written: string) => {
    const [frames = 0, seconds = 1] = written.split("/").map(Number);
    return frames / seconds;
  };
  const [average, written] = [perSecond(avg_frame_rate), perSecond(r_frame_rate)];
  const near = (value: number) =>
    commonRates.find(({ frames, seconds }) => Math.abs((value / frames) * seconds - 1) < 0.0005);
  const [usual, other] = [near(average), near(written)];
  const isUneven = !usual && other && Math.abs(average / written - 1) < 0.015;
  return { rate: usual ?? (isUneven ? other : { frames: 30, seconds: 1 }), isUneven };
}

/** How many frames a video has, which a file in fragments does not say. */
async function countFrames(path: string, run: ToolRun): Promise<number> {
  const asked = words`-v error ${known} -count_packets -select_streams V:0 -show_entries stream=nb_read_packets -of csv=p=0 ${path}`;
  return Number.parseInt(await runTool("ffprobe", asked, run), 10);
}

/** Upright square pixels, even sides of at most 1920, the colours of a screen, a constant rate, and no end. */
export function filtersFor(
  {
    height = 0,
    field_order = "",
    color_transfer = "",
    color_space = "unknown",
    pix_fmt = "",
  }: Stream,
  rate: FrameRate,
  startS: number,
): string {
  const isInterlaced = /^(?:tt|bb|tb|bt)$/.test(field_order);
  const isHdr = /^(?:smpte2084|arib-std-b67)$/.test(color_transfer);
  // A file that does not say which colours it has follows the custom of its size.
  const custom = `in_color_matrix=${height >= 720 ? "bt709" : "bt601"}:`;
  const toScreen = `scale=${color_space === "unknown" ? custom : ""}out_color_matrix=bt709:out_range=tv`;
  const isTransparent = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya\d|ayuv|vuya)/.test(pix_fmt);
  return [
    // On black, as players show it.
    ...(isTransparent ? ["premultiply=inplace=1"] : []),
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

/**
 * What a usual screen can show stays as bright as it is, its white being 203 candelas (ITU-R BT.2408); what is brighter, up to five times
 * that, is pressed together above.
 */
const toneMapping = [
  "zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709",
  "tonemap=mobius:param=0.6:peak=5:desat=0,zscale=transfer=bt709:matrix=bt709:range=tv",
];

/** Sound begins when it began, and what is missing in it is silence: otherwise everything behind comes too early. */
export function steadySound(startS = 0): string {
  return `asetpts=PTS-${startS}/TB,aresample=async=1:first_pts=0:min_hard_comp=0.02`;
}
