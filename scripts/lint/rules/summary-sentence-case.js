// @ts-check
import { defineRule } from "../../../rules/support/define-rule.js";
import { asObject } from "../../../rules/support/json.js";
import { walk } from "../../../rules/support/walk.js";

/** @type {Record<string, string>} */
const titles = {
  operation: "summary",
  pathItem: "summary",
  example: "summary",
  tag: "name",
};

/** Longer ones wrap in the site's menu. */
const maxLength = 60;

const acronym = /^[A-Z0-9]{1,5}s?$/;

export default defineRule("summary-sentence-case", {
  description: "Summaries and tag names are short, in sentence case, without a full stop.",
  then: {
    function: findMisstyled,
    functionOptions: { properNames: ["Authorization", "Bearer"] },
  },
});

/**
 * @param {unknown} document
 * @param {{ properNames: string[] }} options
 */
function findMisstyled(document, { properNames }) {
  return [...walk(document, ...Object.keys(titles))].flatMap(({ kind, value, path }) => {
    const field = titles[kind] ?? "";
    const text = asObject(value)[field];
    if (typeof text !== "string") return [];
    return [...complaintsAbout(text, properNames)].map((complaint) => ({
      message: `${complaint} Prefer a short sentence such as "Create an HP job".`,
      path: [...path, field],
    }));
  });
}

/**
 * @param {string} text
 * @param {string[]} properNames
 */
function* complaintsAbout(text, properNames) {
  const [, ...laterWords] = wordsOf(text);
  const capitalised = laterWords.filter(
    (word) => /^\p{Lu}/u.test(word) && !acronym.test(word) && !properNames.includes(word),
  );

  if (!/^[\p{Lu}\d`]/u.test(text)) yield `"${text}" does not begin with a capital letter.`;
  if (/\.\s*$/.test(text)) yield `"${text}" ends with a full stop.`;
  if (text.length > maxLength) yield `"${text}" is longer than ${maxLength} characters.`;
  if (capitalised.length > 0) {
    yield `"${text}" capitalises ${capitalised.join(", ")}; only the first word and acronyms are.`;
  }
}

/** @param {string} text */
const wordsOf = (text) =>
  text
    .replaceAll(/`[^`]*`/g, "code")
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
