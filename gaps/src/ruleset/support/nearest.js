// @ts-check
import { closest, distance } from "fastest-levenshtein";

/**
 * @param {string} word
 * @param {readonly string[]} candidates
 * @returns {string | undefined} the candidate that needs the fewest edits, whatever its case; none
 *   when all are mostly different
 */
export function nearest(word, candidates) {
  if (candidates.length === 0) return undefined;
  const names = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const best = closest(word.toLowerCase(), [...names.keys()]);
  return distance(word.toLowerCase(), best) <= best.length / 2 ? names.get(best) : undefined;
}
