/** What the service owner is asked first. */
import { expect, it } from "vitest";
import { collectGaps, parseFile, readLetter, renderLetter } from "openapi-gaps";
import { readBundle } from "../scripts/support/contract.ts";
import { letterFile } from "../scripts/support/locations.ts";

it("the letter is short, and asks about all that blocks everybody or can be ticked", async () => {
  const document = await readBundle();
  const letter = readLetter(parseFile(letterFile), letterFile, document);
  const text = renderLetter(document, letter);
  expect(text.split(/\s+/).length).toBeLessThan(900);
  expect(letter.cover?.trim().split("\n")).toHaveLength(6);
  const [first] = letter.sections;
  expect(first?.asked.every(({ question }) => question.endsWith("?"))).toBe(true);
  expect(first?.asked).toHaveLength(5);
  const inLetter = JSON.stringify(letter);
  for (const id of ["hp-meaning", "data-xlsx-url-type"]) expect(inLetter).not.toContain(id);
  const asked = letter.sections.flatMap((section) => section.asked);
  const ticked = asked.flatMap(({ tick }) => tick?.form["gap"] ?? []);
  const open = collectGaps(document).map(({ id }) => id);
  expect(text.match(/^\| \d+\. .* \|  \|  \|$/gm) ?? []).toHaveLength(
    ticked.filter((id) => open.includes(String(id))).length,
  );
});
