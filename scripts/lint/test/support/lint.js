// @ts-check
import { Spectral } from "@stoplight/spectral-core";

/**
 * Runs one ruleset, and nothing else, on a document.
 *
 * @param {Record<string, unknown> | string} document an object, or YAML
 * @param {import("../../define-rule.js").Ruleset} ruleset
 */
export async function lint(document, ruleset) {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  return spectral.run(document);
}
