/** The rules on notes, and as a ruleset of Spectral: `extends: openapi-gaps/ruleset`. */
import { walk } from "./document/document.ts";
import { gapRules } from "./ruleset/gap-rules.ts";

export { type Finding, gapEntries, gapRules, type Rule } from "./ruleset/gap-rules.ts";

/** They read every document: a rule that is bound to a format is switched off by a new version without a word. */
const rules = gapRules.map(({ code, description, find }): [string, object] => {
  const then = { function: (document: unknown) => find(walk(document)) };
  const scope = { given: "$", resolved: false, then };
  return [code, { description, message: "{{error}}", severity: "error", ...scope }];
});

const ruleset: { rules: Record<string, object> } = { rules: Object.fromEntries(rules) };
export default ruleset;
