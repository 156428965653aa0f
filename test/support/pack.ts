/** Builds and packs the packages of this repository, once for all tests that install them. */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packInto } from "../../scripts/release/pack.ts";
import { publishedPackages } from "../../scripts/support/packages.ts";
import { temporaryFolder } from "./temporary-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the tarball of each published workspace, by its folder. */
    tarballs: Record<string, string>;
  }
}

/** A global setup of Vitest. Returns its teardown. */
export default async function packAll(project: TestProject): Promise<() => Promise<void>> {
  const { path, remove } = await temporaryFolder();
  await packInto(path);
  const tarballs = publishedPackages().map((found) => [found.folder, join(path, found.tarball)]);
  project.provide("tarballs", Object.fromEntries(tarballs));
  return () => remove();
}
