/** A sound of speech, and when it ends. */
export interface Phoneme {
  /** Of ARPAbet in small letters, or the first letter of IPA; `pau` is silence. */
  name: string;
  endS: number;
}
