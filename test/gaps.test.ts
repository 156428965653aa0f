/** What every reader of the contract is told of its gaps. */
import { expect, it } from "vitest";
import { collectClosedGaps, type Gap } from "openapi-gaps";
import { resolvePointer } from "openapi-gaps/document";
import { contract, readGenerated } from "./support/contract.ts";

const { gaps, retired } = JSON.parse(readGenerated("gaps.json")) as {
  gaps: Gap[];
  retired: Record<string, string>;
};
const letter = readGenerated("questions.md");
const page = readGenerated("gaps.md");

it("every gap has a section in the register, a question in the letter, and a callout at its place", () => {
  expect(gaps.length).toBeGreaterThan(0);
  for (const { id, question, node } of gaps) {
    expect(page).toContain(`\n## ${id}\n`);
    expect(letter).toContain(`\n**${id}**: ${question}\n`);
    expect(resolvePointer(contract, node)["description"], id).toContain(`\`${id}\``);
  }
});

it("the letter asks 15 questions first, and leaves to the appendix little that blocks or costs", () => {
  const [asked = "", appendix = ""] = letter.split("\n## Appendix\n");
  // A question goes when all its gaps are closed.
  const isClosed = collectClosedGaps(contract).length > 0;
  expect(asked.match(/^## \d+\. .+\?$/gm)?.length).toBeGreaterThanOrEqual(isClosed ? 1 : 15);
  const heavy = gaps.filter(({ impact }) =>
    ["costs-money-or-data", "blocks-integration"].includes(impact),
  );
  const left = heavy.filter(({ id }) => appendix.includes(`**${id}**: `)).map(({ id }) => id);
  expect(["project-name-uniqueness"]).toEqual(expect.arrayContaining(left));
});

it("a retired gap leads to one that is open or closed", () => {
  for (const [id, successor] of Object.entries(retired)) {
    expect(page).toContain(`- \`${id}\`: [${successor}](#${successor})`);
    expect(page).toMatch(new RegExp(`^##+ ${successor}$`, "m"));
  }
});
