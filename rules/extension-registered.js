// @ts-check
import { readExtensionNames } from "./support/contract-files.js";
import { defineRule } from "./support/define-rule.js";
import { nearest } from "./support/nearest.js";
import { walk } from "./support/walk.js";

export default defineRule("extension-registered", {
  description: "Every x-* key of the contract is registered in openapi/EXTENSIONS.md.",
  then: { function: findUnregistered },
});

/**
 * @param {unknown} document
 * @param {unknown} _options
 * @param {import("./support/contract-files.js").Context} context
 */
function findUnregistered(document, _options, context) {
  const registered = readExtensionNames(context);
  return [...walk(document)].flatMap(({ value, path }) =>
    Object.keys(value)
      .filter((key) => key.startsWith("x-") && !registered.includes(key))
      .map((key) => ({ message: explain(key, registered), path: [...path, key] })),
  );
}

/**
 * @param {string} key
 * @param {string[]} registered
 */
function explain(key, registered) {
  const suggestion = nearest(key, registered);
  return [
    `${key} is not registered.`,
    suggestion ? `Did you mean ${suggestion}? If not,` : "Either",
    `describe it in openapi/EXTENSIONS.md under the heading "## \`${key}\`", or remove it.`,
  ].join(" ");
}
