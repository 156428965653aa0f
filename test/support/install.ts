/** Packages of this repository as a user gets them: unpacked from their tarballs into an application. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { root } from "../../scripts/support/locations.ts";
import type {} from "./pack.ts";

const run = promisify(execFile);

/** The part of a manifest that an installation needs. */
interface Manifest {
  name: string;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
}

export interface InstalledPackage {
  tarball: string;
  /** Where the package lies in the application. */
  folder: string;
  manifest: Manifest;
}

/**
 * Installs the tarball of a workspace. Its dependencies are linked from the repository, so that no registry is needed.
 *
 * @param app folder of the application
 */
export async function installTarball(workspace: string, app: string): Promise<InstalledPackage> {
  const tarball = inject("tarballs")[workspace]!;
  const aside = join(app, "node_modules/.unpacked");
  await mkdir(aside, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", aside, "--strip-components=1"]);
  const manifest = JSON.parse(await readFile(join(aside, "package.json"), "utf8")) as Manifest;
  const folder = join(app, "node_modules", manifest.name);
  await rename(aside, folder);
  const names = Object.keys(manifest.dependencies ?? {});
  await linkModules(workspace, names, join(app, "node_modules"));
  return { tarball, folder, manifest };
}

async function linkModules(workspace: string, names: string[], modules: string): Promise<void> {
  for (const name of names) {
    const own = join(root, workspace, "node_modules", name);
    const target = existsSync(own) ? own : join(root, "node_modules", name);
    // A name may begin with a scope, which is a folder.
    await mkdir(join(modules, name, ".."), { recursive: true });
    await symlink(target, join(modules, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
