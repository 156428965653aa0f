/** The rules in two presets, and as rulesets of Spectral: `extends: openapi-gaps/ruleset` is the preset `gaps`. */
import { walk } from "./document/document.ts";
import { gapRules, type Rule, type RuleOptions } from "./ruleset/gap-rules.ts";
import { sourceRules } from "./ruleset/source-rules.ts";

/** `sources` also asks where each constraint comes from, which a document has to be written for. */
export const presets: Record<"gaps" | "sources", Rule[]> = {
  gaps: gapRules,
  sources: [...gapRules, ...sourceRules],
};

export type Preset = keyof typeof presets;

/** As Spectral takes it. */
export type Ruleset = { rules: Record<string, object> };

/**
 * A preset as a ruleset of Spectral, with what the rules need to know of the document's house. They read every
 * document: a rule that is bound to a format is switched off by a new version without a word.
 */
export function rulesetOf(preset: Preset, options: RuleOptions = {}): Ruleset {
  const rules = presets[preset].map(({ code, description, find }): [string, object] => {
    const then = { function: (document: unknown) => find(walk(document), options) };
    const scope = { given: "$", resolved: false, then };
    return [code, { description, message: "{{error}}", severity: "error", ...scope }];
  });
  return { rules: Object.fromEntries(rules) };
}

const ruleset: Ruleset = rulesetOf("gaps");
export default ruleset;
