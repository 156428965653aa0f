/** Which shape the mouth of a drawn avatar has in each frame. */
import { loudness, type Wave } from "../media/wave.ts";
import type { Phoneme } from "../speech/speak.ts";

/** From closed to wide open, then round, then teeth on the lip. */
export const mouthShapes = ["closed", "narrow", "half", "wide", "round", "teeth"] as const;

export type MouthShape = (typeof mouthShapes)[number];

/** Phonemes of ARPAbet by shape; one that is not listed leaves the mouth narrow. */
const phonemesOf: Partial<Record<MouthShape, string>> = {
  closed: "pau m b p",
  half: "eh ih ey iy ae",
  wide: "aa ah ay aw ax",
  round: "ow uw ao oy uh w er",
  teeth: "f v",
};

/** The mouth follows what is spoken. */
export function followPhonemes(
  phonemes: Phoneme[],
  frames: number,
  framesPerS: number,
): MouthShape[] {
  return Array.from({ length: frames }, (_, frame) => {
    const timeS = (frame + 0.5) / framesPerS;
    const { name = "pau" } = phonemes.find(({ endS }) => timeS < endS) ?? {};
    const shape = mouthShapes.find((one) => phonemesOf[one]?.split(" ").includes(name));
    return shape ?? "narrow";
  });
}

/** The mouth is open as wide as the sound is loud, compared with its loudest part. */
export function followLoudness(wave: Wave, frames: number, framesPerS: number): MouthShape[] {
  const levels = loudness(wave, framesPerS);
  const loudest = Math.max(0.001, ...levels);
  return Array.from({ length: frames }, (_, frame) => {
    const level = (levels[frame] ?? 0) / loudest;
    return level < 0.08 ? "closed" : level < 0.3 ? "narrow" : level < 0.6 ? "half" : "wide";
  });
}
