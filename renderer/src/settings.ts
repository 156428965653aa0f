/** How videos are made: by options, and for one HP job by what stands behind the address of its base video. */
import { InputError } from "./tools/errors.ts";
import { isVoice } from "./speech/voices.ts";

/** What is the same for all rows of a job, on whichever machine they are made. */
export interface Settings {
  /** False leaves the texts of HP jobs and slides unspoken: they are shown alone. @default true */
  speech: boolean;
  /**
   * Who speaks: `slt` (flite), `slt-hts` (festival, better), or the tag of a language such as `ru` (espeak-ng). Left out, the language
   * of the texts that all rows have in common decides, and in English the best voice of the machine; with a queue, `slt`.
   */
  voice?: string;
  /** The voice for English, chosen once for all machines. */
  english: string;
  /** What becomes of the base video's sound while a text is spoken: quieter, or gone. @default "duck" */
  sound: "duck" | "replace";
  /** How long a card, a slide, or the sound under a text takes to come and to go. @default 0.2 */
  fadeSeconds: number;
  /** False leaves sounds as loud as they are. @default true */
  loudnorm: boolean;
}

/** @param english the voice for English where nobody chooses one */
export function readSettings(given: Partial<Settings>, english: string): Settings {
  return { speech: true, english, sound: "duck", fadeSeconds: 0.2, loudnorm: true, ...given };
}

/** Such as `https://host/base.mp4#sound=replace&fade=0`. A fragment is never sent to a server. */
export function settingsOf(address: string, settings: Settings): Settings {
  const asked = new URLSearchParams(URL.parse(address)?.hash.slice(1) ?? "");
  const found = { ...settings };
  const read = (name: string, form: RegExp, example: string, take: (value: string) => void) => {
    const value = asked.get(name);
    if (value === null) return;
    if (!form.test(value))
      throw new InputError(`the address ${address} asks for ${name}=${value}; write ${example}`);
    take(value);
  };
  read("sound", /^(?:duck|replace)$/, "sound=duck or sound=replace", (value) => {
    found.sound = value as Settings["sound"];
  });
  read("fade", /^(?:[0-2](?:\.\d+)?)$/, "seconds, such as fade=0.3", (value) => {
    found.fadeSeconds = Number(value);
  });
  read("loudnorm", /^(?:on|off)$/, "loudnorm=on or loudnorm=off", (value) => {
    found.loudnorm = value === "on";
  });
  read("speech", /^(?:on|off)$/, "speech=on or speech=off", (value) => {
    found.speech = value === "on";
  });
  const isKnown = isVoice(asked.get("voice") ?? "en");
  read(
    "voice",
    isKnown ? /./ : /^$/,
    "voice=slt, voice=slt-hts or a language such as voice=ru",
    (value) => {
      found.voice = value;
    },
  );
  return found;
}
