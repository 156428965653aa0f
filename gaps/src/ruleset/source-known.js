// @ts-check
import { defineRule } from "./support/define-rule.js";
import { closedGapIds, gapsOf } from "./support/gaps.js";
import { nearest } from "./support/nearest.js";
import { asObject, isObject } from "./support/json.js";
import { walk } from "./support/walk.js";

/**
 * @typedef {{ value: unknown, path: string[] }} Place
 * @typedef {object} Options
 * @property {readonly string[] | undefined} headings of the specification; without them any name will do
 * @property {string | undefined} [listedIn] where they are kept
 */

export default defineRule("source-known", {
  description:
    "Every section that the contract names is a heading of the specification; a claim may also name the gap it is inferred in.",
  then: { function: findUnknownSources },
});

/**
 * @param {unknown} document
 * @param {Options | null} options
 */
function findUnknownSources(document, options) {
  const { headings, listedIn = "the list that the ruleset is given" } = options ?? {};
  return [
    ...unwrapSourceLists(document),
    ...[...namedSections(document)].flatMap(({ value, path }) =>
      typeof value === "string" && (headings?.includes(value) ?? true)
        ? []
        : [{ message: explain(value, headings ?? [], listedIn), path }],
    ),
  ];
}

/** @param {unknown} document */
function unwrapSourceLists(document) {
  return [...walk(document)].flatMap(({ value, path }) => {
    if (!isObject(value) || !("x-source" in value)) return [];
    const sources = value["x-source"];
    const isListOfOnes =
      Array.isArray(sources) && sources.length > 0 && new Set(sources).size === sources.length;
    return isListOfOnes
      ? []
      : [
          {
            message: 'x-source is a list that names each heading once, for instance ["Errors"].',
            path: [...path, "x-source"],
          },
        ];
  });
}

/**
 * @param {unknown} document
 * @returns {Generator<Place>}
 */
function* namedSections(document) {
  const inferred = [...gapsOf(document)]
    .filter(({ entry }) => entry.kind === "inferred")
    .map(({ entry }) => entry.id);
  const named = [...inferred, ...closedGapIds(document)];
  for (const { entry, path } of gapsOf(document)) {
    if ("source" in entry) yield { value: entry.source, path: [...path, "source"] };
  }
  for (const { value, path } of walk(document)) {
    if (!isObject(value)) continue;
    if (Array.isArray(value["x-source"])) {
      for (const [index, source] of value["x-source"].entries()) {
        yield { value: source, path: [...path, "x-source", String(index)] };
      }
    }
    for (const [claim, source] of Object.entries(asObject(value["x-stated-by"]))) {
      if (!named.includes(source)) yield { value: source, path: [...path, "x-stated-by", claim] };
    }
  }
}

/**
 * @param {unknown} value
 * @param {readonly string[]} headings
 * @param {string} listedIn
 */
function explain(value, headings, listedIn) {
  const suggestion = typeof value === "string" ? nearest(value, headings) : undefined;
  return [
    `${JSON.stringify(value)} is not a heading of the specification.`,
    suggestion
      ? `Did you mean "${suggestion}"?`
      : `Name one of the headings in ${listedIn}, word for word.`,
  ].join(" ");
}
