/**
 * A check that cannot fail proves nothing. So the contract is broken on purpose, in one place after another, and the facts of the
 * specification, the examples or the rules have to notice. `npm test` takes every eighth mutant; `ALL_MUTANTS=1`, as in the nightly
 * run, takes all.
 */
import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { readBundle } from "../../contract/read-bundle.ts";
import { exampleProblems } from "../example-problems.ts";
import { disagreements } from "../facts/check.ts";
import { loadSpectral } from "../spectral.ts";
import { contractMutants } from "./mutants/contract-mutants.ts";
import { equivalentMutants } from "./mutants/equivalents.ts";

const contract = await readBundle();
const all = contractMutants(contract);
const takesAll = process.env["ALL_MUTANTS"] === "1";
const tried = takesAll ? all : all.filter((_, index) => index % 8 === 0);

let problemIn: (document: OpenApiDocument) => Promise<string | undefined>;

beforeAll(async () => {
  const lint = await loadSpectral();
  problemIn = async (document) => {
    try {
      return (
        disagreements(document)[0] ??
        exampleProblems(document)[0] ??
        (await lint(JSON.stringify(document)))[0]?.message
      );
    } catch (error) {
      // A contract that makes a check fall over is noticed as well.
      return String(error);
    }
  };
});

test("the contract itself has no problem", async () => {
  expect(await problemIn(contract)).toBeUndefined();
});

test(`each of ${tried.length} mutants of the ${all.length} is noticed, or known to be equivalent`, async () => {
  const survivors: string[] = [];
  for (const { what, document } of tried) {
    if ((await problemIn(document())) === undefined) survivors.push(what);
  }
  const known = new Set(equivalentMutants());
  expect(survivors.filter((what) => !known.has(what))).toEqual([]);
  if (takesAll) expect([...known].filter((what) => !survivors.includes(what))).toEqual([]);
});
