/** What is made here and not fetched: what stands at addresses reserved for documentation, so that the examples of the reference run, and music. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { fontOf } from "../draw/text.ts";
import { speak, voiceOf } from "../speech/speak.ts";
import { ffmpeg, type ToolRun, words } from "../tools/run-tool.ts";

const size = { width: 1280, height: 720 };
const seconds = 8;

/** Slowly moving colours. Small, because they look the same when they are enlarged. */
const colours = `gradients=s=320x180:r=25:d=${seconds}:c0=0x0f2a5c:c1=0x1f7a8c:c2=0x3b2667:n=3:speed=0.02:seed=7:x0=0:y0=0:x1=320:y1=180,scale=${size.width}:${size.height}`;

/** A video that says what it is. */
export async function sampleVideo(target: string, run: ToolRun): Promise<void> {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgba(255, 255, 255, 0.92)";
  context.textAlign = "center";
  context.font = fontOf(48);
  context.fillText("Sample video of example.com", size.width / 2, 280);
  await writeFile(join(run.cwd, "label.png"), await canvas.encode("png"));
  await ffmpeg(run)`
    -f lavfi -i ${colours} -i label.png -filter_complex [0:v][1:v]overlay=0:0
    -c:v libx264 -preset ultrafast -crf 16 -threads 1 -f mp4 ${target}`;
}

/** A voice that says what it is. */
export async function sampleSpeech(target: string, run: ToolRun): Promise<void> {
  const text = "This sample stands for a sound at an address of example dot com.";
  const { file } = await speak(text, voiceOf("slt"), `${target}-sample`, run);
  await rename(join(run.cwd, file), join(run.cwd, target));
}

export async function samplePicture(target: string, run: ToolRun): Promise<void> {
  await ffmpeg(run)`
    -f lavfi -i gradients=s=640x720:c0=0xf7e7ce:c1=0x1f7a8c:n=2:type=radial:x0=320:y0=360:x1=640:y1=360:seed=7
    -frames:v 1 -c:v png -f image2 -update 1 ${target}`;
}

/** The words of an input of soft music that does not end: a chord of A minor, in Hertz, that comes and goes. */
export function musicWords(): string[] {
  const tones = [220, 261.63, 329.63].map((hertz) => `sin(2*PI*${hertz}*t)`).join("+");
  const chord = `aevalsrc='0.04*pow(sin(PI*t/4),2)*(${tones})':s=24000:d=4`;
  return words`-f lavfi -i ${`${chord},aloop=loop=-1:size=96000`}`;
}
