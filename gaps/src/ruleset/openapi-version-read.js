// @ts-check
import { defineRule } from "./support/define-rule.js";
import { asObject } from "./support/json.js";

const readable = /^3\.[01]\.\d+/;

export default defineRule("openapi-version-read", {
  description: "The document is of a version of OpenAPI that these rules read in full.",
  then: { function: findUnreadVersion },
});

/** @param {unknown} document */
function findUnreadVersion(document) {
  const { openapi } = asObject(document);
  if (typeof openapi === "string" && readable.test(openapi)) return [];
  return [
    {
      message: `These rules read OpenAPI 3.0 and 3.1. What else ${JSON.stringify(openapi ?? "another format")} may hold, they would pass over in silence. Write openapi: 3.1.1.`,
      path: openapi === undefined ? [] : ["openapi"],
    },
  ];
}
