// @ts-check
import { casing } from "@stoplight/spectral-functions";
import { defineRule } from "../define-rule.js";

export default defineRule("schema-name-case", {
  description: "Component schemas are named in PascalCase.",
  message: "Name the schema {{property}} in PascalCase, as in HpJobStatus.",
  given: "$.components.schemas[*]~",
  then: { function: casing, functionOptions: { type: "pascal" } },
});
