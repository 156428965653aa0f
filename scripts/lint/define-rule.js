// @ts-check
/**
 * @typedef {import("@stoplight/spectral-core").RulesetDefinition} Ruleset
 * @typedef {import("@stoplight/spectral-core").RuleDefinition} Rule
 * @typedef {import("@stoplight/spectral-core").IFunctionResult} Problem
 */

/**
 * A ruleset of one rule, with what all our rules share. They read every document, whatever version it
 * names: a rule that is bound to a format is switched off by a new version without a word. They read it unresolved: the
 * resolved view replaces a reference by its target and loses what stands beside it, which is where
 * a description or a gap may be.
 *
 * @param {string} code also the name of the rule's file
 * @param {object} rule
 * @param {string} rule.description what the rule asks, in one sentence
 * @param {string} [rule.message] only for Spectral's own functions; ours write their message
 *   themselves
 * @param {string | string[]} [rule.given] `$` by default: the whole document
 * @param {Exclude<Rule["then"], unknown[]>} rule.then
 */
export const defineRule = (code, { description, message = "{{error}}", given = "$", then }) =>
  /** @satisfies {Ruleset} */ ({
    rules: {
      [code]: {
        description,
        message,
        severity: "error",
        given,
        resolved: false,
        then,
      },
    },
  });
