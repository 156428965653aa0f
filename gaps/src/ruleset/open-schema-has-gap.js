// @ts-check
import { defineRule } from "./support/define-rule.js";
import { isObject } from "./support/json.js";
import { acceptsAnything, isOpen } from "./support/schemas.js";
import { walk } from "./support/walk.js";

/** @typedef {import("./support/walk.js").Node} Node */

/**
 * The fields through which a schema hangs on the object whose content it is, so that a gap there
 * explains it as well.
 */
const carriers = ["schema", "content", "items", "prefixItems", "allOf", "anyOf", "oneOf"];

/**
 * `additionalProperties: {}` adds nothing to what its object says, and `if`/`not` describe no value
 * of their own.
 */
const neutral = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "if", "not"];

export default defineRule("open-schema-has-gap", {
  description: "A schema that is left open carries the gap that explains why.",
  then: { function: findUnexplainedOpenings },
});

/** @param {unknown} document */
function findUnexplainedOpenings(document) {
  return [...walk(document, "schema")]
    .filter((node) => isOpen(node.value) && !isNeutral(node) && !isExplained(node))
    .map(({ path }) => ({
      message:
        "This schema accepts anything, and nothing says why. Describe the value, or add an x-gap here that says what the specification leaves open.",
      path,
    }));
}

/** @param {Node} node */
const isNeutral = ({ role, value }) => neutral.includes(role) && acceptsAnything(value);

/** @param {Node} node @returns {boolean} */
const isExplained = ({ value, role, parent }) =>
  (isObject(value) && ("x-gap" in value || "x-verified" in value)) ||
  (parent !== undefined && carriers.includes(role) && isExplained(parent));
