/** The rules in two presets, and as rulesets of Spectral. */
import { gapRules } from "./gap-rules.ts";
import type { Finding, Rule, RuleOptions } from "./rule.ts";
import { sourceRules } from "./source-rules.ts";

/** `sources` also asks where each constraint comes from, which a document has to be written for. */
export const presets = { gaps: gapRules, sources: [...gapRules, ...sourceRules] };

export type Preset = keyof typeof presets;

/** A set of rules as Spectral takes it. */
export interface SpectralRuleset {
  rules: Record<string, SpectralRule>;
}

interface SpectralRule {
  description: string;
  message: "{{error}}";
  severity: "error";
  given: "$";
  resolved: false;
  then: { function: (document: unknown) => Finding[] };
}

/**
 * A preset as a ruleset of Spectral, with what the rules need to know of the document's house. They read every
 * document: a rule that is bound to a format is switched off by a new version without a word.
 */
export function rulesetOf(preset: Preset, options: RuleOptions = {}): SpectralRuleset {
  const toSpectral = ({ description, find }: Rule): SpectralRule => ({
    description,
    message: "{{error}}",
    severity: "error",
    given: "$",
    resolved: false,
    then: { function: (document) => find(document, options) },
  });
  return {
    rules: Object.fromEntries(presets[preset].map((rule) => [rule.code, toSpectral(rule)])),
  };
}
