/** The rules in two presets, and as rulesets of Spectral. */
import { claimStated } from "./claim-stated.ts";
import { contradictionAcceptsClaims } from "./contradiction-accepts-claims.ts";
import { extensionRegistered } from "./extension-registered.ts";
import { gapIdsUnique } from "./gap-ids-unique.ts";
import { gapPlacedVisibly } from "./gap-placed-visibly.ts";
import { gapWellFormed } from "./gap-well-formed.ts";
import { knownValuesOpen } from "./known-values-open.ts";
import { openSchemaHasGap } from "./open-schema-has-gap.ts";
import { type Rule, type RuleOptions, type SpectralRuleset, toSpectral } from "./rule.ts";
import { sourceKnown } from "./source-known.ts";
import { sourceRequired } from "./source-required.ts";
import { verifiedHasEvidence } from "./verified-has-evidence.ts";

const gaps: Rule[] = [
  contradictionAcceptsClaims,
  extensionRegistered,
  gapIdsUnique,
  gapPlacedVisibly,
  gapWellFormed,
  knownValuesOpen,
  openSchemaHasGap,
  verifiedHasEvidence,
];

/** `sources` also asks where each constraint comes from, which a document has to be written for. */
export const presets = {
  gaps,
  sources: [...gaps, claimStated, sourceKnown, sourceRequired],
};

export type Preset = keyof typeof presets;

/** A preset as a ruleset of Spectral, with what the rules need to know of the document's house. */
export const rulesetOf = (preset: Preset, options: RuleOptions = {}): SpectralRuleset =>
  toSpectral(presets[preset], options);
