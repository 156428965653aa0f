// @ts-check
import { describe, expect, test } from "vitest";
import { lint } from "./lint.js";

/** Spectral's number for the severity. */
const error = 0;

/**
 * @typedef {object} ExpectedProblem
 * @property {(string | number)[]} path
 * @property {RegExp} says
 */

/**
 * States the facts about a rule: the documents it accepts, and those it rejects with what it says and where.
 *
 * @param {import("../../define-rule.js").Ruleset} ruleset
 * @param {object} facts
 * @param {[fact: string, document: Record<string, unknown> | string][]} facts.accepts
 * @param {[fact: string, document: Record<string, unknown> | string, ...problems: ExpectedProblem[]][]} facts.rejects
 */
export function describeRule(ruleset, { accepts, rejects }) {
  const [code = ""] = "rules" in ruleset ? Object.keys(ruleset.rules) : [];

  describe(code, () => {
    describe("accepts", () => {
      test.each(accepts)("%s", async (_fact, document) => {
        expect(await lint(document, ruleset)).toEqual([]);
      });
    });

    describe("rejects", () => {
      test.each(rejects)("%s", async (_fact, document, ...problems) => {
        const found = await lint(document, ruleset);
        expect(found).toEqual(
          problems.map(({ path, says }) =>
            expect.objectContaining({
              code,
              path: path.map(String), // as Spectral hands them out
              severity: error,
              message: expect.stringMatching(says),
            }),
          ),
        );
      });
    });
  });
}
