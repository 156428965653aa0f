// @ts-check
import { schema } from "@stoplight/spectral-functions";
import { defineRule } from "./support/define-rule.js";

export default defineRule("known-values-open", {
  description: "x-extensible-enum lists known values of a string that stays open.",
  message:
    "x-extensible-enum lists known values of an open string: write type: string and a list such as [rendering]; for a closed list write enum with x-stated-by instead.",
  given: "$..['x-extensible-enum']^",
  then: {
    function: schema,
    functionOptions: {
      dialect: "draft2020-12",
      allErrors: true,
      schema: {
        required: ["type"],
        properties: {
          type: { const: "string" },
          enum: false,
          const: false,
          "x-extensible-enum": {
            type: "array",
            minItems: 1,
            uniqueItems: true,
            items: { type: "string" },
          },
        },
      },
    },
  },
});
