// @ts-check
import { readOutline } from "./support/contract-files.js";
import { defineRule } from "./support/define-rule.js";
import { gapsOf } from "./support/gaps.js";
import { nearest } from "./support/nearest.js";
import { asObject, isObject } from "./support/json.js";
import { walk } from "./support/walk.js";

/** @typedef {{ value: unknown, path: string[] }} Place */

export default defineRule("source-known", {
  description: "Every section that the contract names is a heading of the interface specification.",
  then: { function: findUnknownSources },
});

/**
 * @param {unknown} document
 * @param {unknown} _options
 * @param {import("./support/contract-files.js").Context} context
 */
function findUnknownSources(document, _options, context) {
  const headings = readOutline(context);
  return [
    ...unwrapSourceLists(document),
    ...[...namedSections(document)].flatMap(({ value, path }) =>
      typeof value === "string" && headings.includes(value)
        ? []
        : [{ message: explain(value, headings), path }],
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
      yield { value: source, path: [...path, "x-stated-by", claim] };
    }
  }
}

/**
 * @param {unknown} value
 * @param {string[]} headings
 */
function explain(value, headings) {
  const suggestion = typeof value === "string" ? nearest(value, headings) : undefined;
  return [
    `${JSON.stringify(value)} is not a heading of the interface specification.`,
    suggestion
      ? `Did you mean "${suggestion}"?`
      : "Name one of the headings in openapi/outline.yaml, word for word.",
  ].join(" ");
}
