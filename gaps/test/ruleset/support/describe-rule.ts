import { describe, expect, test } from "vitest";
import type { Rule, RuleOptions } from "../../../src/ruleset/rule.ts";

interface ExpectedProblem {
  path: (string | number)[];
  says: RegExp;
}

interface Facts {
  accepts: [fact: string, document: object][];
  rejects: [fact: string, document: object, ...problems: ExpectedProblem[]][];
}

/** States the facts about a rule: the documents it accepts, and those it rejects with what it says and where. */
export function describeRule(
  rule: Rule,
  { accepts, rejects }: Facts,
  options: RuleOptions = {},
): void {
  describe(rule.code, () => {
    test.each(accepts)("accepts %s", (_fact, document) => {
      expect(rule.find(document, options)).toEqual([]);
    });

    test.each(rejects)("rejects %s", (_fact, document, ...problems) => {
      const found = rule.find(document, options);
      expect(found.map(({ path }) => path.map(String))).toEqual(
        problems.map(({ path }) => path.map(String)),
      );
      for (const [index, { says }] of problems.entries())
        expect(found[index]!.message).toMatch(says);
    });
  });
}
