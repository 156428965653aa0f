/** The package as a user gets it: built, packed, and unpacked into an empty folder. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export const run = promisify(execFile);

const clientFolder = join(import.meta.dirname, "..");
const root = join(clientFolder, "..");
const rootModules = join(root, "node_modules");

export interface PackedClient {
  /** An empty folder but for `node_modules`. */
  folder: string;
  tarball: string;
}

/** Dependencies are linked from this repository, so that no registry is needed. */
export async function installPackedClient(): Promise<PackedClient> {
  const folder = await mkdtemp(join(tmpdir(), "packed-client-"));
  await run(process.execPath, [join(root, "scripts/cli.ts"), "client"]);
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: clientFolder,
  });
  const tarball = join(folder, (await readdir(folder))[0]!);
  const target = join(folder, "node_modules/video-generation-client");
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    await symlink(join(rootModules, name), join(folder, "node_modules", name));
  }
  return { folder, tarball };
}

/**
 * Runs a script of a package that this repository depends on. Resolves to its output, or rejects
 * with it.
 */
export async function runPackageScript(
  packageName: string,
  script: string,
  args: string[],
  cwd: string,
): Promise<string> {
  const path = join(rootModules, packageName, script);
  try {
    return (await run(process.execPath, [path, ...args], { cwd })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${packageName} says:\n${stdout}${stderr}`, { cause: error });
  }
}
