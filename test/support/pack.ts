/** Builds and packs the packages of this repository, once for all tests that install or serve them. */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packPackages } from "../../scripts/release/pack.ts";
import { packagesFolder } from "../../scripts/support/locations.ts";
import { publishedPackages } from "../../scripts/support/packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the tarball of each published workspace, by its folder. */
    tarballs: Record<string, string>;
  }
}

/** Each project of Vitest loads this module for itself; the process is what they share. */
const shared = globalThis as { packing?: Promise<void> };

/** A global setup of Vitest. */
export default async function packAll(project: TestProject): Promise<void> {
  await (shared.packing ??= packPackages());
  const tarballs = publishedPackages().map(({ folder, tarball }) => [
    folder,
    join(packagesFolder, tarball),
  ]);
  project.provide("tarballs", Object.fromEntries(tarballs));
}
