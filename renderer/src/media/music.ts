/** The bed of music under a video: chords that swell and fade, computed, so that it is nobody's. */
import { writeWave } from "./wave.ts";

const samplesPerSecond = 24_000;
const chordSeconds = 4;

/** Frequencies in Hertz: A minor, F, C, G. */
const chords = [
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
  [130.81, 261.63, 392],
  [196, 246.94, 293.66],
];

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
  await writeWave(path, { samples, samplesPerSecond });
}
