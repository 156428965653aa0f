/** Who can speak what. */
import { existsSync } from "node:fs";
import type { Settings } from "../settings.ts";
import { InputError, shorten } from "../tools/faults.ts";

export interface Voice {
  /** As an error names it. */
  name: string;
  engine: "flite" | "festival" | "espeak-ng";
  /** What the engine calls the voice. */
  engineVoice: string;
  /** The letters it can read, beside those of ASCII. */
  scripts: string[];
}

/** English voices: flite's, which is always there, and a better one of Debian's package `festvox-us-slt-hts`. */
const english: Record<string, Pick<Voice, "engine" | "engineVoice">> = {
  slt: { engine: "flite", engineVoice: "slt" },
  "slt-hts": { engine: "festival", engineVoice: "cmu_us_slt_arctic_hts" },
};

/** The best English voice of this machine. */
export function bestEnglish(): string {
  return existsSync("/usr/share/festival/voices/us/cmu_us_slt_arctic_hts") ? "slt-hts" : "slt";
}

/** Voices of the emulator's catalogue, by identifier: the language of each, as a tag of BCP 47. */
const catalogue: Record<string, string> = {
  "example-voice-id": "en",
  clara: "en",
  niels: "da",
  lucia: "es",
};

/** Letters that are not Latin, and the languages of espeak-ng that are written in them, the usual one first. */
const scripts: Record<string, string[]> = {
  ...{ Cyrillic: ["ru", "uk", "bg"], Greek: ["el"], Georgian: ["ka"], Armenian: ["hy"] },
  ...{ Arabic: ["ar", "fa"], Hebrew: ["he"], Devanagari: ["hi"], Tamil: ["ta"], Bengali: ["bn"] },
  // Before Chinese, whose letters Japanese has too.
  ...{ Hiragana: ["ja"], Katakana: ["ja"], Han: ["zh"], Hangul: ["ko"] },
};

/** One voice for a whole job: the one that is asked for, else that of the letters that most of its texts are written in. */
export function voiceForJob(
  { voice, english }: Pick<Settings, "voice" | "english">,
  texts: string,
): Voice {
  if (voice) return voiceOf(voice);
  const letters = texts.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => lettersOf("Latin").test(letter));
  const script = Object.keys(scripts).find((name) => lettersOf(name).test(texts)) ?? "";
  const [language = english] = latin.length * 2 < letters.length ? (scripts[script] ?? []) : [];
  return voiceOf(language);
}

/** The voice of the catalogue, or of a language whose tag stands for it; another identifier is taken for a voice that fits the text. */
export function voiceNamed(id: string, text: string, english: string): Voice {
  const language = catalogue[id] ?? (/^[a-z]{2}$/.test(id) ? id : undefined);
  if (language === undefined) return voiceForJob({ english }, text);
  return { ...voiceOf(language === "en" ? english : language), name: id };
}

/** An English voice by its name, or the voice of a language by its tag. */
export function voiceOf(name: string): Voice {
  const found = english[name === "en" ? "slt" : name];
  if (found) return { name, ...found, scripts: [] };
  const own = Object.keys(scripts).filter((script) => scripts[script]?.includes(name));
  const engineVoice = name === "zh" ? "cmn-latn-pinyin" : name;
  return { name, engine: "espeak-ng", engineVoice, scripts: ["Latin", ...own] };
}

/**
 * The text as the voice reads it. Pictures and signs are passed over, as a reader would; letters never are.
 *
 * @throws {InputError} when the voice has no sounds for the letters of the text, or there are none
 */
export function readable(text: string, { name, engine, scripts }: Voice): string {
  // Two brackets would begin a list of phonemes for espeak-ng; the other engines read ASCII alone.
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
