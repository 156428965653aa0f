// @ts-check
import { defineRule } from "./support/define-rule.js";
import { nearest } from "./support/nearest.js";
import { walk } from "./support/walk.js";

/**
 * @typedef {object} Options
 * @property {readonly string[]} extensions that are registered
 * @property {string | undefined} [listedIn] where they are kept
 */

export default defineRule("extension-registered", {
  description: "Every x-* key of the contract is registered.",
  then: { function: findUnregistered },
});

/**
 * @param {unknown} document
 * @param {Options | null} options
 */
function findUnregistered(document, options) {
  if (!options) return [];
  const { extensions: registered, listedIn = "the list that the ruleset is given" } = options;
  return [...walk(document)].flatMap(({ value, path }) =>
    Object.keys(value)
      .filter((key) => key.startsWith("x-") && !registered.includes(key))
      .map((key) => ({ message: explain(key, registered, listedIn), path: [...path, key] })),
  );
}

/**
 * @param {string} key
 * @param {readonly string[]} registered
 * @param {string} listedIn
 */
function explain(key, registered, listedIn) {
  const suggestion = nearest(key, registered);
  return [
    `${key} is not registered.`,
    suggestion ? `Did you mean ${suggestion}? If not,` : "Either",
    `register it in ${listedIn}, or remove it.`,
  ].join(" ");
}
