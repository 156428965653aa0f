import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { asObject, walk } from "../../../gaps/src/document/document.ts";
import { collectGaps } from "../../../gaps/src/notes/gaps.ts";
import { parsePointer, valueAtPath } from "../../../gaps/src/document/pointer.ts";
import { contractFolder } from "../../support/locations.ts";
import { disagreements } from "../facts/check.ts";
import { fieldFacts } from "../facts/fields.ts";
import { gapFacts } from "../facts/gaps.ts";
import { operationFacts } from "../facts/operations.ts";
import { contract } from "../../../test/support/contract.ts";
import { contractMutants } from "./mutants/contract-mutants.ts";
import { type Mutant, mutantKinds } from "./mutants/mutant.ts";

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

it("evidence about an object excuses what is missing in it, and not what is missing further inside", () => {
  const evidence = [{ gap: "actor-and-script-presence" }];
  const without = (pointer: string) => {
    const document = structuredClone(contract);
    asObject(document.components.schemas["LipsyncVideoInput"])["x-verified"] = evidence;
    const path = parsePointer(pointer);
    delete asObject(valueAtPath(document, path.slice(0, -1)))[path.at(-1)!];
    return disagreements(document).filter((problem) => problem.includes("field"));
  };
  expect(without("#/components/schemas/LipsyncVideoInput/properties/actor")).toEqual([]);
  expect(without("#/components/schemas/AvatarActor/properties/use")).not.toEqual([]);
});

describe("a mistake in the contract is noticed", () => {
  const verified = [...walk(contract)].flatMap(([node, pointer]) =>
    "x-verified" in node && pointer !== "#/info" ? [pointer] : [],
  );
  // What evidence has added to the specification is no fact of it.
  const isEvidence = ({ what }: Mutant) =>
    verified.some((pointer) => {
      const cut = pointer.lastIndexOf("/");
      const removal = `remove ${pointer.slice(cut + 1)} (${pointer.slice(0, cut)})`;
      return what.includes(`(${pointer}`) || what === removal;
    });
  const mutants = contractMutants(contract).filter((mutant) => !isEvidence(mutant));

  // Examples, readings and impacts are not facts of the specification: examples.test.ts and the rules look after them.
  // So do the rules after inventions, which no fact names.
  it.each(mutantKinds.filter((kind) => !["example", "invention"].includes(kind)))(
    "in every %s",
    (mutated) => {
      const tried = mutants.filter(
        ({ kind, what }) => kind === mutated && !/reading|impact/.test(what),
      );
      const missed = tried.filter(({ document }) => disagreements(document()).length === 0);
      expect(tried.length > 0 || (mutated === "gap" && collectGaps(contract).length === 0)).toBe(
        true,
      );
      expect(missed.map(({ what }) => what)).toEqual([]);
    },
  );
});
