// @ts-check
import { defineRule } from "./support/define-rule.js";
import { isObject } from "./support/json.js";
import { toPointer } from "./support/pointer.js";
import { walk } from "./support/walk.js";

export default defineRule("gap-placed-visibly", {
  description:
    "Every x-gap stands on an object of the contract, where the register and the site find it.",
  then: { function: findHiddenGaps },
});

/** @param {unknown} document */
function findHiddenGaps(document) {
  const visible = new Set([...walk(document)].map(({ path }) => toPointer(path)));

  return holdersOfGaps(document, [])
    .filter((path) => !visible.has(toPointer(path)))
    .map((path) => ({
      message:
        "This x-gap is part of a literal or a list of names, where nobody reads it. Move it to the schema, media type, response or operation that it concerns.",
      path: [...path, "x-gap"],
    }));
}

/**
 * @param {unknown} value
 * @param {string[]} path
 * @returns {string[][]}
 */
function holdersOfGaps(value, path) {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => holdersOfGaps(item, [...path, String(index)]));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, content]) =>
    key === "x-gap" ? [path] : holdersOfGaps(content, [...path, key]),
  );
}
