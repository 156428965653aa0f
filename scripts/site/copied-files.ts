/** The files of the site that are taken over as they are, or made smaller. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";
import { generatedFolder, themeFolder } from "../support/locations.ts";
import type { SiteFiles } from "./write-site.ts";

/** What a browser gets as one script each: what runs first, that of every page, and the search. */
async function bundleScripts(): Promise<SiteFiles> {
  const bundles = await build(
    ["first.js", "site.js", "search.js"].map((name) => ({
      input: join(themeFolder, name),
      output: { format: "iife" as const, minify: true },
      write: false,
    })),
  );
  return new Map(bundles.map(({ output: [{ fileName, code }] }) => [`assets/${fileName}`, code]));
}

/** The downloads, and the scripts, styles and pictures of `docs/theme/`. */
export async function readCopiedFiles(): Promise<SiteFiles> {
  const files = bundleScripts();
  const copied: SiteFiles = new Map();
  const downloads = "{*openapi*.{yaml,json},gaps.{md,json},questions.md,answers.yaml}";
  for await (const name of glob(downloads, { cwd: generatedFolder }))
    copied.set(name, await readFile(join(generatedFolder, name), "utf8"));
  for await (const name of glob("*.{css,svg}", { cwd: themeFolder })) {
    const text = await readFile(join(themeFolder, name), "utf8");
    copied.set(`assets/${name}`, name.endsWith(".css") ? minifyStyle(text) : text);
  }
  return new Map([...copied, ...(await files)]);
}

/** Without comments, and without the spaces that CSS does not need. */
function minifyStyle(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>]) ?|(?<=:) /g, "$1")
    .replaceAll(";}", "}");
}
