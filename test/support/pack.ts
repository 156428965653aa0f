/** Builds and packs the packages of this repository, once for all tests that install them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packInto } from "../../scripts/release/pack.ts";
import { publishedPackages } from "../../scripts/support/packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the tarball of each published workspace, by its folder. */
    tarballs: Record<string, string>;
  }
}

/** A global setup of Vitest. Returns its teardown. */
export default async function packAll(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tarballs-"));
  await packInto(folder);
  const tarballs = publishedPackages().map((found) => [found.folder, join(folder, found.tarball)]);
  project.provide("tarballs", Object.fromEntries(tarballs));
  return () => rm(folder, { recursive: true });
}
