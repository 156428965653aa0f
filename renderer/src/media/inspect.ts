/** Looks at a file that somebody else has made before anything is made of it. */
import { basename } from "node:path";
import { runTool, ToolError, type ToolRun } from "../tools/run-tool.ts";
import type { FrameRate } from "./encode.ts";

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

/** The words before an input that is not ours. */
export const untrusted = [
  ...["-protocol_whitelist", "file", "-format_whitelist", containers],
  ...["-max_pixels", String(mediaLimits.maxPixels)],
];

export interface Media {
  seconds: number;
  /** None in a file of sound. */
  picture?: { rate: FrameRate };
  hasSound: boolean;
}

interface Probed {
  streams?: {
    codec_type?: string;
    codec_name?: string;
    width?: number;
    height?: number;
    avg_frame_rate?: string;
    disposition?: { attached_pic?: number };
  }[];
  format?: { duration?: string };
}

/**
 * @param path of the file, relative to the folder of the run
 * @throws {ToolError} for what is no video or sound, and what is larger than is rendered
 */
export async function inspect(path: string, run: ToolRun): Promise<Media> {
  const words = [
    ...["-v", "error", ...untrusted.slice(0, 4), "-show_entries"],
    "stream=codec_type,codec_name,width,height,avg_frame_rate:stream_disposition=attached_pic:format=duration",
    ...["-of", "json", path],
  ];
  const printed = await runTool("ffprobe", words, { ...run, timeoutMs: 20_000 }).catch((error) => {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(
      `it is no video or sound (${error.message.replaceAll(path, basename(path))})`,
    );
  });
  const { streams = [], format } = JSON.parse(printed) as Probed;
  const seconds = Number(format?.duration);
  if (!(seconds > 0))
    throw new ToolError("it does not say how long it is; write it anew with its length");
  if (seconds > mediaLimits.maxSeconds)
    throw new ToolError(
      `it is ${Math.round(seconds)} s long; at most ${mediaLimits.maxSeconds} s are rendered`,
    );
  const hasSound = streams.some(({ codec_type }) => codec_type === "audio");
  const picture = streams.find(
    ({ codec_type, disposition }) => codec_type === "video" && disposition?.attached_pic !== 1,
  );
  if (!picture) return { seconds, hasSound };
  const { width = 0, height = 0, avg_frame_rate = "" } = picture;
  if (width * height > mediaLimits.maxPixels || Math.min(width, height) < mediaLimits.minSide)
    throw new ToolError(
      `its pictures have ${width}x${height} pixels; from ${mediaLimits.minSide} a side to 4096x2304 are rendered`,
    );
  return { seconds, hasSound, picture: { rate: nearestRate(avg_frame_rate) } };
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
