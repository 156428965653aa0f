// @ts-check
import { isObject } from "../../gaps/src/document/json.ts";
import { walkNodes as walk } from "../../gaps/src/document/walk.ts";

/**
 * Subschemas that test a value instead of describing it: their properties are met again where they
 * are described.
 */
const tests = ["if", "not"];

/**
 * Yields the values that a consumer fills in or reads by name: the properties of schemas, and the
 * parameters.
 *
 * @param {unknown} document
 */
export function* namedValues(document) {
  for (const node of walk(document, "schema", "parameter")) {
    const isNamed = node.kind === "parameter" || node.role === "properties";
    if (isNamed && isObject(node.value) && !isInsideTest(node)) {
      yield { ...node, value: node.value, name: String(node.value.name ?? node.path.at(-1)) };
    }
  }
}

/** @param {import("../../gaps/src/document/walk.ts").Node} node @returns {boolean} */
const isInsideTest = ({ role, parent }) =>
  tests.includes(role) || (parent !== undefined && isInsideTest(parent));
