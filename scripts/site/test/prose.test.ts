import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { collectAssumptions } from "../../emit/emulator.ts";
import { collectGaps } from "openapi-gaps";
import { type OpenApiDocument, walk } from "openapi-gaps/document";
import { docsFolder, pagesFolder } from "../../support/locations.ts";
import { redocly, runTool } from "../../support/tool.ts";
import { contract, readGenerated } from "../../../test/support/contract.ts";

const configuration = `--config=${join(docsFolder, "recheck.yaml")}`;

it("the prose of the pages, of the contract and of the registers is sound, plain, short and spelt as it should be", async () => {
  await using folder = await temporaryFolder();
  const texts = textsOfContract();
  expect(texts.length).toBeGreaterThan(150);
  const lines = ["# Texts", ...texts.flatMap(([, text]) => ["", text]), ""];
  // As a reader meets them, as long as nobody has answered; a table stays in its columns.
  const read = async (page: string) =>
    (await readFile(join(pagesFolder, page), "utf8")).replaceAll(/^[^|].*$/gm, (line) =>
      line.replaceAll(/\{\{(while|end)\}\}/g, ""),
    );
  const pages = globSync("*.md", { cwd: pagesFolder }).map(async (page) =>
    folder.write(page, await read(page)),
  );
  const front = await read("index.md");
  const files = [
    ...(await Promise.all(pages)),
    await folder.write("texts.md", lines.join("\n")),
    await folder.write("misspelt.md", front.replace("renders videos", "rendres videos")),
  ];
  const { stdout, stderr } = await runTool(redocly, "recheck", ...files, configuration);
  expect(stdout + stderr).toContain(`Found ${files.length} markdown file`);
  const found = [...stdout.matchAll(/([\w-]+\.md):(\d+):\d+ *(.+)/g)].map(
    ([, file, line, message]) =>
      file === "texts.md"
        ? `${texts[Number(line) / 2 - 1.5]?.[0]}: ${message}`
        : `${file}:${line}: ${message}`,
  );
  expect(found).toEqual([expect.stringMatching(/^misspelt\.md:\d+: .*rendres/)]);
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
        description,
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
