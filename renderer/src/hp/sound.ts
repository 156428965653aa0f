/** The sound of a row: that of the base video, encoded once, and in windows around the segments encoded anew with what is spoken there. */
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  audioWords,
  fileWords,
  type FrameRate,
  quietly,
  sampleRate,
  timeOf,
} from "../media/encode.ts";
import type { Replacement } from "../media/replace-samples.ts";
import { fadeSeconds, type Settings } from "../settings.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import type { Segment } from "./segments.ts";

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
export interface Spoken {
  segment: number;
  file: string;
  seconds: number;
  /** How many decibels louder it has to be. */
  gain: number;
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
  settings: Settings,
  run: ToolRun,
): Promise<Replacement> {
  const firstFrame = Math.max(0, from - leadIn);
  const start = firstFrame * frameSize;
  const sound = await readSound(join(base.folder, soundName), start, (to + 1) * frameSize);
  const spans = spoken.map(({ segment }) => {
    const { from: first, to: end } = base.segments[segment] as Segment;
    return { from: sampleAt(first, base.rate) - start, to: sampleAt(end, base.rate) - start };
  });
  for (const span of spans) lower(sound, span, settings);
  const [pcm, target] = [`window-${from}.pcm`, `window-${from}.mp4`];
  await writeFile(join(run.cwd, pcm), sound);
  const speeches = spoken.map(({ seconds, gain }, index) => {
    const { from: first, to: end } = spans[index] as Segment;
    const tempo = Math.max(1, (seconds * sampleRate) / (end - first)).toFixed(4);
    return `[${index + 1}:a]aresample=${sampleRate},pan=stereo|c0=c0|c1=c0,atempo=${tempo},volume=${gain.toFixed(2)}dB,adelay=${first}S:all=1[s${index}]`;
  });
  const labels = spoken.map((_, index) => `[s${index}]`).join("");
  const mixed = `[0:a]${labels}amix=inputs=${spoken.length + 1}:duration=first:normalize=0[sound]`;
  const encoding = words`
    ${quietly} ${pcmWords} -i ${pcm} ${spoken.flatMap(({ file }) => ["-i", file])}
    -filter_complex ${[...speeches, mixed].join(";")} -map [sound] ${audioWords} ${fileWords} ${target}`;
  await runTool("ffmpeg", encoding, run);
  const file = join(run.cwd, target);
  return { kind: "soun", at: from, file, from: from - firstFrame, count: to - from };
}

async function readSound(path: string, from: number, to: number): Promise<Int16Array> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc((to - from) * bytesPerSample);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from * bytesPerSample);
    return new Int16Array(bytes.buffer, bytes.byteOffset, bytesRead / 2);
  } finally {
    await file.close();
  }
}

/** Makes the sound of a span quieter or silent, and fades at both ends. */
function lower(sound: Int16Array, { from, to }: Segment, { sound: mode }: Settings): void {
  const low = mode === "replace" ? 0 : ducked;
  const fade = Math.min(fadeSeconds * sampleRate, (to - from) / 4);
  for (let sample = Math.max(0, from); sample < Math.min(to, sound.length / 2); sample++) {
    const depth = Math.min(1, (sample - from) / fade, (to - sample) / fade);
    const factor = 1 - (1 - low) * depth;
    sound[sample * 2] = Math.round((sound[sample * 2] ?? 0) * factor);
    sound[sample * 2 + 1] = Math.round((sound[sample * 2 + 1] ?? 0) * factor);
  }
}
