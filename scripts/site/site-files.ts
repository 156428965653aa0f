/** The files of the site: those that are taken over as they are, and how all of them are written. */
import { existsSync } from "node:fs";
import { cp, glob, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { generatedFolder, packagesFolder, siteFolder, themeFolder } from "../support/locations.ts";

/** Names of files in the site, and their content. */
export type SiteFiles = Map<string, string>;

export interface SiteSummary {
  pages: number;
  files: number;
  bytes: number;
}

const searchLibrary = join(
  createRequire(import.meta.url).resolve("minisearch"),
  "../../umd/index.js",
);

/** The downloads, and the scripts and styles of `docs/theme/`. */
export async function readCopiedFiles(): Promise<SiteFiles> {
  const files: SiteFiles = new Map();
  for await (const name of glob("{*openapi*.{yaml,json},gaps.{md,json}}", { cwd: generatedFolder }))
    files.set(name, await readFile(join(generatedFolder, name), "utf8"));
  for await (const path of glob("*.{css,js,svg}", { cwd: themeFolder }))
    files.set(`assets/${path}`, await readFile(join(themeFolder, path), "utf8"));
  const library = await readFile(searchLibrary, "utf8");
  // Its source map stays behind, and a browser with open tools would ask for it.
  files.set("assets/minisearch.js", library.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
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
