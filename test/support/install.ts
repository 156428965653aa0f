/** Packages of this repository as a user gets them: built, packed, and unpacked into an application. */
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/support/locations.ts";

const run = promisify(execFile);

/** The part of a manifest that an installation needs. */
interface Manifest {
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
 * Packs a workspace and installs it. Its dependencies are linked from the repository, so that no registry is needed.
 *
 * @param workspace folder of the package in the repository: `client`
 * @param app folder of the application
 */
export async function installTarball(workspace: string, app: string): Promise<InstalledPackage> {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", app], {
    cwd: join(root, workspace),
  });
  // What the build prints comes first.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [Record<string, string>];
  const { name, filename } = packed as { name: string; filename: string };
  const tarball = join(app, filename);
  const folder = join(app, "node_modules", name);
  await mkdir(folder, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  await linkModules(Object.keys(manifest.dependencies ?? {}), join(app, "node_modules"));
  return { tarball, folder, manifest };
}

async function linkModules(names: string[], modules: string): Promise<void> {
  for (const name of names) {
    const target = join(root, "node_modules", name);
    await symlink(target, join(modules, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
