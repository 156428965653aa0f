/** Who can speak what. */
import { ToolError } from "../tools/run-tool.ts";

export interface Voice {
  /** As an error names it. */
  name: string;
  engine: "flite" | "espeak-ng";
  /** What the engine calls the voice. */
  engineVoice: string;
  /** The letters it can read, beside Latin ones. */
  scripts: string[];
}

/** Voices of the emulator's catalogue, by identifier: the language of each, as a tag of BCP 47. */
const catalogue: Record<string, string> = { "example-voice-id": "en", clara: "en", niels: "da" };

/** Languages that are not written in Latin letters: what they are called by espeak-ng, and their letters. */
const languages: Record<string, { engineVoice?: string; scripts: string[] }> = {
  ru: { scripts: ["Cyrillic"] },
  uk: { scripts: ["Cyrillic"] },
  bg: { scripts: ["Cyrillic"] },
  el: { scripts: ["Greek"] },
  ar: { scripts: ["Arabic"] },
  fa: { scripts: ["Arabic"] },
  he: { scripts: ["Hebrew"] },
  hi: { scripts: ["Devanagari"] },
  zh: { engineVoice: "cmn-latn-pinyin", scripts: ["Han"] },
  ja: { scripts: ["Hiragana", "Katakana"] },
  ko: { scripts: ["Hangul"] },
  ka: { scripts: ["Georgian"] },
  hy: { scripts: ["Armenian"] },
  ta: { scripts: ["Tamil"] },
  bn: { scripts: ["Bengali"] },
};

/** The voice for a text whose language nobody has said: that of its letters, else an English one. */
export function voiceFor(text: string): Voice {
  const language = Object.keys(languages).find((tag) =>
    languages[tag]?.scripts.some((script) => lettersOf(script).test(text)),
  );
  return voiceOf(language ?? "en", text);
}

/** The voice of the catalogue, or of a language whose tag stands for it; another identifier is taken for a voice that fits the text. */
export function voiceNamed(id: string, text: string): Voice {
  const language = catalogue[id] ?? (/^[a-z]{2}$/.test(id) ? id : undefined);
  return language === undefined ? voiceFor(text) : { ...voiceOf(language, text), name: id };
}

/** @throws {ToolError} when the voice has no sounds for the letters of the text, or there are none */
export function checkSpeakable(text: string, { name, scripts }: Voice): void {
  if (!/[\p{L}\p{N}]/u.test(text) && !/\p{Extended_Pictographic}/u.test(text))
    throw new ToolError(`"${shorten(text)}" holds nothing that can be spoken`);
  const known = ["Latin", "Common", "Inherited", ...scripts].map(lettersOf);
  const unknown = text
    .match(/\p{L}/gu)
    ?.find((letter) => !known.some((letters) => letters.test(letter)));
  if (unknown !== undefined)
    throw new ToolError(
      `the voice ${name} cannot speak "${unknown}" of "${shorten(text)}"; choose a voice of its language`,
    );
}

function voiceOf(language: string, text: string): Voice {
  // flite reads ASCII alone, and passes over everything else in silence.
  if (language === "en" && /^[\x20-\x7e]*$/.test(foldToAscii(text)))
    return { name: "slt", engine: "flite", engineVoice: "slt", scripts: [] };
  const { engineVoice = language, scripts = [] } = languages[language] ?? {};
  return { name: language, engine: "espeak-ng", engineVoice, scripts };
}

const punctuation: Record<string, string> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
};

/** Letters without their marks, and the quotes and dashes of ASCII. */
export function foldToAscii(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[’‘“”–—…]/g, (sign) => punctuation[sign] ?? sign);
}

function lettersOf(script: string): RegExp {
  return new RegExp(`\\p{Script=${script}}`, "u");
}

export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
