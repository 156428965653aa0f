import { openapiVersionRead } from "../../src/ruleset/openapi-version-read.ts";
import { contract } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const written = (openapi: unknown) => contract({ openapi });

describeRule(openapiVersionRead, {
  accepts: [
    ["OpenAPI 3.1", written("3.1.1")],
    ["OpenAPI 3.0", written("3.0.3")],
    ["OpenAPI 3.2", written("3.2.0")],
  ],
  rejects: [
    [
      "a version that the rules do not know",
      written("3.3.0"),
      { path: ["openapi"], says: /What else "3\.3\.0" may hold.*Write openapi: 3\.1\.1/ },
    ],
    ["a number", written(3.1), { path: ["openapi"], says: /Write openapi/ }],
    ["another format", { swagger: "2.0" }, { path: [], says: /"another format"/ }],
  ],
});
