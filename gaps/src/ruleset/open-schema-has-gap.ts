import { isObject } from "../document/json.ts";
import { acceptsAnything, isOpen } from "../document/schemas.ts";
import { type Node, walkNodes } from "../document/walk.ts";
import type { Rule } from "./rule.ts";

/** The fields through which a schema hangs on the object whose content it is, so that a gap there explains it as well. */
const carriers = ["schema", "content", "items", "prefixItems", "allOf", "anyOf", "oneOf"];

/** `additionalProperties: {}` adds nothing to what its object says, and `if`/`not` describe no value of their own. */
const neutral = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "if", "not"];

export const openSchemaHasGap: Rule = {
  code: "open-schema-has-gap",
  description: "A schema that is left open carries the gap that explains why.",
  find: (document) =>
    [...walkNodes(document, "schema")]
      .filter((node) => isOpen(node.value) && !isNeutral(node) && !isExplained(node))
      .map(({ path }) => ({
        message:
          "This schema accepts anything, and nothing says why. Describe the value, or add an x-gap here that says what the specification leaves open.",
        path,
      })),
};

const isNeutral = ({ role, value }: Node): boolean =>
  neutral.includes(role) && acceptsAnything(value);

const isExplained = ({ value, role, parent }: Node): boolean =>
  (isObject(value) && ("x-gap" in value || "x-verified" in value)) ||
  (parent !== undefined && carriers.includes(role) && isExplained(parent));
