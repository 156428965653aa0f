/** From a text to its sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWave, secondsOf, speechGain } from "../media/loudness.ts";
import { InputError, reading, shorten } from "../tools/faults.ts";
import { checkDisk, runTool, type ToolRun, type ToolName, words } from "../tools/run-tool.ts";
import { readable, type Voice } from "./voices.ts";

export interface Speech {
  /** Name of the WAV file in the folder of the run. */
  file: string;
  seconds: number;
  /** How many decibels louder it has to be. */
  gain: number;
}

/** The quietest speech that counts as one. */
const minLoudness = 100;

/** A program and its words: text in one file, sound in another. From a file, because a text that begins with a dash would be an option. */
function commandOf(
  { engine, engineVoice }: Voice,
  text: string,
  sound: string,
): [ToolName, string[]] {
  if (engine === "flite") return ["flite", words`-voice ${engineVoice} -f ${text} -o ${sound}`];
  if (engine === "espeak-ng")
    return ["espeak-ng", words`-v ${engineVoice} -b 1 -f ${text} -w ${sound}`];
  return ["text2wave", words`-eval ${`(voice_${engineVoice})`} -o ${sound} ${text}`];
}

/**
 * @param name of the files that are made
 * @throws {InputError} for a text that the voice cannot speak: one is never passed over in silence
 */
export async function speak(
  text: string,
  voice: Voice,
  name: string,
  run: ToolRun,
): Promise<Speech> {
  const [file, textFile] = [`${name}.wav`, `${name}.txt`];
  await writeFile(join(run.cwd, textFile), readable(text, voice));
  const [tool, asked] = commandOf(voice, textFile, file);
  // A minute, and a second for each word or so: on a slow machine too.
  const timeoutMs = 60_000 + text.length * 200;
  await reading(`the voice ${voice.name} cannot be used`, () =>
    runTool(tool, asked, { ...run, timeoutMs }),
  );
  const wave = await readWave(join(run.cwd, file));
  if (!wave.samples.some((sample) => Math.abs(sample) > minLoudness)) {
    await checkDisk(run.cwd);
    throw new InputError(`the voice ${voice.name} made no sound of "${shorten(text)}"`);
  }
  return { file, seconds: secondsOf(wave), gain: speechGain(wave) };
}
