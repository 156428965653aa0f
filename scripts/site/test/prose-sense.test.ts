/**
 * What the prose says, by the words that carry its sense: of pages, section by section; of READMEs, each sentence that forbids, limits or
 * orders something. Whoever changes what they say reads it against the code, and then renews the snapshot with the option `-u`.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../support/locations.ts";
import { senseOf } from "../../../test/support/sense.ts";

const documents = {
  pages: [
    "README.md",
    "SECURITY.md",
    "docs/ARCHITECTURE.md",
    "openapi/EXTENSIONS.md",
    "docs/pages/*.md",
  ],
  readmes: ["{clients,clients/*,emulator,renderer,conformance,gaps}/README.md"],
};

/** Words with which a sentence forbids, limits or orders. Without them, or with another one, it says the contrary. */
const rule =
  /\b(\w+n.t|after|all|always|before|each|every|except|first|instead|last|may|must|neither|never|no|none|nor|not|nothing|once|only|twice|unless|until|without)\b/i;

/** Code is tried by running it, and its values follow what the owner says. */
const proseOf = (text: string) =>
  text
    .replace(/^---\n[^]*?\n---\n/, "")
    .replace(/```[^]*?```/g, "")
    .replace(/\]\(.*?\)/g, "]")
    .replace(/\{\{.*?\}\}/g, "");

const sentencesOf = (section: string) =>
  section.split(/(?<=[.?!:|])\s+(?=[^a-z])|\n\s*\n|\n(?= *(?:[-|*]|\d+\.) )/);

test.each(Object.entries(documents))("the %s say what they said", async (kind, patterns) => {
  const told = globSync(patterns, { cwd: root })
    .sort()
    .flatMap((file) => {
      const sections = proseOf(readFileSync(join(root, file), "utf8")).split(/\n(?=#+ )/);
      const parts = kind === "pages" ? sections : sections.flatMap(sentencesOf);
      const kept = parts.filter((part) => kind === "pages" || rule.test(part)).map(senseOf);
      return [`${file}:`, ...kept.filter(Boolean), ""];
    });
  expect(told.length).toBeGreaterThan(100);
  await expect(`${told.join("\n")}`).toMatchFileSnapshot(`prose-sense/${kind}.txt`);
});
