import { closest, distance } from "fastest-levenshtein";

/** The candidate that needs the fewest edits, whatever its case; none when all are mostly different. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const names = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const best = closest(word.toLowerCase(), [...names.keys()]);
  return distance(word.toLowerCase(), best) <= best.length / 2 ? names.get(best) : undefined;
}
