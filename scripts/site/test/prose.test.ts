import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { collectAssumptions } from "../../emit/emulator.ts";
import { collectGaps, withoutCallouts } from "openapi-gaps";
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
    const lines = ["# Texts", ...texts.flatMap(([, text]) => ["", text]), ""];
    const file = await folder.write("texts.md", lines.join("\n"));
    const { stdout, stderr } = await runTool(redocly, "recheck", file, configuration);
    expect(stdout + stderr).toContain("1 markdown file");
    const found = [...stdout.matchAll(/texts\.md:(\d+):\d+ *(.+)/g)].map(
      ([, line, message]) => `${texts[Number(line) / 2 - 1.5]?.[0]}: ${message}`,
    );
    expect(found).toEqual([]);
  });

  it("is refused for a word that is spelt wrong, at its place", async () => {
    await using folder = await temporaryFolder();
    const page = await readFile(join(pagesFolder, "index.md"), "utf8");
    const file = await folder.write("index.md", page.replace("renders videos", "rendres videos"));
    const { exitCode, stdout, stderr } = await runTool(redocly, "recheck", file, configuration);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(/index\.md:\d+[^]*rendres/);
  });
});

/** Every text of the contract that a reader of the site meets, with its JSON pointer, or the name of a gap or an assumption. */
function textsOfContract(): [place: string, text: string][] {
  const gaps = collectGaps(contract);
  const emulatorContract = JSON.parse(readGenerated("emulator.openapi.json")) as OpenApiDocument;
  const texts: [place: string, ...texts: unknown[]][] = [
    // A gap is read once, at its own place.
    ...walk(contract).map(
      ({ pointer, value: { summary, description = "" } }): [string, ...unknown[]] => [
        pointer,
        summary,
        withoutCallouts(String(description)),
      ],
    ),
    ...gaps.map(({ id, states, settled, reading, question }): [string, ...unknown[]] => {
      const claims = typeof states === "string" ? [states] : states.map(({ claim }) => claim);
      return [id, settled, reading, question, ...claims];
    }),
    ...collectAssumptions(emulatorContract, gaps).map(
      ({ id, because, decides }): [string, ...unknown[]] => [id, because, ...decides],
    ),
  ];
  return texts.flatMap(([place, ...told]) =>
    told.flatMap(paragraphsOf).map((text): [string, string] => [place, text]),
  );
}

/** Each in one line, whose number tells where it comes from. */
function paragraphsOf(text: unknown): string[] {
  if (typeof text !== "string") return [];
  const paragraphs = text.split(/\n\s*\n/).map((each) => each.replace(/\s+/g, " ").trim());
  return paragraphs.filter(Boolean);
}
