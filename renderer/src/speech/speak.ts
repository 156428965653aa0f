/** From a text to its sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWave, secondsOf, type Wave } from "../media/loudness.ts";
import { InputError, reading, shorten } from "../tools/faults.ts";
import { checkDisk, runTool, type ToolRun, type ToolName, words } from "../tools/run-tool.ts";
import { readable, type Voice } from "./voices.ts";

/** A sound of speech, and when it ends. */
export interface Phoneme {
  /** Of ARPAbet in small letters; `pau` is silence. */
  name: string;
  endS: number;
}

export interface Speech {
  /** Name of the WAV file in the folder of the run. */
  file: string;
  wave: Wave;
  seconds: number;
  /** What is spoken when, where the engine says it. */
  phonemes?: Phoneme[];
}

/** The quietest speech that counts as one. */
const minLoudness = 100;

/** Has festival print its phonemes as flite does. */
const printPhonemes =
  '(set! after_synth_hooks (list (lambda (utt) (mapcar (lambda (s) (format t "%s:%f " (item.name s) (item.feat s (quote end)))) (utt.relation.items utt (quote Segment))) utt)))';

/** A program and its words: text in one file, sound in another. From a file, because a text that begins with a dash would be an option. */
function commandOf(
  { engine, engineVoice }: Voice,
  text: string,
  sound: string,
): [ToolName, string[]] {
  if (engine === "flite")
    return ["flite", words`-voice ${engineVoice} -psdur -f ${text} -o ${sound}`];
  if (engine === "espeak-ng")
    return ["espeak-ng", words`-v ${engineVoice} -b 1 -f ${text} -w ${sound}`];
  const choice = `(begin (voice_${engineVoice}) ${printPhonemes})`;
  return ["text2wave", words`-eval ${choice} -o ${sound} ${text}`];
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
  const printed = await reading(`the voice ${voice.name} cannot be used`, () =>
    runTool(tool, asked, { ...run, timeoutMs }),
  );
  const wave = await readWave(join(run.cwd, file));
  if (!wave.samples.some((sample) => Math.abs(sample) > minLoudness)) {
    await checkDisk(run.cwd);
    throw new InputError(`the voice ${voice.name} made no sound of "${shorten(text)}"`);
  }
  const phonemes = readPhonemes(printed);
  return { file, wave, seconds: secondsOf(wave), ...(phonemes.length > 0 && { phonemes }) };
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
