/** The files of the site: those that are taken over as they are, and how all of them are written. */
import { existsSync } from "node:fs";
import { cp, glob, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedFolder, packagesFolder, siteFolder, themeFolder } from "../support/locations.ts";

/** Names of files in the site, and their content. */
export type SiteFiles = Map<string, string>;

export interface SiteSummary {
  pages: number;
  files: number;
  bytes: number;
}

/** They import a library, so a browser gets them as one script. */
const searchScripts = ["search.js", "search-index.js", "synonyms.js"];

async function bundleSearch(): Promise<string> {
  // Loaded while Redocly works, which nothing should keep waiting.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(themeFolder, "search.js"),
    output: { format: "iife", minify: true },
    write: false,
  });
  return output[0].code;
}

/** The downloads, and the scripts and styles of `docs/theme/`. */
export async function readCopiedFiles(): Promise<SiteFiles> {
  const files: SiteFiles = new Map();
  for await (const name of glob(
    "{*openapi*.{yaml,json},gaps.{md,json},questions.md,answers.yaml}",
    {
      cwd: generatedFolder,
    },
  ))
    files.set(name, await readFile(join(generatedFolder, name), "utf8"));
  for await (const path of glob("*.{css,js,svg}", { cwd: themeFolder, exclude: searchScripts }))
    files.set(`assets/${path}`, await readFile(join(themeFolder, path), "utf8"));
  files.set("assets/search.js", await bundleSearch());
  return files;
}

/** Replaces `dist/site/` as a whole. It carries the packages that were packed last, if any. */
export async function writeSite(files: SiteFiles): Promise<SiteSummary> {
  const next = `${siteFolder}.${process.pid}`;
  try {
    await mkdir(join(next, "assets"), { recursive: true });
    await Promise.all([...files].map(([name, content]) => writeFile(join(next, name), content)));
    await cp(join(themeFolder, "social-card.png"), join(next, "assets/social-card.png"));
    if (existsSync(packagesFolder)) {
      await cp(packagesFolder, join(next, "packages"), { recursive: true });
    }
    await rm(siteFolder, { recursive: true, force: true });
    await rename(next, siteFolder);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  const sizes = await Promise.all(
    [...files.keys()].map(async (name) => (await stat(join(siteFolder, name))).size),
  );
  return {
    pages: [...files.keys()].filter((name) => name.endsWith(".html")).length,
    files: files.size + 1,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
