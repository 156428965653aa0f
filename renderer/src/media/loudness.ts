/** How loud sounds are, and how loud they shall be: in the two passes of EBU R 128, measure, then change all of it by one factor. */
import { quietly } from "./encode.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import { readFile } from "node:fs/promises";

/** In LUFS: what platforms of video play. */
const targetLoudness = -16;

/** In dBTP: coding makes peaks a little higher. */
const maxPeak = -1.5;

/** What is quieter is noise, and stays. */
const minLoudness = -50;

/** How many decibels louder a file has to be; 0 for silence. */
export async function measureGain(inputs: string[], run: ToolRun): Promise<number> {
  const measuring = words`
    ${quietly} -loglevel info ${inputs} -map 0:a:0 -af loudnorm=print_format=json -f null -`;
  const said = await runTool("ffmpeg", measuring, run, { complaints: true });
  const { input_i = "", input_tp = "" } = JSON.parse(
    said.slice(said.lastIndexOf("{"), said.lastIndexOf("}") + 1),
  ) as Record<string, string>;
  const [loudness, peak] = [Number(input_i), Number(input_tp)];
  if (!(loudness > minLoudness)) return 0;
  return Math.min(targetLoudness - loudness, Math.max(0, maxPeak - peak));
}

/** A voice alone, heard from two sides, is as loud as the target when its words have this level. */
const spokenLevel = targetLoudness - 3;

/** How many decibels louder what one of our voices has spoken has to be. */
export function speechGain(wave: Wave): number {
  const peak = wave.samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1);
  return Math.min(spokenLevel - speechLevel(wave), maxPeak - 20 * Math.log10(peak / 32_768));
}

export interface Wave {
  samples: Int16Array;
  samplesPerSecond: number;
}

/** A header of this length, of one channel of 16 bits, is what all our programs write. */
const headerSize = 44;

/** @throws {Error} for a file that is cut off */
export async function readWave(path: string): Promise<Wave> {
  const bytes = await readFile(path);
  if (bytes.length < headerSize || bytes.length < headerSize + bytes.readUInt32LE(40))
    throw new Error(`${path} is cut off: is the disk full?`);
  const samples = new Int16Array((bytes.length - headerSize) >> 1);
  samples.forEach((_, index) => (samples[index] = bytes.readInt16LE(headerSize + 2 * index)));
  return { samples, samplesPerSecond: bytes.readUInt32LE(24) };
}

export function secondsOf({ samples, samplesPerSecond }: Wave): number {
  return samples.length / samplesPerSecond;
}

/** How loud each part of a sound is, from 0 to 1. */
export function loudness({ samples, samplesPerSecond }: Wave, partsPerSecond: number): number[] {
  const size = samplesPerSecond / partsPerSecond;
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, part) => {
    const slice = samples.subarray(Math.floor(part * size), Math.floor((part + 1) * size));
    const sum = slice.reduce((total, sample) => total + sample * sample, 0);
    return Math.sqrt(sum / Math.max(1, slice.length)) / 32_768;
  });
}

/** Of the loud parts of a sound, in decibels below the loudest there can be: pauses between words do not count. */
function speechLevel(wave: Wave): number {
  const powers = loudness(wave, 10).map((level) => level ** 2);
  const quiet = Math.max(0, ...powers) / 100;
  const loud = powers.filter((power) => power > quiet);
  return 10 * Math.log10(loud.reduce((sum, power) => sum + power, 0) / Math.max(1, loud.length));
}
