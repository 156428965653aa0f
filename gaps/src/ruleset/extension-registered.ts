import { walkNodes } from "../document/walk.ts";
import type { Rule } from "./rule.ts";

export const extensionRegistered: Rule = {
  code: "extension-registered",
  description: "Every x-* key of the contract is registered.",
  find(document, { extensions, listedIn }) {
    if (!extensions) return [];
    const list = listedIn?.extensions ?? "the list that the ruleset is given";
    return [...walkNodes(document)].flatMap(({ value, path }) =>
      Object.keys(value)
        .filter((key) => key.startsWith("x-") && !extensions.includes(key))
        .map((key) => ({
          message: `${key} is not registered. Register it in ${list}, or remove it.`,
          path: [...path, key],
        })),
    );
  },
};
