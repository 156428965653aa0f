/** What is made here and not fetched: what stands at addresses reserved for documentation, so that the examples of the reference run, and music. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { fontOf } from "../draw/text.ts";
import { speak } from "../speech/speak.ts";
import { voiceOf } from "../speech/voices.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import { quietly } from "./encode.ts";

const size = { width: 1280, height: 720 };
const seconds = 8;

/** A video of moving colours that says what it is. */
export async function sampleVideo(target: string, run: ToolRun): Promise<void> {
  await writeFile(join(run.cwd, "label.png"), await drawLabel());
  const { width, height } = size;
  const colours = "c0=0x0f2a5c:c1=0x1f7a8c:c2=0x3b2667:n=3";
  // Small, because a slow change of colours looks the same when it is enlarged.
  const source = `gradients=s=320x180:r=25:d=${seconds}:${colours}:speed=0.02:seed=7:x0=0:y0=0:x1=320:y1=180,scale=${width}:${height}`;
  const encoding = words`
    ${quietly} -f lavfi -i ${source} -i label.png -filter_complex [0:v][1:v]overlay=0:0
    -c:v libx264 -preset ultrafast -crf 16 -threads 1 -f mp4 ${target}`;
  await runTool("ffmpeg", encoding, run);
}

async function drawLabel(): Promise<Buffer> {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgba(255, 255, 255, 0.92)";
  context.textAlign = "center";
  context.font = fontOf(72, 700);
  context.fillText("Sample base video", size.width / 2, 250);
  context.font = fontOf(30, 400);
  context.fillText("stands at every address of example.com", size.width / 2, 310);
  return canvas.encode("png");
}

/** A voice that says what it is. */
export async function sampleSpeech(target: string, run: ToolRun): Promise<void> {
  const text = "This sample stands for a sound at an address of example dot com.";
  const { file } = await speak(text, voiceOf("slt"), `${target}-sample`, run);
  await rename(join(run.cwd, file), join(run.cwd, target));
}

/** Rings of colour. */
export async function samplePicture(target: string, run: ToolRun): Promise<void> {
  const canvas = createCanvas(640, 720);
  const context = canvas.getContext("2d");
  ["#0f2a5c", "#1f5f7a", "#1f7a8c", "#e1a95f", "#f7e7ce"].forEach((color, ring) => {
    context.fillStyle = color;
    context.beginPath();
    context.arc(320, 360, 500 - ring * 95, 0, 2 * Math.PI);
    context.fill();
  });
  await writeFile(join(run.cwd, target), await canvas.encode("png"));
}

const samplesPerSecond = 24_000;
const chordSeconds = 4;

/** Frequencies in Hertz: A minor, F, C, G. */
const chords = [
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
  [130.81, 261.63, 392],
  [196, 246.94, 293.66],
];

/** The words of an input of music that does not end. */
export const musicWords = words`-stream_loop -1 -f s16le -ar ${samplesPerSecond} -ac 1`;

/** Writes one round of the chords, which can be repeated without a seam. */
export async function writeMusic(path: string): Promise<void> {
  const length = chords.length * chordSeconds * samplesPerSecond;
  const samples = new Int16Array(length);
  for (let index = 0; index < length; index++) {
    const time = index / samplesPerSecond;
    const chord = chords[Math.floor(time / chordSeconds)] as number[];
    const within = (time % chordSeconds) / chordSeconds;
    const swell = Math.sin(Math.PI * within) ** 2;
    const tone = chord.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * time), 0);
    samples[index] = Math.round((tone / chord.length) * swell * 4000);
  }
  await writeFile(path, samples);
}
