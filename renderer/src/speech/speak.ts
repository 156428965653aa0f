/** Who can speak what, and from a text to its sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWave } from "../media/loudness.ts";
import type { Settings } from "../settings.ts";
import { InputError, reading, shorten } from "../tools/faults.ts";
import { checkDisk, runTool, type ToolRun, words } from "../tools/run-tool.ts";

export interface Voice {
  /** As an error names it. */
  name: string;
  engine: "flite" | "espeak-ng";
  /** What the engine calls the voice. */
  engineVoice: string;
  /** The letters it can read, beside those of ASCII. */
  scripts: string[];
}

/** Voices of the emulator's catalogue, by identifier: the language of each, as a tag of BCP 47. */
const catalogue = new Map([
  ["example-voice-id", "en"],
  ["clara", "en"],
  ["niels", "da"],
  ["lucia", "es"],
]);

/** Letters that are not Latin, and the languages of espeak-ng that are written in them, the usual one first. */
const scripts: Record<string, string[]> = {
  ...{ Cyrillic: ["ru", "uk", "bg"], Greek: ["el"], Georgian: ["ka"], Armenian: ["hy"] },
  ...{ Arabic: ["ar", "fa"], Hebrew: ["he"], Devanagari: ["hi"], Tamil: ["ta"], Bengali: ["bn"] },
  // Before Chinese, whose letters Japanese has too.
  ...{ Hiragana: ["ja"], Katakana: ["ja"], Han: ["zh"], Hangul: ["ko"] },
};

/** One voice for a whole job: the one that is asked for, else that of the letters that most of its texts are written in. */
export function voiceForJob({ voice }: Pick<Settings, "voice">, texts: string): Voice {
  if (voice) return voiceOf(voice);
  const letters = texts.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => lettersOf("Latin").test(letter));
  const script = Object.keys(scripts).find((name) => lettersOf(name).test(texts)) ?? "";
  const [language = "slt"] = latin.length * 2 < letters.length ? (scripts[script] ?? []) : [];
  return voiceOf(language);
}

/** The voice of the catalogue, or of a language whose tag stands for it; another identifier is taken for a voice that fits the text. */
export function voiceNamed(id: string, text: string): Voice {
  const language = catalogue.get(id) ?? (/^[a-z]{2}$/.test(id) ? id : undefined);
  if (language === undefined) return voiceForJob({}, text);
  return { ...voiceOf(language), name: id };
}

/** The English voice `slt`, or the voice of a language by its tag. */
export function voiceOf(name: string): Voice {
  if (name === "slt" || name === "en")
    return { name, engine: "flite", engineVoice: "slt", scripts: [] };
  const own = Object.keys(scripts).filter((script) => scripts[script]?.includes(name));
  const engineVoice = name === "zh" ? "cmn-latn-pinyin" : name;
  return { name, engine: "espeak-ng", engineVoice, scripts: ["Latin", ...own] };
}

/**
 * The text as the voice reads it. Pictures and signs are passed over, as a reader would; letters never are.
 *
 * @throws {InputError} when the voice has no sounds for the letters of the text, or there are none
 */
function readable(text: string, { name, engine, scripts }: Voice): string {
  // Two brackets would begin a list of phonemes for espeak-ng; flite reads ASCII alone.
  const read = engine === "espeak-ng" ? text.replaceAll("[[", "[ [") : foldToAscii(text);
  if (!/[\p{L}\p{N}]/u.test(read))
    throw new InputError(`"${shorten(text)}" holds nothing that can be spoken`);
  const known = [/[a-z]/i, ...["Common", "Inherited", ...scripts].map(lettersOf)];
  const unknown = read
    .match(/[\p{L}\p{N}]/gu)
    ?.find((letter) => !known.some((letters) => letters.test(letter)));
  if (unknown !== undefined)
    throw new InputError(
      `the voice ${name} cannot speak "${unknown}" of "${shorten(text)}"; choose a voice of its language`,
    );
  return read;
}

/** What is spelled otherwise in ASCII: not by leaving marks away. */
const spelled: Record<string, string> = {
  ...{ "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-" },
  ...{ "€": " euro ", "£": " pounds ", "°": " degrees ", ß: "ss", ı: "i", ø: "o", Ø: "O" },
  ...{ æ: "ae", Æ: "Ae", œ: "oe", Œ: "Oe", ł: "l", Ł: "L", đ: "d", Đ: "D", ð: "d" },
  ...{ þ: "th", Þ: "Th" },
};

/** Letters without their marks, and signs as ASCII writes them. A letter that it cannot write stays as it is. */
function foldToAscii(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").normalize("NFC");
  return plain.replaceAll(
    /[^\x20-\x7e]/gu,
    (sign) => spelled[sign] ?? (/[\p{L}\p{N}]/u.test(sign) ? sign : " "),
  );
}

function lettersOf(script: string): RegExp {
  return new RegExp(`\\p{Script=${script}}`, "u");
}

export interface Speech {
  /** Name of the WAV file in the folder of the run. */
  file: string;
  seconds: number;
}

/** The quietest speech that counts as one. */
const minLoudness = 100;

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
  const { engine, engineVoice } = voice;
  // From a file, because a text that begins with a dash would be an option.
  const asked =
    engine === "flite"
      ? words`-voice ${engineVoice} -f ${textFile} -o ${file}`
      : words`-v ${engineVoice} -b 1 -f ${textFile} -w ${file}`;
  // A minute, and a second for each word or so: on a slow machine too.
  const timeoutMs = 60_000 + text.length * 200;
  await reading(`the voice ${voice.name} cannot be used`, () =>
    runTool(engine, asked, { ...run, timeoutMs }),
  );
  const { samples, samplesPerSecond } = await readWave(join(run.cwd, file));
  if (!samples.some((sample) => Math.abs(sample) > minLoudness)) {
    await checkDisk(run.cwd);
    throw new InputError(`the voice ${voice.name} made no sound of "${shorten(text)}"`);
  }
  return { file, seconds: samples.length / samplesPerSecond };
}
