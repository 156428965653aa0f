import { Ajv2020 } from "ajv/dist/2020.js";
import schema from "../../notes.schema.json" with { type: "json" };
import { isObject } from "../document/json.ts";
import { formats, pathOf } from "../document/validators.ts";
import { walkNodes } from "../document/walk.ts";
import type { Rule } from "./rule.ts";

const { description: remedy } = schema.$defs.verification;

const ajv = new Ajv2020({ allErrors: true, strict: false, formats });

export const verifiedHasEvidence: Rule = {
  code: "verified-has-evidence",
  description:
    "Every x-verified says when, where, by what and how often a fact was confirmed, or who has stated it.",
  find(document) {
    // Either one entry or a list of them.
    const entry = { $ref: "notes#/$defs/verification" };
    if (!ajv.getSchema("notes")) ajv.addSchema(schema, "notes");
    const [one, list] = [entry, { type: "array", minItems: 1, items: entry }].map((each) =>
      ajv.compile(each),
    );
    return [...walkNodes(document)].flatMap(({ value, path }) => {
      if (!isObject(value) || !("x-verified" in value)) return [];
      const verified = value["x-verified"];
      const validate = Array.isArray(verified) ? list! : one!;
      if (validate(verified)) return [];
      return (validate.errors ?? [])
        .filter(({ keyword }) => keyword !== "if") // says only that the branch's own errors follow
        .map((error) => {
          const { additionalProperty } = error.params as { additionalProperty?: string };
          const what = [error.message, additionalProperty].filter(Boolean).join(": ");
          return {
            message: `This evidence ${what}. ${remedy} Without evidence the gap stays open.`,
            path: [...path, "x-verified", ...pathOf(error)],
          };
        });
    });
  },
};
