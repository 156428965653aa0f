// @ts-check
import { defineRule } from "./support/define-rule.js";
import { isObject } from "./support/json.js";
import { walk } from "./support/walk.js";

const closing = ["enum", "const"];

export default defineRule("closed-values", {
  description: "Values are closed, with enum or const, only where a section or evidence does.",
  then: { function: findUnsupportedClosings },
});

/** @param {unknown} document */
function findUnsupportedClosings(document) {
  return [...walk(document, "schema")].flatMap(({ value, path }) => {
    if (!isObject(value)) return [];
    const keyword = closing.find((name) => name in value);

    if (keyword && !("x-closed-by" in value) && !("x-verified" in value)) {
      return [
        {
          message: `This ${keyword} closes the values, and names nothing that does. Add x-closed-by with the heading that lists them all, or x-verified with the evidence; if there is neither, keep the string open with x-extensible-enum.`,
          path: [...path, keyword],
        },
      ];
    }
    if (!keyword && "x-closed-by" in value) {
      return [
        {
          message:
            "x-closed-by stands here without enum or const, so it closes nothing. Add the enum, or remove it.",
          path: [...path, "x-closed-by"],
        },
      ];
    }
    return [];
  });
}
