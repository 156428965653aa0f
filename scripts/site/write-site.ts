/** How the files of the site are written. */
import { existsSync, writeFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { docsFolder, packagesFolder, siteFolder } from "../support/locations.ts";

/** Names of files in the site, and their content. */
export type SiteFiles = Map<string, string>;

/** Files that are no text, by their places in `docs/` and in the site. */
export const binaryFiles = [
  ["theme/social-card.png", "assets/social-card.png"],
  ["theme/hp.webp", "assets/hp.webp"],
  ["theme/slides.webp", "assets/slides.webp"],
  ["theme/lipsync.webp", "assets/lipsync.webp"],
  ["samples/customers.xlsx", "customers.xlsx"],
] as const;

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
    const written = await Promise.allSettled([
      ...files.map(write),
      ...binaryFiles.map(([from, to]) => cp(join(docsFolder, from), join(next, to))),
      existsSync(packagesFolder) && cp(packagesFolder, join(next, "packages"), { recursive: true }),
    ]);
    // All have ended, so that nothing is written while the folder is taken away.
    for (const each of written) if (each.status === "rejected") throw each.reason;
    await rm(siteFolder, { recursive: true, force: true });
    await rename(next, siteFolder);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  const isRedirect = (content: unknown) => String(content).includes('http-equiv="refresh"');
  const pages = files.filter(
    ([name, content]) => name.endsWith(".html") && !isRedirect(content),
  ).length;
  return { pages, files: files.length + binaryFiles.length, bytes };
}
