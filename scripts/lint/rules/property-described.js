// @ts-check
import { defineRule } from "../../../rules/support/define-rule.js";
import { asObject } from "../../../rules/support/json.js";
import { follow } from "../../../rules/support/reference.js";
import { namedValues } from "../../../rules/support/values.js";

export default defineRule("property-described", {
  description: "Every property and parameter has a description, its own or that of its schema.",
  then: { function: findUndescribed },
});

/** @param {unknown} document */
function findUndescribed(document) {
  return [...namedValues(document)].flatMap(({ value, path, name }) => {
    const target = follow(document, value, path);
    if (!target || isText(value.description) || isText(asObject(target.value).description)) {
      return [];
    }
    return [
      {
        message: `"${name}" has no description. Say what it is for, not which type it has: "Names the job to read back".`,
        path,
      },
    ];
  });
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string" && value.trim() !== "";
