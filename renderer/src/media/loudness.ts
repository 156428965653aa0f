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

/** Reads the first channel. @throws {Error} for a file that is none of ours */
export async function readWave(path: string): Promise<Wave> {
  const bytes = await readFile(path);
  if (bytes.toString("latin1", 0, 4) !== "RIFF") throw new Error(`${path} is no WAV file`);
  let samplesPerSecond = 0;
  let channels = 1;
  for (let at = 12; at + 8 <= bytes.length;) {
    const kind = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > bytes.length) throw new Error(`${path} is cut off: is the disk full?`);
    if (kind === "fmt ") {
      channels = bytes.readUInt16LE(at + 10);
      samplesPerSecond = bytes.readUInt32LE(at + 12);
    }
    if (kind === "data") {
      const count = Math.floor(length / 2 / channels);
      const first = (index: number) => bytes.readInt16LE(at + 8 + index * 2 * channels);
      return {
        samples: Int16Array.from({ length: count }, (_, index) => first(index)),
        samplesPerSecond,
      };
    }
    at += 8 + length + (length % 2);
  }
  throw new Error(`${path} holds no sound`);
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
