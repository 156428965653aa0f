/** How videos are made: by options, and for one HP job by what stands behind the address of its base video. */
import { InputError } from "./tools/faults.ts";

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
}

/** How long cards, slides and sounds take to come and to go. */
export const fadeSeconds = 0.2;

/** @param english the voice for English where nobody chooses one */
export function readSettings(given: Partial<Settings>, english: string): Settings {
  return { speech: true, english, sound: "duck", ...given };
}

/** Such as `https://host/base.mp4#sound=replace`. A fragment is never sent to a server. */
export function settingsOf(address: string, settings: Settings): Settings {
  const asked = new URLSearchParams(URL.parse(address)?.hash.slice(1) ?? "");
  const sound = asked.get("sound") ?? settings.sound;
  if (sound === "duck" || sound === "replace") return { ...settings, sound };
  throw new InputError(
    `the address ${address} asks for sound=${sound}; write sound=duck or sound=replace`,
  );
}
