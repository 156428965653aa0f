/** How videos are made: the same for all rows of a job, on whichever machine they are made. */
export interface Settings {
  /** False leaves the texts of HP jobs and slides unspoken: they are shown alone. @default true */
  speech: boolean;
  /**
   * Who speaks: `slt` (flite), or the tag of a language such as `ru` (espeak-ng). Left out, the language of the texts that all rows have
   * in common decides, and in English it is `slt`.
   */
  voice?: string;
  /** What becomes of the base video's sound while a text is spoken: quieter, or gone. @default "duck" */
  sound: "duck" | "replace";
}

/** How long cards, slides and sounds take to come and to go. */
export const fadeSeconds = 0.2;

export function readSettings(given: Partial<Settings>): Settings {
  return { speech: true, sound: "duck", ...given };
}
