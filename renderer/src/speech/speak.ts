/** From a text to its sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWave, secondsOf, type Wave } from "../media/wave.ts";
import { runTool, ToolError, type ToolRun } from "../tools/run-tool.ts";
import type { Phoneme } from "./phoneme.ts";
import { timePhonemes } from "./time-phonemes.ts";
import { checkSpeakable, foldToAscii, shorten, type Voice } from "./voices.ts";

export interface Speech {
  /** Name of the WAV file in the folder of the run. */
  file: string;
  wave: Wave;
  seconds: number;
  /** What is spoken when. */
  phonemes: Phoneme[];
}

/** The quietest speech that counts as one. */
const minLoudness = 100;

/** A minute of work speaks more than an hour. */
const timeoutMs = 60_000;

/**
 * @param name of the files that are made
 * @throws {ToolError} for a text that the voice cannot speak: one is never passed over in silence
 */
export async function speak(
  text: string,
  voice: Voice,
  name: string,
  run: ToolRun,
): Promise<Speech> {
  checkSpeakable(text, voice);
  const file = `${name}.wav`;
  const textFile = `${name}.txt`;
  const limited = { ...run, timeoutMs };
  let findPhonemes: (wave: Wave) => Phoneme[];
  // From a file, because a text that begins with a dash would be an option.
  if (voice.engine === "flite") {
    await writeFile(join(run.cwd, textFile), foldToAscii(text));
    const words = ["-voice", voice.engineVoice, "-psdur", "-f", textFile, "-o", file];
    const printed = await runTool("flite", words, limited);
    findPhonemes = () => readPhonemes(printed);
  } else {
    // Two brackets would begin a list of phonemes.
    await writeFile(join(run.cwd, textFile), text.replaceAll("[[", "[ ["));
    const words = [
      "-v",
      voice.engineVoice,
      "-b",
      "1",
      "--ipa",
      "--sep=_",
      "-f",
      textFile,
      "-w",
      file,
    ];
    const printed = await runTool("espeak-ng", words, limited);
    findPhonemes = (wave) => timePhonemes(printed, wave);
  }
  const wave = await readWave(join(run.cwd, file));
  if (!wave.samples.some((sample) => Math.abs(sample) > minLoudness))
    throw new ToolError(`the voice ${voice.name} made no sound of "${shorten(text)}"`);
  return { file, wave, seconds: secondsOf(wave), phonemes: findPhonemes(wave) };
}

/** Such as `pau:0.164 hh:0.233`, where the times of each sentence begin anew. */
function readPhonemes(printed: string): Phoneme[] {
  let startS = 0;
  let lastS = 0;
  return [...printed.matchAll(/(\S+):([\d.]+)/g)].map(([, name = "", end]) => {
    const endS = Number(end);
    if (endS < lastS) startS += lastS;
    lastS = endS;
    return { name, endS: startS + endS };
  });
}
