/** What every reader of the contract is told of its gaps: of this one, and of it as it was while all were open. */
import { describe, expect, it } from "vitest";
import {
  collectGaps,
  parseFile,
  readQuestions,
  renderLetter,
  renderRegister,
  withCallouts,
} from "openapi-gaps";
import { resolvePointer } from "openapi-gaps/document";
import { readBundle } from "../scripts/support/contract.ts";
import { letterFile } from "../scripts/support/locations.ts";
import { frozenContract } from "./support/frozen.ts";

const documents = [
  { name: "the contract", document: await readBundle() },
  { name: "the contract with all its gaps open", document: frozenContract },
];

describe.each(documents)("$name", ({ document }) => {
  const gaps = collectGaps(document);

  it("tells every gap in the register, asks it once in the letter, and shows it at its place", () => {
    const [page, letter] = [renderRegister(document), renderLetter(document)];
    const shown = withCallouts(document);
    for (const { id, question, node } of gaps) {
      expect(page).toContain(`\n## ${id}\n`);
      expect(letter.split(`\n**${id}**: ${question}\n`)).toHaveLength(2);
      expect(resolvePointer(shown, node)["description"], id).toContain(`\`${id}\``);
    }
    expect(new Set(gaps.map(({ question }) => question)).size).toBe(gaps.length);
  });
});

it("the letter asks 15 questions first, and leaves to the appendix at most one gap that blocks or costs", async () => {
  const document = await readBundle();
  const asked = readQuestions(parseFile(letterFile), letterFile, document);
  expect(asked.filter(({ question }) => question.endsWith("?"))).toHaveLength(15);
  const open = collectGaps(document);
  const covered = asked.flatMap(({ gaps }) => gaps);
  const headings = renderLetter(document, asked).match(/^## \d+\. .+\?$/gm) ?? [];
  expect(headings).toHaveLength(
    asked.filter(({ gaps }) => open.some(({ id }) => gaps.includes(id))).length,
  );
  const left = open
    .filter(({ impact }) => ["costs-money-or-data", "blocks-integration"].includes(impact))
    .filter(({ id }) => !covered.includes(id) && id !== "project-name-uniqueness");
  expect(left).toEqual([]);
});
