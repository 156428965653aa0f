// @ts-check
// How the site is searched: in the browser, and in the test that asks what people ask.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { synonyms } from "./synonyms.js";

/**
 * @typedef {{ id: number, kind: string, title: string, context: string, text: string, headings?:
 * string, address: string }} Entry headings are those of its tables
 * @typedef {Entry & { terms: string[] }} Found with the terms of the entry for which it was found
 */

/** Words that say nothing about what is wanted. */
const stopWords = new Set(
  "a an and are as at be by can do does for from get has have how i if in is it its my of on or so that the then there this to what when where which who why will with you your".split(
    " ",
  ),
);

/** Where a reader would rather arrive, other things being equal. */
const weightOfKind = /** @type {Record<string, number>} */ ({
  operation: 1.2,
  page: 1.1,
  field: 0.9,
  schema: 0.8,
  // Such as each assumption of the emulator.
  detail: 0.2,
});

/** @param {string} word @returns {string | null} */
const normalize = (word) => {
  const lower = word.toLowerCase();
  return stopWords.has(lower) || lower === "" ? null : stemmer(lower);
};

/** A name such as data_xlsx_url, createHpJob, emulator:fail or /api/hp_job is found whole and by its parts. */
const tokenize = (/** @type {string} */ text) => {
  const words = text.split(/[\s,;!?()"'`{}[\]/·]+|[.:](?=\s|$)/u).filter(Boolean);
  const parts = words.flatMap((word) =>
    word.split(/[^\p{L}\p{N}]+|(?<=[a-z])(?=[A-Z])/u).filter((part) => part !== word),
  );
  const paths = text.match(/(?:\/[\w-]+){2,}/g) ?? [];
  return [...words, ...parts, ...paths];
};

const stemmedSynonyms = synonyms.map((list) => list.map((word) => stemmer(word)));

/** @param {string} term */
const synonymsOf = (term) =>
  [...new Set(stemmedSynonyms.flatMap((list) => (list.includes(term) ? list : [])))].filter(
    (other) => other !== term,
  );

/** A synonym counts less than the word itself. */
const synonymWeight = 0.6;
const minPrefixLength = 3;
const minFuzzyLength = 5;

/**
 * @param {Entry[]} entries each at the position of its `id`
 * @returns {(words: string) => Found[]} finds entries, best first
 */
export function createSearch(entries) {
  const index = new MiniSearch({
    fields: ["title", "context", "headings", "text"],
    tokenize,
    processTerm: normalize,
    searchOptions: {
      // Terms come here normalized.
      tokenize: (term) => [term],
      processTerm: (term) => term,
      boost: { title: 3, context: 1.5, headings: 3 },
      boostDocument: (id) => weightOfKind[entries[Number(id)]?.kind ?? ""] ?? 1,
      combineWith: "OR",
      // A whole name, such as a path, says more than the words that it is made of.
      boostTerm: (term) => (/[^\p{L}\p{N}]/u.test(term) ? 3 : 1),
      // What is only similar counts far less than the word itself.
      weights: { prefix: 0.375, fuzzy: 0.15 },
    },
  });
  index.addAll(entries);

  return (words) => {
    const terms = [...new Set(tokenize(words).flatMap((word) => normalize(word) ?? []))];
    const found = index.search({
      queries: terms.flatMap((term) => [
        {
          queries: [term],
          prefix: term.length >= minPrefixLength,
          fuzzy: term.length >= minFuzzyLength ? 0.25 : false,
        },
        { queries: synonymsOf(term), boostTerm: () => synonymWeight },
      ]),
    });
    const results = found.map(({ id, terms }) => ({
      .../** @type {Entry} */ (entries[Number(id)]),
      terms,
    }));
    // What has exactly this name comes first.
    const name = words.trim().toLowerCase();
    const isNamed = (/** @type {Entry} */ { title }) => Number(title.toLowerCase() === name);
    return results.sort((one, other) => isNamed(other) - isNamed(one));
  };
}

/**
 * A text in pieces: of each, whether it is what was searched.
 *
 * @param {string} text @param {string[]} terms @returns {{ piece: string, isFound: boolean }[]}
 */
export function markTerms(text, terms) {
  const wanted = new Set(terms);
  const isFound = (/** @type {string} */ word) =>
    [word, ...tokenize(word)].some((part) => wanted.has(normalize(part) ?? ""));
  return text
    .split(/([\p{L}\p{N}_]+)/u)
    .filter(Boolean)
    .map((piece) => ({ piece, isFound: isFound(piece) }));
}
