/** Silence is not stated as fact: a sentence that says what the service does, or has not, names its source. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { examplesOf } from "../../emit/model/examples.ts";
import { contractFolder, letterFile, root } from "../../support/locations.ts";

const outline = parse(readFileSync(join(contractFolder, "outline.yaml"), "utf8")) as string[];
/** Sentences about the service, and the section of the specification that says so. */
const sourced = parse(readFileSync(join(import.meta.dirname, "claims.yaml"), "utf8")) as Record<
  string,
  string
>;
const read = (name: string) => [name, readFileSync(join(root, name), "utf8")] as const;
const pages = [...globSync("docs/pages/*.md", { cwd: root }), "README.md"].map(read);
const readmes = globSync(
  "{clients/{typescript,python,go,command},emulator,renderer,conformance}/README.md",
  { cwd: root },
).map(read);
/** All that is written for people. */
const texts = globSync(
  ["*.md", "docs/**/*.md", "openapi/**/*.{md,yaml}", "{gaps,clients}/README.md"],
  { cwd: root },
).map(read);
const helps = [
  "video-generation",
  "video-generation-emulator",
  "video-generation-renderer",
  "video-generation-conformance",
  "openapi-gaps",
].map((name) => {
  const bin = join(root, "node_modules/.bin", name);
  return [`${name} --help`, execFileSync(process.execPath, [bin, "--help"]).toString()] as const;
});
const readings = collectGaps(contract).map(({ id, reading }) => [id, reading] as const);

/** No sentence has more words, and the average of a text is at most this. */
const maxWords = 40;
const maxAverage = 25;

/** What such a sentence is about. */
const subject =
  /\b(the service (?!owner)(\w+ )?(has(?! to)|does|is|was|announces|sends|calls|keeps|makes|takes|gives|lists|charges|costs|reads|documents)|public document|paid job|creates? costs?|costs? money|for many people|music on or off|one token|only (identifiers|HP jobs))\b/i;

/** A source, a link to a gap, or a word that leaves it open. */
const source =
  /\]\(gap:|\]\(gaps\.md|documented|specification|\b(may|might|if|whether|unknown|perhaps)\b/i;

function findPlainClaims(text: string): string[] {
  return sentencesOf(text).filter((sentence) => subject.test(sentence) && !source.test(sentence));
}

/** The sentences of prose, without code, tables and headings. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/^---\n[^]*?\n---\n/, "")
    .replace(/```[^]*?```/g, "\n\n")
    .replace(/^( *[|#>:!].*| *<.*)$/gm, "\n")
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/)
    .flatMap((block) => block.replace(/\s+/g, " ").split(/(?<=[.?!:])\s+(?=[A-Z`*["(])/))
    .map((sentence) => sentence.replace(/^([-*]|\d+\.) /, "").trim())
    .filter(Boolean);
}

const wordsIn = (sentence: string): number =>
  sentence.replace(/\]\([^)]*\)/g, "]").split(/\s+/).length;

describe("a sentence about the service", () => {
  it.each([...pages, ...readmes, ...helps])(
    "of %s names its source, or leads to the gap",
    (_, text) => {
      expect(findPlainClaims(text).filter((sentence) => !(sentence in sourced))).toEqual([]);
    },
  );

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

describe("the contract, which once said too little or too much", () => {
  const open = collectGaps(contract);
  const known = [...open, ...collectClosedGaps(contract)].map(({ id }) => id);

  it("asks what its readers need, and asks nothing twice", () => {
    const missed = [
      ...["price-and-quota", "custom-voice-creation", "type-and-id-mismatch"],
      ...["finished-video-format", "job-failure-reason", "browser-access"],
    ];
    expect(known).toEqual(expect.arrayContaining(missed));
    const merged = /conditional-fields|pagination|other-jobs|data-slice|template-layers/;
    const asked = Map.groupBy(known, (id) => merged.exec(id)?.[0]);
    for (const [subject, ids] of asked) if (subject) expect(ids).toHaveLength(1);
  });

  it("calls inferred what the specification only suggests, and weighs like guesses alike", () => {
    const inferred = ["list-pagination", "success-status-codes", "token-scope"];
    const kinds = open.filter(({ id }) => inferred.includes(id)).map(({ kind }) => kind);
    expect(new Set(kinds)).not.toContain("not-shown");
    const alike = ["segment-time-units", "data-slice-rows"];
    const impacts = open.filter(({ id }) => alike.includes(id)).map(({ impact }) => impact);
    expect(new Set(impacts).size).toBeLessThanOrEqual(1);
  });

  it("repeats that the specification covers the whole interface, and takes no side in getHpJob", () => {
    expect(String(contract.info["description"]).replace(/\s+/g, " ")).toContain(
      "The specification says that it covers the whole interface",
    );
    const read = operationsOf(contract).find(({ operationId }) => operationId === "getHpJob");
    expect(examplesOf(contract, read!.node).length).toBeGreaterThan(1);
  });
});

describe("every text", () => {
  it.each([...pages, ...readmes, ...readings])("of %s is easy to read", (_, text) => {
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

describe("what was false or unclear does not come back", () => {
  it.each([
    [
      "an assumption that argues from our own examples",
      /the sample slice goes from|as in the examples of this contract/i,
    ],
    ["a claim from one section told as a rule", /response bodies are called json objects/i],
    ["a contradiction that is settled", /accepts both claims(?!, unless)/i],
    ["a check that CI has beside npm test", /everything that CI checks/i],
    ["the portable copy, which refuses a 201", /accepts? the same (answers|responses|values)/i],
    [
      "a figure without its date and method",
      /of (17|seventeen) tools|what seventeen tools|1921 of 1949|11 of 29/i,
    ],
    ["the time of the owner", /an hour is enough/i],
    ["a word of this project alone", /\b(planted|whoever|judges?|is none|in trade)\b/i],
    ["advice that gives none", /nothing can be relied on|\brely on: nothing/i],
    [
      "another name of the specification",
      /\b(the interface document|the vendor's document|interface text)\b/i,
    ],
  ])("%s", (_, pattern) => {
    const found = [...texts, ...readmes, ...helps].flatMap(([name, text]) => {
      const [match] = pattern.exec(text.replace(/\s+/g, " ")) ?? [];
      return match ? [`${name}: ${match}`] : [];
    });
    expect(found).toEqual([]);
  });

  it("a number of gaps or questions that nobody counted", () => {
    const letter = parse(readFileSync(letterFile, "utf8")) as unknown[];
    const counts = [...pages, ...readmes, read("CONTRIBUTING.md")].flatMap(([, text]) =>
      [...text.matchAll(/\b(\d+) (?:open )?(?:gaps|questions)\b/g)].map(([, count]) =>
        Number(count),
      ),
    );
    expect(new Set(counts)).toEqual(new Set([letter.length]));
  });
});
