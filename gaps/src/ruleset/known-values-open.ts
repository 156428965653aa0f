import { asObject } from "../document/json.ts";
import { walkNodes } from "../document/walk.ts";
import type { Rule } from "./rule.ts";

export const knownValuesOpen: Rule = {
  code: "known-values-open",
  description: "x-extensible-enum lists known values of a string that stays open.",
  find: (document) =>
    [...walkNodes(document, "schema")].flatMap(({ value, path }) => {
      const { type, enum: closed, const: constant, ...schema } = asObject(value);
      if (!("x-extensible-enum" in schema)) return [];
      const known = schema["x-extensible-enum"];
      const isList =
        Array.isArray(known) &&
        known.length > 0 &&
        new Set(known).size === known.length &&
        known.every((each) => typeof each === "string");
      const isOpen = type === "string" && closed === undefined && constant === undefined;
      if (isList && isOpen) return [];
      return [
        {
          message:
            "x-extensible-enum lists known values of an open string: write type: string and a list such as [lent]; for a closed list write enum with x-stated-by instead.",
          path: isOpen ? [...path, "x-extensible-enum"] : path,
        },
      ];
    }),
};
