// @ts-check
import rule from "../rules/property-name-case.js";
import { thing, withSchema } from "../../../rules/test/support/documents.js";
import { describeRule } from "../../../rules/test/support/describe-rule.js";

describeRule(rule, {
  accepts: [["snake_case", withSchema({ properties: { model: {}, base_video_url: {} } })]],
  rejects: [
    [
      "camelCase, however deep",
      withSchema({ properties: { actor: { properties: { videoUrl: {} } } } }),
      {
        path: [...thing, "properties", "actor", "properties", "videoUrl"],
        says: /Name the property videoUrl in snake_case, as in base_video_url/,
      },
    ],
  ],
});
