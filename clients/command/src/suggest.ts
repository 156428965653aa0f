/** What a mistyped word may have meant. */
import { closest, distance } from "fastest-levenshtein";

/** ` Did you mean …?`, or nothing if no word is near. */
export function suggest(word: string, words: readonly string[], prefix = ""): string {
  const bare = word.toLowerCase().replaceAll("_", "-");
  const near = words.length > 0 ? closest(bare, words) : "";
  // Two letters in the wrong order are two changes; with more than a third of them, it is another word.
  const maxDistance = near.length < 4 ? 1 : Math.max(2, Math.floor(near.length / 3));
  const isNear = near && distance(bare, near) <= maxDistance;
  return isNear ? ` Did you mean ${prefix}${near}?` : "";
}
