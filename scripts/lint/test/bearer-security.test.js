// @ts-check
import rule from "../rules/bearer-security.js";
import { contract, withOperation } from "../../../gaps/test/ruleset/support/documents.js";
import { describeRule } from "../../../gaps/test/ruleset/support/describe-rule.js";

const security = [{ bearerToken: [] }];
const bearerToken = { type: "http", scheme: "bearer" };
const components = { securitySchemes: { bearerToken } };
const operation = ["paths", "/things", "get"];
const says = /Write security: \[\{bearerToken: \[\]\}\] at the root/;

describeRule(rule, {
  accepts: [
    ["the token at the root", withOperation({}, { parts: { security, components } })],
    ["the token at the operation", withOperation({ security }, { parts: { components } })],
    ["a contract without operations", contract({ components })],
  ],
  rejects: [
    ["no security at all", withOperation({}, { parts: { components } }), { path: operation, says }],
    [
      "an operation that needs no token",
      withOperation({ security: [] }, { parts: { security, components } }),
      { path: [...operation, "security"], says },
    ],
    [
      "a token that may be left out",
      withOperation({}, { parts: { security: [{}, { bearerToken: [] }], components } }),
      { path: ["security"], says },
    ],
    [
      "another scheme",
      withOperation({ security: [{ apiKey: [] }] }, { parts: { security, components } }),
      { path: [...operation, "security"], says },
    ],
    [
      "a token that is not a bearer token",
      contract({
        components: { securitySchemes: { bearerToken: { type: "http", scheme: "basic" } } },
      }),
      {
        path: ["components", "securitySchemes", "bearerToken"],
        says: /Write type: http and scheme: bearer/,
      },
    ],
    [
      "a token that nobody defines",
      contract({ components: {} }),
      { path: ["components"], says: /Write type: http/ },
    ],
  ],
});
