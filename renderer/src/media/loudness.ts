/** How loud sounds are, and how loud they shall be: in the two passes of EBU R 128, measure, then change all of it by one factor. */
import { readFile } from "node:fs/promises";
import { ffmpeg, longRun, type ToolRun } from "../tools/run-tool.ts";

/** In LUFS: what platforms of video play. */
const targetLoudness = -16;

/** In dBTP: coding makes peaks a little higher. */
const maxPeak = -1.5;

/** What is quieter is noise, and stays. */
const minLoudness = -50;

interface Loudness {
  /** Minus infinity for silence. */
  loudness: number;
  peak: number;
}

async function measure(inputs: string[], track: number, run: ToolRun): Promise<Loudness> {
  const said = await ffmpeg(run, { complaints: true })`
    ${inputs} -map 0:a:${track} -loglevel level+info -af aformat=channel_layouts=stereo,loudnorm=print_format=json -f null -`;
  const measured = said.slice(said.lastIndexOf("{"), said.lastIndexOf("}") + 1);
  const { input_i = "", input_tp = "" } = JSON.parse(measured) as Record<string, string>;
  return { loudness: Number(input_i), peak: Number(input_tp) };
}

/** Whether a track of sound is more than noise. */
export async function isAudible(inputs: string[], track: number, run: ToolRun): Promise<boolean> {
  return (await measure(inputs, track, run)).loudness > minLoudness;
}

/** How many decibels louder a sound has to be, in the two channels that videos have; 0 for silence. */
export async function measureGain(inputs: string[], run: ToolRun): Promise<number> {
  const { loudness, peak } = await measure(inputs, 0, run);
  if (!(loudness > minLoudness)) return 0;
  return Math.min(targetLoudness - loudness, Math.max(0, maxPeak - peak));
}

export interface Sound {
  file: string;
  seconds: number;
  /** How many decibels louder it has to be. */
  gain: number;
}

export async function withGain(sound: Omit<Sound, "gain">, run: ToolRun): Promise<Sound> {
  const gain = await measureGain(["-i", sound.file], longRun(run, sound.seconds));
  return { ...sound, gain };
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
