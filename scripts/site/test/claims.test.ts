/** Silence is not stated as fact: a sentence that says what the service does, or has not, names its source. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectGaps } from "openapi-gaps";
import { contract } from "../../../test/support/contract.ts";
import { root } from "../../support/locations.ts";

const read = (name: string) => [name, readFileSync(join(root, name), "utf8")] as const;
const pages = [...globSync("docs/pages/*.md", { cwd: root }), "README.md"].map(read);
const readmes = globSync(
  "{clients/{typescript,python,go,command},emulator,renderer,conformance}/README.md",
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
const gaps = collectGaps(contract);

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

describe("a sentence about the service", () => {
  it.each([...pages, ...readmes, ...helps])(
    "of %s names its source, or leads to the gap",
    (_, text) => {
      expect(findPlainClaims(text)).toEqual([]);
    },
  );

  it.each([
    "Creates cost money, and the service has no key.",
    "The service has no list of jobs.",
    "One video personalised for many people.",
    "One token opens every operation; nothing narrower is described.",
    "Every create starts a paid job.",
  ])("is refused without one: %s", (sentence) => {
    expect(findPlainClaims(sentence)).toEqual([sentence]);
  });
});

it("each sample sends as many segments as variables, as the note advises", () => {
  const files = globSync(["docs/samples/guides/*", "openapi/hp/examples/*.request.yaml"], {
    cwd: root,
  });
  const blocks = [...pages, ...readmes].flatMap(([name, text]) =>
    [...text.matchAll(/```[^]*?```/g)].map(([code]) => [name, code] as const),
  );
  const counted = [...files.map(read), ...blocks].flatMap(([name, code]) => {
    const [, variables] = /variable.?count\W{1,4}(\d+)/i.exec(code) ?? [];
    const segments = [...code.matchAll(/start_?time/gi)].length;
    return variables === undefined ? [] : [{ name, variables: Number(variables), segments }];
  });
  expect(counted.length).toBeGreaterThan(12);
  expect(counted.filter(({ variables, segments }) => variables !== segments)).toEqual([]);
});

describe("the contract", () => {
  it("asks the owner one thing at a time", () => {
    const several =
      /\?.*\?|,? and (are|can|do|does|how|in which|is|may|until|what|where|which|who|whose)\b/i;
    const asked = gaps.map(({ id, question }) => `${id}: ${question}`);
    expect(asked.filter((question) => several.test(question))).toEqual([]);
  });

  it.each(gaps)("gives advice that stands alone at the gap $id", ({ reading }) => {
    expect(reading).not.toMatch(/^(This contract|Nothing|A |An |Any |Each |Every |Only |There )/);
    expect(reading).not.toMatch(/\bthis (endpoint|field|object|list|operation)\b/i);
  });
});
