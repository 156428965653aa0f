/** Finds sentences that say what the service does, or has not, without a word of where that is from. */

/** No sentence has more words, and the average of a text is at most this. */
export const maxWords = 40;
export const maxAverage = 25;

/** What such a sentence is about. */
const subject =
  /\b(the service (?!owner)(\w+ )?(has(?! to)|does|is|was|announces|sends|calls|keeps|makes|takes|gives|lists|charges|costs|reads|documents)|public document|paid job|creates? costs?|costs? money|for many people|music on or off|one token|only (identifiers|HP jobs))\b/i;

/** A source, a link to a gap, or a word that leaves it open. */
const source =
  /\]\(gap:|\]\(gaps\.md|documented|specification|\b(may|might|if|whether|unknown|perhaps)\b/i;

export function findPlainClaims(text: string): string[] {
  return sentencesOf(text).filter((sentence) => subject.test(sentence) && !source.test(sentence));
}

/** The sentences of prose, without code, tables and headings. */
export function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/^---\n[^]*?\n---\n/, "")
    .replace(/```[^]*?```/g, "\n\n")
    .replace(/^( *[|#>:!].*| *<.*)$/gm, "\n")
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/)
    .flatMap((block) => block.replace(/\s+/g, " ").split(/(?<=[.?!:])\s+(?=[A-Z`*["(])/))
    .map((sentence) => sentence.replace(/^([-*]|\d+\.) /, "").trim())
    .filter(Boolean);
}

export const wordsIn = (sentence: string): number =>
  sentence.replace(/\]\([^)]*\)/g, "]").split(/\s+/).length;
