import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { collectAssumptions } from "../../emit/emulator/assumptions.ts";
import { collectGaps } from "openapi-gaps";
import { type OpenApiDocument, walk } from "openapi-gaps/document";
import { docsFolder, pagesFolder } from "../../support/locations.ts";
import { redocly, runTool } from "../../support/tool.ts";
import { contract, readGenerated } from "../../../test/support/contract.ts";

const configuration = `--config=${join(docsFolder, "recheck.yaml")}`;

describe("the prose of the pages", () => {
  it("is sound in structure, plain, short and spelt as it should be", async () => {
    const pages: string[] = [];
    for await (const page of glob("*.md", { cwd: pagesFolder })) pages.push(page);
    expect(pages).toContain("index.md");
    const files = pages.map((page) => join(pagesFolder, page));
    const { exitCode, stdout, stderr } = await runTool(redocly, "recheck", ...files, configuration);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  it("is so in the contract and the registers, which the site shows as well", async () => {
    const texts = textsOfContract();
    expect(texts.length).toBeGreaterThan(150);
    await using folder = await temporaryFolder();
    const lines = ["# Texts", ...texts.flatMap(({ text }) => ["", text]), ""];
    const file = await folder.write("texts.md", lines.join("\n"));
    const { stdout, stderr } = await runTool(redocly, "recheck", file, configuration);
    expect(stdout + stderr).toContain("1 markdown file");
    const found = [...stdout.matchAll(/texts\.md:(\d+):\d+ *(.+)/g)].map(
      ([, line, message]) => `${texts[Number(line) / 2 - 1.5]?.place}: ${message}`,
    );
    expect(found).toEqual([]);
  });

  it.each([
    {
      what: "a word that is spelt wrong",
      from: "renders videos",
      to: "rendres videos",
      says: "rendres",
    },
  ])("is refused for $what", async ({ from, to, says }) => {
    await using folder = await temporaryFolder();
    const page = await readFile(join(pagesFolder, "index.md"), "utf8");
    expect(page).toContain(from);
    const file = await folder.write("index.md", page.replace(from, to));
    const { exitCode, stdout, stderr } = await runTool(redocly, "recheck", file, configuration);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain(says);
    expect(stdout + stderr).toMatch(/index\.md:\d+/);
  });
});

interface PlacedText {
  /** JSON pointer, or the name of a gap or an assumption. */
  place: string;
  text: string;
}

/** Every text of the contract that a reader of the site meets. */
function textsOfContract(): PlacedText[] {
  const gaps = collectGaps(contract);
  const emulatorContract = JSON.parse(readGenerated("emulator.openapi.json")) as OpenApiDocument;
  const texts = [
    ...walk(contract).flatMap(([{ summary, description }, place]) =>
      [summary, withoutCallouts(description)].map((text) => ({ place, text })),
    ),
    ...gaps.flatMap(({ id: place, states, settled, reading, question }) => [
      ...[settled, reading, question].map((text) => ({ place, text })),
      ...(typeof states === "string" ? [states] : states.map(({ claim }) => claim)).map((text) => ({
        place,
        text,
      })),
    ]),
    ...collectAssumptions(emulatorContract, gaps).flatMap(({ id: place, because, decides }) =>
      [because, ...decides].map((text) => ({ place, text })),
    ),
  ];
  return texts.flatMap(({ place, text }) =>
    paragraphsOf(text).map((paragraph) => ({ place, text: paragraph })),
  );
}

/** A gap is read once, at its own place. */
function withoutCallouts(description: unknown): unknown {
  return typeof description === "string" ? description.replace(/^>.*$/gm, "") : undefined;
}

/** Each in one line, whose number tells where it comes from. */
function paragraphsOf(text: unknown): string[] {
  if (typeof text !== "string") return [];
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}
