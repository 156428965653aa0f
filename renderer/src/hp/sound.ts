/** The sound of a row: that of the base video, encoded once, and in windows around the segments encoded anew with what is spoken there. */
import { join } from "node:path";
import type { Span } from "../media/decode.ts";
import { audioWords, fileWords, type FrameRate, sampleRate, timeOf } from "../media/encode.ts";
import type { Sound } from "../media/loudness.ts";
import type { Replacement } from "../media/replace-samples.ts";
import { fadeSeconds, type Settings } from "../settings.ts";
import { ffmpeg, type ToolRun, words } from "../tools/run-tool.ts";

/** From its first frame to the one behind its last. */
export interface Segment {
  from: number;
  to: number;
}

/** Samples without a header, of 16 bits in two channels: each piece of them is found at once. */
export const pcmWords = words`-f s16le -ar ${sampleRate} -ac 2`;
export const soundName = "sound.pcm";
const bytesPerSample = 4;

/** Samples of a frame of AAC. Each frame is heard together with the end of the one before. */
const frameSize = 1024;

/** A stretch of frames of AAC that the rows encode anew, and the segments in it. */
export interface Window {
  from: number;
  to: number;
  segments: number[];
}

/** What is spoken in a segment. */
export interface Spoken extends Sound {
  segment: number;
}

/** How quiet the sound is under what is spoken. */
const ducked = 0.3;

/** @param bytes of the sound */
export function findWindows(segments: Segment[], rate: FrameRate, bytes: number): Window[] {
  const frames = Math.ceil(bytes / bytesPerSample / frameSize) + 1;
  const windows: Window[] = [];
  const sorted = segments
    .map((one, segment) => ({ ...one, segment }))
    .sort((one, other) => one.from - other.from);
  for (const { from, to, segment } of sorted) {
    // One frame more on each side than change: what is cut between two frames that are equal in both is not heard.
    const first = Math.max(0, Math.floor(sampleAt(from, rate) / frameSize) - 1);
    const end = Math.min(frames, Math.ceil(sampleAt(to, rate) / frameSize) + 2);
    const last = windows.at(-1);
    if (last && first <= last.to) {
      last.to = Math.max(last.to, end);
      last.segments.push(segment);
    } else windows.push({ from: first, to: end, segments: [segment] });
  }
  return windows;
}

/** Where a window is heard, with a frame more on each side, in which it is joined to the sound of the base. */
export function spanOf({ from, to }: Window): Span {
  const [fromS, toS] = [from - 2, to + 1].map((frame) => (frame * frameSize) / sampleRate);
  return { fromS: Math.max(0, fromS as number), toS: toS as number };
}

function sampleAt(frame: number, rate: FrameRate): number {
  return Math.round(timeOf(frame, rate) * sampleRate);
}

/** An encoder needs so many frames until it does what it did in the middle of the whole sound. */
const leadIn = 2;

/** Encodes a window with what is spoken in it. Returns which samples of the base video it replaces. */
export async function encodeWindow(
  { from, to }: Window,
  spoken: Spoken[],
  base: { folder: string; rate: FrameRate; segments: Segment[] },
  { sound }: Settings,
  run: ToolRun,
): Promise<Replacement> {
  const firstFrame = Math.max(0, from - leadIn);
  const start = firstFrame * frameSize;
  const low = sound === "replace" ? 0 : ducked;
  const chains = spoken.map(({ segment, seconds, gain }, index) => {
    const { from: first, to: end } = base.segments[segment] as Segment;
    const [span, delay] = [timeOf(end - first, base.rate), sampleAt(first, base.rate) - start];
    const tempo = Math.max(1, seconds / span).toFixed(4);
    return {
      speech: `[${index + 1}:a]aresample=${sampleRate},aformat=channel_layouts=stereo,atempo=${tempo},volume=${gain.toFixed(2)}dB,adelay=${delay}S:all=1[s${index}]`,
      under: lowered(low, delay / sampleRate, delay / sampleRate + span),
    };
  });
  const labels = spoken.map((_, index) => `[s${index}]`).join("");
  const filters = [
    ...chains.map(({ speech }) => speech),
    // In steps that nobody hears.
    `[0:a]atrim=end_sample=${(to + 1) * frameSize - start},asetnsamples=48:p=0,volume='${chains.map(({ under }) => under).join("*")}':eval=frame[under]`,
    `[under]${labels}amix=inputs=${spoken.length + 1}:duration=first:normalize=0[sound]`,
  ];
  const target = `window-${from}.mp4`;
  await ffmpeg(run)`
    ${pcmWords} -skip_initial_bytes ${start * bytesPerSample} -i ${join(base.folder, soundName)}
    ${spoken.flatMap(({ file }) => ["-i", file])}
    -filter_complex ${filters.join(";")} -map [sound] ${audioWords} ${fileWords} ${target}`;
  const file = join(run.cwd, target);
  return { kind: "soun", at: from, file, from: from - firstFrame, count: to - from };
}

/** How loud the sound is at a time, in the language of ffmpeg: as before, and lower in a span, with a fade at both ends. */
function lowered(low: number, from: number, to: number): string {
  const fade = Math.min(fadeSeconds, (to - from) / 4);
  return `(1-${1 - low}*clip(min(t-${from},${to}-t)/${fade},0,1))`;
}
