// @ts-check
// How the site is searched: in the browser, and in the test that asks what people ask.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { synonyms } from "./synonyms.js";

/**
 * @typedef {{ id: number, kind: string, title: string, context: string, text: string, address:
 * string }} Entry
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
  // Such as each assumption of the emulator, and each name of a client.
  detail: 0.2,
});

/** @param {string} word @returns {string | null} */
const normalize = (word) => {
  const lower = word.toLowerCase();
  return stopWords.has(lower) || lower === "" ? null : stemmer(lower);
};

/** A name such as data_xlsx_url, createHpJob or emulator:fail is found whole and by its parts. */
const tokenize = (/** @type {string} */ text) => {
  const words = text.split(/[\s,;!?()"'`{}[\]/]+|[.:](?=\s|$)/u).filter(Boolean);
  const parts = words.flatMap((word) =>
    word.split(/[^\p{L}\p{N}]+|(?<=[a-z])(?=[A-Z])/u).filter((part) => part !== word),
  );
  return [...words, ...parts];
};

const stemmedSynonyms = synonyms.map((list) => list.map((word) => stemmer(word)));

/** @param {string} term */
const synonymsOf = (term) =>
  [...new Set(stemmedSynonyms.flatMap((list) => (list.includes(term) ? list : [])))].filter(
    (other) => other !== term,
  );

/** A synonym counts less than the word itself. */
const synonymWeight = 0.6;
/** Whoever types a name in full wants what has it. */
const nameWeight = 10;
/** Each further part of a page counts less than the one before it, so that one page does not hide the others. */
const nextPartWeight = 0.6;
const minPrefixLength = 3;
const minFuzzyLength = 5;

/** Terms come here normalized. */
const asTheyAre = {
  tokenize: (/** @type {string} */ term) => [term],
  processTerm: (/** @type {string} */ term) => term,
};

/**
 * @param {Entry[]} entries each at the position of its `id`
 * @returns {(words: string) => { entry: Entry, terms: string[] }[]} finds entries, best first, with
 *   the words in them that were found
 */
export function createSearch(entries) {
  const index = new MiniSearch({
    fields: ["title", "context", "text"],
    tokenize,
    processTerm: normalize,
    searchOptions: {
      ...asTheyAre,
      boost: { title: 3, context: 1.5 },
      boostDocument: (id) => weightOfKind[entries[Number(id)]?.kind ?? ""] ?? 1,
      combineWith: "OR",
    },
  });
  index.addAll(entries);

  const isKnown = (/** @type {string} */ term) =>
    index.search({ queries: [term], prefix: term.length >= minPrefixLength }).length > 0;
  // A name that nobody wrote, such as output.videos, is looked for by its parts.
  const termsOf = (/** @type {string} */ word) => {
    const term = normalize(word);
    if (term === null || isKnown(term)) return term ?? [];
    return word.split(/[.:=#()"'`{}[\]]+/).flatMap((part) => normalize(part) ?? []);
  };

  return (words) => {
    const terms = [...new Set(words.split(/[\s?!,;/]+/).flatMap(termsOf))];
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
    // Whoever types three words wants all of them.
    const covered = (/** @type {string[]} */ matched) =>
      terms.filter((term) => [term, ...synonymsOf(term)].some((word) => matched.includes(word)))
        .length / terms.length;
    const name = words.trim().toLowerCase();
    const isNamed = (/** @type {number} */ id) => entries[id]?.title.toLowerCase() === name;
    const results = found.map(({ id, score, queryTerms, terms: matched }) => ({
      entry: /** @type {Entry} */ (entries[Number(id)]),
      terms: matched,
      score: score * covered(queryTerms) ** 2 * (isNamed(Number(id)) ? nameWeight : 1),
    }));
    return lessForNextParts(results.sort(byScore)).sort(byScore);
  };
}

/** @typedef {{ entry: Entry, terms: string[], score: number }} Result */

const byScore = (/** @type {Result} */ one, /** @type {Result} */ other) => other.score - one.score;

/** @param {Result[]} results best first @returns {Result[]} */
function lessForNextParts(results) {
  const partsOf = /** @type {Map<string, number>} */ (new Map());
  return results.map((result) => {
    const { kind, address } = result.entry;
    // The gaps stand on one page, and each is a thing of its own.
    const page = kind === "gap" ? address : /** @type {string} */ (address.split("#")[0]);
    const earlier = partsOf.get(page) ?? 0;
    partsOf.set(page, earlier + 1);
    return { ...result, score: result.score * nextPartWeight ** earlier };
  });
}
