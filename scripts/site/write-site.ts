/** How the files of the site are written. */
import { existsSync, writeFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { packagesFolder, siteFolder, themeFolder } from "../support/locations.ts";

/** Names of files in the site, and their content. */
export type SiteFiles = Map<string, string>;

export interface SiteSummary {
  pages: number;
  files: number;
  bytes: number;
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
    // Sooner done than handed to a thread.
    writeFileSync(join(next, name), buffer);
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
