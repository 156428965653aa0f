/** WAV files of 16 bits: what the speech engines write, and the sound that is made here. */
import { readFile, writeFile } from "node:fs/promises";

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

export async function writeWave(path: string, { samples, samplesPerSecond }: Wave): Promise<void> {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.byteLength, 40);
  await writeFile(path, Buffer.concat([header, Buffer.from(samples.buffer)]));
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
export function speechLevel(wave: Wave): number {
  const powers = loudness(wave, 10).map((level) => level ** 2);
  const quiet = Math.max(0, ...powers) / 100;
  const loud = powers.filter((power) => power > quiet);
  return 10 * Math.log10(loud.reduce((sum, power) => sum + power, 0) / Math.max(1, loud.length));
}
