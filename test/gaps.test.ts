/** What the service owner is asked first. */
import { expect, it } from "vitest";
import { collectGaps, parseFile, readQuestions, renderLetter } from "openapi-gaps";
import { readBundle } from "../scripts/support/contract.ts";
import { letterFile } from "../scripts/support/locations.ts";

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
