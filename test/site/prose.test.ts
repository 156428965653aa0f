import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { docsFolder } from "../../scripts/locations.ts";
import { redocly, runTool } from "../../scripts/tool.ts";

const configuration = `--config=${join(docsFolder, "recheck.yaml")}`;

describe("the prose of the pages", () => {
  it("is sound in structure, plain, short and spelt as it should be", async () => {
    const pages: string[] = [];
    for await (const page of glob("*.md", { cwd: docsFolder })) pages.push(page);
    expect(pages).toContain("index.md");
    const files = pages.map((page) => join(docsFolder, page));
    const { exitCode, stdout, stderr } = await runTool(redocly, "recheck", ...files, configuration);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  it.each([
    {
      what: "a word that is spelt wrong",
      from: "renders videos",
      to: "redners videos",
      says: "redners",
    },
    {
      what: "a long sentence",
      from: "for you. You",
      to: "for you, and when you you have asked for one in the way that the pages of this site describe, you",
      says: "sentence-length",
    },
    {
      what: "a heading that skips a level",
      from: "## What you need",
      to: "#### What you need",
      says: "heading-increment",
    },
  ])("is refused for $what", async ({ from, to, says }) => {
    const folder = await mkdtemp(join(tmpdir(), "prose-"));
    try {
      const page = await readFile(join(docsFolder, "index.md"), "utf8");
      expect(page).toContain(from);
      const file = join(folder, "index.md");
      await writeFile(file, page.replace(from, to));
      const { exitCode, stdout, stderr } = await runTool(redocly, "recheck", file, configuration);
      expect(exitCode).toBe(1);
      expect(stdout + stderr).toContain(says);
      expect(stdout + stderr).toMatch(/index\.md:\d+/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
