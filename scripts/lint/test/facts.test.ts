import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import {
  asObject,
  type OpenApiDocument,
  parsePointer,
  valueAtPath,
  walk,
} from "openapi-gaps/document";
import { contract } from "../../../test/support/contract.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { contractFolder } from "../../support/locations.ts";
import { exampleProblems } from "../example-problems.ts";
import { lintFiles } from "../lint.ts";
import { citedSections, disagreements } from "../facts/check.ts";
import { contractMutants, type Mutant } from "./mutants.ts";

describe("the contract and the facts of the specification", () => {
  it("agree on every operation, field, gap and on security", () => {
    expect(disagreements(contract)).toEqual([]);
  });

  it("rest on sections that exist", () => {
    const outline = parse(readFileSync(join(contractFolder, "outline.yaml"), "utf8")) as string[];
    expect(citedSections().filter((section) => !outline.includes(section))).toEqual([]);
  });
});

it("the examples are valid in the strict copy, complete, and show every case", () => {
  expect(exampleProblems(contract)).toEqual([]);
});

it("evidence about an object excuses what is missing in it, and not what is missing further inside", () => {
  const evidence = [{ gap: "actor-and-script-presence" }];
  const without = (pointer: string) => {
    const document = structuredClone(contract);
    asObject(document.components.schemas["LipsyncVideoInput"])["x-verified"] = evidence;
    const path = parsePointer(pointer);
    delete asObject(valueAtPath(document, path.slice(0, -1)))[path.at(-1)!];
    return disagreements(document).filter((problem) => /^\w+ field /.test(problem));
  };
  expect(without("#/components/schemas/LipsyncVideoInput/properties/actor")).toEqual([]);
  expect(without("#/components/schemas/AvatarActor/properties/use")).not.toEqual([]);
});

/** A contract that makes the comparison fall over is noticed as well. */
function agrees(document: OpenApiDocument): boolean {
  try {
    return disagreements(document).length === 0;
  } catch {
    return false;
  }
}

/** Removing these examples is noticed by nobody, and has not to be: a constant, a part of messages that show it, or empty anyway. */
const equivalents =
  /^remove examples \(#\/components\/schemas\/(\w+\/properties\/(use|inputs|customizations|variables|avatars_list|voices_list)|Actor|Script|LipsyncVideoInput|LipsyncVideoInputEcho|HpVariable|Avatar|Voice|HpJobOutput)\)$/;

/** What the linter finds no missing example in. */
async function unnoticedByRedocly(mutants: Mutant[]): Promise<string[]> {
  if (mutants.length === 0) return [];
  await using folder = await temporaryFolder();
  const write = ({ document }: Mutant, index: number) =>
    folder.write(`${index}.json`, JSON.stringify(document()));
  const problems = await lintFiles(await Promise.all(mutants.map(write)));
  const noticed = new Set(
    problems
      .filter(({ rule }) => rule === "house/property-has-example")
      .map(({ file }) => Number(basename(file, ".json"))),
  );
  return mutants.filter((_, index) => !noticed.has(index)).map(({ what }) => what);
}

describe("a mistake in the contract is noticed", () => {
  const verified = [...walk(contract)].flatMap(([node, pointer]) =>
    "x-verified" in node && pointer !== "#/info" ? [pointer] : [],
  );
  // What evidence has added to the specification is no fact of it.
  const isEvidence = ({ what }: Mutant) =>
    verified.some(
      (pointer) =>
        what.includes(`(${pointer}`) || pointer.includes(what.replace(/.*\((.*)\)/, "$1/")),
    );
  const byKind = Map.groupBy(contractMutants(contract), ({ kind }) => kind);

  it.each(["fact", "gap"] as const)("in every %s", (kind) => {
    const tried = (byKind.get(kind) ?? []).filter((mutant) => !isEvidence(mutant));
    expect(tried.length > 0 || collectGaps(contract).length === 0).toBe(true);
    const missed = tried.filter(({ document }) => agrees(document()));
    expect(missed.map(({ what }) => what)).toEqual([]);
  });

  it("in every example", async () => {
    // A response that a closing has copied for its code shows each example twice, so that none is missed.
    const isCopied = collectClosedGaps(contract).length > 0;
    const tried = byKind
      .get("example")!
      .filter(({ what }) => !equivalents.test(what) && !(isCopied && what.startsWith("remove ")));
    const left = tried.filter(({ document }) => exampleProblems(document()).length === 0);
    expect(await unnoticedByRedocly(left)).toEqual([]);
  });
});
