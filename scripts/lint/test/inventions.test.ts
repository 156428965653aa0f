import { describe, expect, it } from "vitest";
import claimStated from "../../../gaps/src/ruleset/claim-stated.js";
import openapiVersionRead from "../../../gaps/src/ruleset/openapi-version-read.js";
import type { Problem } from "../../../gaps/src/ruleset/support/define-rule.js";
import { contract } from "../../../test/support/contract.ts";
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { contractMutants } from "./mutants/contract-mutants.ts";

type Judge = (document: OpenApiDocument) => Problem[];

/** The rules themselves, because Spectral around them takes a second for each of a thousand documents. */
const rules = [claimStated, openapiVersionRead].flatMap(({ rules }) =>
  Object.values(rules).map(({ then }) => (then as { function: unknown }).function as Judge),
);

/** The kinds of inventions: what was added, whatever the place. */
const byKind = Map.groupBy(
  contractMutants(contract).filter(({ kind }) => kind === "invention"),
  ({ what }) => what.replace(/ \(#.*/, ""),
);

describe("the rules find what no section states, at every place:", () => {
  it.each([...byKind.keys()])("%s", (kind) => {
    for (const { what, document } of byKind.get(kind)!) {
      const problems = rules.flatMap((find) => find(document()));
      expect(problems, what).toHaveLength(1);
      expect(problems[0]!.path, what).not.toEqual([]);
      expect(problems[0]!.message, what).toMatch(/Add x-(stated-by|source)|Write openapi: 3/);
    }
  });

  it("of many kinds", () => {
    expect(byKind.size).toBeGreaterThan(20);
  });
});
