// @ts-check
import { isDeepStrictEqual } from "node:util";
import { defineRule } from "../../../gaps/src/ruleset/support/define-rule.js";
import { asObject } from "../../../gaps/src/ruleset/support/json.js";
import { follow } from "../../../gaps/src/ruleset/support/reference.js";
import { walk } from "../../../gaps/src/ruleset/support/walk.js";

/** @typedef {import("../../../gaps/src/ruleset/support/define-rule.js").Problem} Problem */

export default defineRule("bearer-security", {
  description: "Every operation takes the bearer token, and nothing else.",
  then: { function: findOtherSecurity },
});

/** @param {unknown} document */
function findOtherSecurity(document) {
  return [...findWrongRequirements(document), ...findWrongScheme(document)];
}

/**
 * @param {unknown} document
 * @returns {Problem[]}
 */
function findWrongRequirements(document) {
  const root = asObject(document);
  return [...walk(document, "operation")].flatMap(({ value, path }) => {
    const own = "security" in asObject(value);
    const security = own ? asObject(value).security : root.security;
    if (isDeepStrictEqual(security, [{ bearerToken: [] }])) return [];
    return [
      {
        message:
          "Every endpoint requires the Authorization header. Write security: [{bearerToken: []}] at the root of the contract, and nothing here.",
        path: own ? [...path, "security"] : "security" in root ? ["security"] : path,
      },
    ];
  });
}

/**
 * @param {unknown} document
 * @returns {Problem[]}
 */
function findWrongScheme(document) {
  const path = ["components", "securitySchemes", "bearerToken"];
  const schemes = asObject(asObject(asObject(document).components).securitySchemes);
  const scheme = follow(document, schemes.bearerToken ?? {}, path);
  if (!scheme) return [];

  const { type, scheme: name } = asObject(scheme.value);
  if (type === "http" && name === "bearer") return [];
  return [
    {
      message:
        "The token is sent as Authorization: Bearer <API_TOKEN>. Write type: http and scheme: bearer.",
      path: scheme.path,
    },
  ];
}
