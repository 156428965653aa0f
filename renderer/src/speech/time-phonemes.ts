/** When the phonemes are spoken that espeak-ng names without saying when. */
import { loudness, type Wave } from "../media/wave.ts";
import type { Phoneme } from "./phoneme.ts";

interface Span {
  startS: number;
  endS: number;
}

/** Less than this share of the loudest part is silence. */
const silentShare = 0.02;

const partsPerSecond = 100;

/**
 * Each clause has a line of its own, and lies between two pauses: the longest ones there are. Within its clause a vowel takes twice
 * as long as a consonant, and a long one three times.
 *
 * @param printed phonemes of IPA with `_` between them
 */
export function timePhonemes(printed: string, wave: Wave): Phoneme[] {
  const clauses = printed
    .split("\n")
    .map(readClause)
    .filter((clause) => clause.length > 0);
  const spans = findSpans(wave, clauses.length);
  return clauses.flatMap((clause, index) => {
    const { startS, endS } = spans[index] ?? { startS: 0, endS: 0 };
    const weights = clause.map(weigh);
    const secondsEach = (endS - startS) / weights.reduce((sum, weight) => sum + weight, 0);
    let untilS = startS;
    const spoken = clause.map((name, place) => {
      untilS += (weights[place] ?? 0) * secondsEach;
      return { name: name.charAt(0), endS: untilS };
    });
    return [{ name: "pau", endS: startS }, ...spoken];
  });
}

/** Without stress, tone and the names of languages that a foreign word changes to. */
function readClause(line: string): string[] {
  return line
    .replaceAll(/\([^)]*\)/g, "_")
    .split(/[_\s]+/)
    .map((symbol) => symbol.replaceAll(/[ˈˌ]|[^\p{L}ː]/gu, "").replace(/^ː+/, ""))
    .filter((symbol) => symbol !== "");
}

function weigh(symbol: string): number {
  if (!/^[aeiouyεæøœɐɑɒɔəɘɛɜɞɤɨɪɯɵɶʉʊʌʏ]/u.test(symbol)) return 1;
  return symbol.includes("ː") ? 3 : 2;
}

/** Where there is sound, parted at the longest pauses. */
function findSpans(wave: Wave, count: number): Span[] {
  const levels = loudness(wave, partsPerSecond);
  const silence = Math.max(...levels) * silentShare;
  const loud = levels.flatMap((level, part) => (level > silence ? [part] : []));
  const pauses = loud
    .slice(1)
    .map((part, index) => ({ from: (loud[index] ?? 0) + 1, to: part }))
    .sort((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, Math.max(0, count - 1))
    .sort((one, other) => one.from - other.from);
  const starts = [loud[0] ?? 0, ...pauses.map(({ to }) => to)];
  const ends = [...pauses.map(({ from }) => from), (loud.at(-1) ?? 0) + 1];
  return starts.map((start, index) => ({
    startS: start / partsPerSecond,
    endS: (ends[index] ?? start) / partsPerSecond,
  }));
}
