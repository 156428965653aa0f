/** The files of the site: those that are taken over as they are, and how all of them are written. */
import { existsSync } from "node:fs";
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedFolder, packagesFolder, siteFolder, themeFolder } from "../support/locations.ts";

/** Names of files in the site, and their content. */
export type SiteFiles = Map<string, string>;

export interface SiteSummary {
  pages: number;
  files: number;
  bytes: number;
}

/** What a browser gets as one script each: that of every page, and the search. */
async function bundleScripts(): Promise<SiteFiles> {
  // Loaded while Redocly works, which nothing should keep waiting.
  const { build } = await import("rolldown");
  const bundles = await build(
    ["site.js", "search.js"].map((name) => ({
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

/**
 * Replaces `dist/site/` as a whole, with each file as soon as its content is there. The site carries the
 * packages that were packed last, if any.
 */
export async function writeSite(
  files: [name: string, content: string | Promise<string>][],
): Promise<SiteSummary> {
  const next = `${siteFolder}.${process.pid}`;
  let bytes = 0;
  const write = async ([name, content]: (typeof files)[number]) => {
    const buffer = Buffer.from(await content);
    bytes += buffer.length;
    await writeFile(join(next, name), buffer);
  };
  try {
    await mkdir(join(next, "assets"), { recursive: true });
    await Promise.all([
      ...files.map(write),
      cp(join(themeFolder, "social-card.png"), join(next, "assets/social-card.png")),
      existsSync(packagesFolder) && cp(packagesFolder, join(next, "packages"), { recursive: true }),
    ]);
    await rm(siteFolder, { recursive: true, force: true });
    await rename(next, siteFolder);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  const pages = files.filter(([name]) => name.endsWith(".html")).length;
  return { pages, files: files.length + 1, bytes };
}
