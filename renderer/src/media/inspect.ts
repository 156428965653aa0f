/** Looks at a file that somebody else has made before anything is made of it. */
import { rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { InputError, ToolError } from "../tools/errors.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { frameAt, type FrameRate, quietly, timeOf } from "./encode.ts";

/** Containers of media alone. A playlist, a script or a picture of another file is none, whatever its name. */
const containers = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,flv,ogg,mp3,wav,flac,aac";

/** The assumption `media-limits`. */
export const mediaLimits = {
  maxBytes: 512 * 1024 * 1024,
  downloadMs: 120_000,
  maxSeconds: 600,
  /** 4K. */
  maxPixels: 4096 * 2304,
  minSide: 32,
};

const known = words`-protocol_whitelist file -format_whitelist ${containers}`;

/** The words before an input that is not ours. */
export const untrusted = [...known, ...words`-max_pixels ${mediaLimits.maxPixels}`];

export interface Picture {
  rate: FrameRate;
  /** Where the video begins, on its own clock: so that its picture begins with a frame, and its sound is not moved against it. */
  startS: number;
  /** Of the file, before it is turned upright. */
  height: number;
  isInterlaced: boolean;
  /** Brighter than a usual screen. */
  isHdr: boolean;
  /** What the file says of its colours, if it says it. */
  matrix: string | undefined;
}

export interface Media {
  seconds: number;
  /** None in a file of sound. */
  picture?: Picture;
  hasSound: boolean;
}

interface Probed {
  streams?: {
    codec_type?: string;
    width?: number;
    height?: number;
    avg_frame_rate?: string;
    start_time?: string;
    field_order?: string;
    color_space?: string;
    color_transfer?: string;
    disposition?: { attached_pic?: number };
  }[];
  format?: { duration?: string; start_time?: string };
}

/**
 * @param path of the file, relative to the folder of the run
 * @throws {InputError} for what is no video or sound, and what is larger than is rendered
 */
export async function inspect(path: string, run: ToolRun): Promise<Media> {
  let probed = await probe(path, run);
  if (!(Number(probed.format?.duration) > 0)) {
    await writeLength(path, run);
    probed = await probe(path, run);
  }
  const { streams = [], format } = probed;
  const seconds = Number(format?.duration);
  if (!(seconds > 0)) throw new InputError("it does not say how long it is, and holds nothing");
  if (seconds > mediaLimits.maxSeconds)
    throw new InputError(
      `it is ${Math.round(seconds)} s long; at most ${mediaLimits.maxSeconds} s are rendered`,
    );
  const hasSound = streams.some(({ codec_type }) => codec_type === "audio");
  const picture = streams.find(
    ({ codec_type, disposition }) => codec_type === "video" && disposition?.attached_pic !== 1,
  );
  if (!picture) return { seconds, hasSound };
  const { width = 0, height = 0, avg_frame_rate = "", color_space: matrix } = picture;
  if (width * height > mediaLimits.maxPixels || Math.min(width, height) < mediaLimits.minSide)
    throw new InputError(
      `its pictures have ${width}x${height} pixels; from ${mediaLimits.minSide} a side to 4096x2304 are rendered`,
    );
  const isInterlaced = /^(?:tt|bb|tb|bt)$/.test(picture.field_order ?? "");
  const isHdr = /^(?:smpte2084|arib-std-b67)$/.test(picture.color_transfer ?? "");
  const rate = nearestRate(avg_frame_rate);
  const fileStartS = Number(format?.start_time) || 0;
  const laterS = (Number(picture.start_time) || fileStartS) - fileStartS;
  const startS = fileStartS + laterS - timeOf(frameAt(laterS, rate), rate);
  return { seconds, hasSound, picture: { rate, startS, height, isInterlaced, isHdr, matrix } };
}

async function probe(path: string, run: ToolRun): Promise<Probed> {
  const entries =
    "stream=codec_type,width,height,avg_frame_rate,start_time,field_order,color_space,color_transfer:stream_disposition=attached_pic:format=duration,start_time";
  const asked = words`-v error ${known} -show_entries ${entries} -of json ${path}`;
  const printed = await runTool("ffprobe", asked, { ...run, timeoutMs: 20_000 }).catch((error) => {
    if (!(error instanceof ToolError)) throw error;
    throw new InputError(
      `it is no video or sound (${error.message.replaceAll(path, basename(path))})`,
    );
  });
  return JSON.parse(printed) as Probed;
}

/** What a browser records does not say how long it is. Copied into a file of its own, it does. */
async function writeLength(path: string, run: ToolRun): Promise<void> {
  const copied = `${path}-copied`;
  const copying = words`
    ${quietly} ${untrusted} -i ${path} -t ${mediaLimits.maxSeconds + 1} -map 0:v? -map 0:a? -c copy -f matroska ${copied}`;
  await runTool("ffmpeg", copying, run);
  await rename(join(run.cwd, copied), join(run.cwd, path));
}

const commonRates: FrameRate[] = [
  { frames: 24_000, seconds: 1001 },
  { frames: 24, seconds: 1 },
  { frames: 25, seconds: 1 },
  { frames: 30_000, seconds: 1001 },
  { frames: 30, seconds: 1 },
  { frames: 50, seconds: 1 },
  { frames: 60_000, seconds: 1001 },
  { frames: 60, seconds: 1 },
];

/** The rate of the video where it is a common one; 30 for one that varies. */
function nearestRate(written: string): FrameRate {
  const [frames = 0, seconds = 1] = written.split("/").map(Number);
  const isNear = (rate: FrameRate) =>
    Math.abs(frames / seconds / (rate.frames / rate.seconds) - 1) < 0.0005;
  return commonRates.find(isNear) ?? { frames: 30, seconds: 1 };
}
