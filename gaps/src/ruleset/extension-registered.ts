import { walkNodes } from "../document/walk.ts";
import { nearest } from "./nearest.ts";
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
        .map((key) => ({ message: explain(key, extensions, list), path: [...path, key] })),
    );
  },
};

function explain(key: string, registered: readonly string[], list: string): string {
  const suggestion = nearest(key, registered);
  return [
    `${key} is not registered.`,
    suggestion ? `Did you mean ${suggestion}? If not,` : "Either",
    `register it in ${list}, or remove it.`,
  ].join(" ");
}
