import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { collectGaps } from "openapi-gaps";
import {
  asObject,
  asObjectMap,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  resolved,
  valueAtPath,
  walk,
} from "openapi-gaps/document";
import { contract } from "../../../test/support/contract.ts";
import { contractFolder } from "../../support/locations.ts";
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

it("evidence about an object excuses what is missing in it, and not what is missing further inside", () => {
  const evidence = [{ gap: "actor-and-script-presence" }];
  const without = (pointer: string) => {
    const document = structuredClone(contract);
    asObject(document.components.schemas["LipsyncVideoInput"])["x-verified"] = evidence;
    const path = parsePointer(pointer);
    delete asObject(valueAtPath(document, path.slice(0, -1)))[path.at(-1)!];
    return disagreements(document).filter((problem) => !problem.includes(" gap: "));
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

describe("a mistake in the contract is noticed", () => {
  const isVerified = (node: JsonObject) => "x-verified" in resolved(contract, node);
  const verified = walk(contract).flatMap(([node, pointer]) => {
    const fields = Object.values(asObjectMap(node["properties"]));
    // Of an object whose every field is verified, nothing is left to compare.
    const isWhole = fields.length > 0 && fields.every(isVerified);
    return pointer !== "#/info" && (isWhole || "x-verified" in node) ? [pointer] : [];
  });
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
});
