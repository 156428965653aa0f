// @ts-check
import rule from "../../src/ruleset/openapi-version-read.js";
import { contract } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

/** @param {unknown} openapi */
const written = (openapi) => contract({ openapi });

describeRule(rule, {
  accepts: [
    ["OpenAPI 3.1", written("3.1.1")],
    ["OpenAPI 3.0", written("3.0.3")],
  ],
  rejects: [
    [
      "a version that the rules do not know",
      written("3.2.0"),
      { path: ["openapi"], says: /What else "3\.2\.0" may hold.*Write openapi: 3\.1\.1/ },
    ],
    ["a number", written(3.1), { path: ["openapi"], says: /Write openapi/ }],
    ["another format", { swagger: "2.0" }, { path: [], says: /"another format"/ }],
  ],
});
