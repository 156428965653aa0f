// @ts-check
import { casing } from "@stoplight/spectral-functions";
import { defineRule } from "../../../rules/support/define-rule.js";

export default defineRule("property-name-case", {
  description: "Properties are named in snake_case, as everywhere in the interface specification.",
  message: "Name the property {{property}} in snake_case, as in base_video_url.",
  given: "$..properties[*]~",
  then: { function: casing, functionOptions: { type: "snake" } },
});
