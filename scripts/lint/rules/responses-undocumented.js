// @ts-check
import { defineRule } from "../../../gaps/src/ruleset/support/define-rule.js";
import { asObject, isObject } from "../../../gaps/src/ruleset/support/json.js";
import { follow } from "../../../gaps/src/ruleset/support/reference.js";
import { acceptsAnything } from "../../../gaps/src/ruleset/support/schemas.js";
import { walk } from "../../../gaps/src/ruleset/support/walk.js";

/** @typedef {import("../../../gaps/src/ruleset/support/define-rule.js").Problem} Problem */

const expected = ["2XX", "default"];

export default defineRule("responses-undocumented", {
  description:
    "Every operation has the responses 2XX and default, other codes only with evidence, and default has an open body.",
  then: { function: findInventedResponses },
});

/** @param {unknown} document */
function findInventedResponses(document) {
  return [...walk(document, "operation")].flatMap(({ value, path }) => {
    const at = [...path, "responses"];
    const responses = asObject(asObject(value).responses);
    return [...findWrongCodes(responses, at), ...findClosedFailures(document, responses, at)];
  });
}

/**
 * @param {import("../../../gaps/src/ruleset/support/json.js").JsonObject} responses
 * @param {string[]} path
 * @returns {Problem[]}
 */
function findWrongCodes(responses, path) {
  const missing = expected
    .filter((code) => !(code in responses))
    .map((code) => ({
      message: `The response ${code} is missing. Describe every success under 2XX and everything else under default.`,
      path,
    }));
  const invented = Object.entries(responses)
    .filter(([code]) => !expected.includes(code) && !code.startsWith("x-"))
    .filter(([, response]) => !("x-verified" in asObject(response)))
    .map(([code]) => ({
      message: `The interface specification names no status code, so ${code} is a guess. Describe every success under 2XX and everything else under default, or give the response its x-verified.`,
      path: [...path, code],
    }));
  return [...missing, ...invented];
}

/**
 * @param {unknown} document
 * @param {import("../../../gaps/src/ruleset/support/json.js").JsonObject} responses
 * @param {string[]} path
 * @returns {Problem[]}
 */
function findClosedFailures(document, responses, path) {
  const response = follow(document, responses.default, [...path, "default"]);
  if (!response) return [];

  const mediaTypes = Object.entries(asObject(asObject(response.value).content));
  if (mediaTypes.length === 0) {
    return [
      {
        message:
          'default has no content, which says that a failure has no body. Nobody knows that: write content: {"*/*": {schema: {}}}.',
        path: response.path,
      },
    ];
  }
  return mediaTypes.flatMap(([name, mediaType]) => {
    const at = [...response.path, "content", name];
    if (isOpenMediaType(document, mediaType, at)) return [];
    return [
      {
        message: "The body of a failure is not documented. Keep its schema open: schema: {}.",
        path: [...at, "schema"],
      },
    ];
  });
}

/**
 * @param {unknown} document
 * @param {unknown} mediaType
 * @param {string[]} path
 */
function isOpenMediaType(document, mediaType, path) {
  if (!isObject(mediaType) || !("schema" in mediaType)) return false;
  const schema = follow(document, mediaType.schema, path);
  return !schema || acceptsAnything(schema.value);
}
