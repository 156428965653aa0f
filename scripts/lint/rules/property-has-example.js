// @ts-check
import { defineRule } from "../define-rule.js";
import { asList, asObject, isObject } from "../../../gaps/src/document/json.ts";
import { follow } from "../../../gaps/src/document/document.ts";
import { isOpen } from "../../../gaps/src/document/schemas.ts";
import { namedValues } from "../named-values.js";

export default defineRule("property-has-example", {
  description: "Every property and parameter shows an example, its own or that of its schema.",
  then: { function: findWithoutExample },
});

/** @param {unknown} document */
function findWithoutExample(document) {
  return [...namedValues(document)].flatMap(({ kind, value, path, name }) => {
    const isShown =
      kind === "parameter" ? showsParameter(document, value) : showsSchema(document, value);
    if (isShown) return [];
    return [
      {
        message: `"${name}" shows no example. Add examples: [...] with a value from the specification's samples, here or on the schema that it refers to.`,
        path,
      },
    ];
  });
}

/**
 * @param {unknown} document
 * @param {import("../../../gaps/src/document/json.ts").JsonObject} parameter
 */
const showsParameter = (document, parameter) =>
  "$ref" in parameter ||
  "example" in parameter ||
  Object.keys(asObject(parameter.examples)).length > 0 ||
  showsSchema(document, parameter.schema);

/**
 * Own examples come first. Without them the parts of a schema may show it: the items of an array,
 * the branches of a choice, the properties of an object (which are asked one by one). A constant is
 * its own example; of an open value there is none that would not be invented.
 *
 * @param {unknown} document
 * @param {unknown} schema
 * @param {unknown[]} [seen] the schemas on the way here: one that contains itself shows nothing by
 *   that
 * @returns {boolean}
 */
function showsSchema(document, schema, seen = []) {
  if (!isObject(schema)) return schema === true;
  if (seen.includes(schema)) return false;
  if (asList(schema.examples).length > 0 || "const" in schema || isOpen(schema)) return true;

  /** @param {unknown} part */
  const isShown = (part) => showsSchema(document, part, [...seen, schema]);
  if ("$ref" in schema) {
    const target = follow(document, schema, []);
    return !target || isShown(target.value);
  }
  const branches = asList(schema.oneOf ?? schema.anyOf);
  return (
    Object.keys(asObject(schema.properties)).length > 0 ||
    (schema.items !== undefined && isShown(schema.items)) ||
    (branches.length > 0 && branches.every(isShown)) ||
    asList(schema.allOf).some(isShown)
  );
}
