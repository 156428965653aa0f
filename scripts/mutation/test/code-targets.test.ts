import { describe, expect, it } from "vitest";
import { readBundle } from "../../contract/read-bundle.ts";
import { chosenCodeMutants, roomNames } from "../code-targets.ts";
import { contractMutants } from "../contract-mutants.ts";
import { equivalentMutants } from "../equivalents.ts";

const ofCode = await chosenCodeMutants();

describe("the mutants that a nightly run tries", () => {
  it.each(roomNames)("are found in the code of the %s, with tests that judge them", (name) => {
    const mutants = ofCode.filter(({ room }) => room === name);
    expect(mutants.length).toBeGreaterThan(10);
    for (const { tests } of mutants) expect(tests.length).toBeGreaterThan(0);
  });

  it("are told apart by their words", () => {
    const words = ofCode.map(({ what }) => what);
    expect(words).toEqual([...new Set(words)]);
  });

  it("hold every one that is listed as equivalent", async () => {
    const ofContract = contractMutants(await readBundle());
    const tried = new Set([...ofCode, ...ofContract].map(({ what }) => what));
    expect(equivalentMutants().filter((what) => !tried.has(what))).toEqual([]);
  });
});
