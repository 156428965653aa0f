/** Silence is not stated as fact: a sentence that says what the service does, or has not, names its source. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { collectGaps } from "openapi-gaps";
import { contract } from "../../../test/support/contract.ts";
import { contractFolder, pagesFolder, root } from "../../support/locations.ts";
import { findPlainClaims, maxAverage, maxWords, sentencesOf, wordsIn } from "./support/claims.ts";

const outline = parse(readFileSync(join(contractFolder, "outline.yaml"), "utf8")) as string[];
/** Sentences about the service, and the section of the specification that says so. */
const sourced = parse(readFileSync(join(import.meta.dirname, "claims.yaml"), "utf8")) as Record<
  string,
  string
>;
const texts = [
  ...readdirSync(pagesFolder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(pagesFolder, name), "utf8")] as const),
  ["README.md", readFileSync(join(root, "README.md"), "utf8")] as const,
];
const packages = ["typescript", "python", "go", "command"].map(
  (name) => `clients/${name}/README.md`,
);
const readmes = [
  ...packages,
  "emulator/README.md",
  "renderer/README.md",
  "conformance/README.md",
].map((name) => [name, readFileSync(join(root, name), "utf8")] as const);
const readings = collectGaps(contract).map(({ id, reading }) => [id, reading] as const);

describe("a sentence about the service", () => {
  it.each([...texts, ...readmes])("of %s names its source, or leads to the gap", (_, text) => {
    expect(findPlainClaims(text).filter((sentence) => !(sentence in sourced))).toEqual([]);
  });

  it("is said by a section that the specification has", () => {
    expect(Object.values(sourced).filter((section) => !outline.includes(section))).toEqual([]);
  });

  it.each([
    "Creates cost money, and the service has no key.",
    "The service announces nothing by itself.",
    "The service has no list of jobs.",
    "One video personalised for many people.",
    "It switches music on or off.",
    "One token opens every operation; nothing narrower is described.",
    "Only identifiers of HP jobs can be read here.",
    "The service has one public document.",
    "Every create starts a paid job.",
  ])("is refused without one: %s", (sentence) => {
    expect(findPlainClaims(sentence).filter((found) => !(found in sourced))).toEqual([sentence]);
  });
});

describe("every text", () => {
  it.each([...texts, ...readings])("of %s is easy to read", (_, text) => {
    const counts = sentencesOf(text).map(wordsIn);
    expect(Math.max(...counts, 0)).toBeLessThanOrEqual(maxWords);
    const average = counts.reduce((sum, count) => sum + count, 0) / Math.max(counts.length, 1);
    expect(average).toBeLessThanOrEqual(maxAverage);
  });

  it.each(readings)("of the gap %s is advice that stands alone", (_, reading) => {
    expect(reading).not.toMatch(/^(This contract|Nothing|A |An |Any |Each |Every |Only |There )/);
    expect(reading).not.toMatch(/\bthis (endpoint|field|object|list|operation)\b/i);
  });
});
