import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contractFolder } from "../../support/locations.ts";
import { disagreements } from "../facts/check.ts";
import { fieldFacts } from "../facts/fields.ts";
import { gapFacts } from "../facts/gaps.ts";
import { operationFacts } from "../facts/operations.ts";
import { removals } from "./removals.ts";
import { contract } from "../../../test/support/contract.ts";

describe("the contract and the facts of the specification", () => {
  it("agree on every operation, field, gap and on security", () => {
    expect(disagreements(contract)).toEqual([]);
  });

  it("rest on sections that exist", () => {
    const outline = parse(readFileSync(join(contractFolder, "outline.yaml"), "utf8")) as string[];
    const cited = [...fieldFacts, ...gapFacts, ...operationFacts].map(({ section }) => section);
    expect(cited.filter((section) => !outline.includes(section))).toEqual([]);
  });
});

describe("removing from the contract", () => {
  it.each(removals(contract))("$what is noticed", ({ document }) => {
    expect(disagreements(document)).not.toEqual([]);
  });
});
