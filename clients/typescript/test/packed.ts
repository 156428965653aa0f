/** The package as a user gets it: built, packed, and unpacked into an empty folder. */
import { execFile } from "node:child_process";
import { mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installTarball } from "../../../test/support/install.ts";

export const run = promisify(execFile);

const rootModules = join(import.meta.dirname, "../../../node_modules");

export interface PackedClient {
  /** An empty folder but for `node_modules` and the tarball. */
  folder: string;
  tarball: string;
}

export async function installPackedClient(): Promise<PackedClient> {
  const folder = await mkdtemp(join(tmpdir(), "packed-client-"));
  const { tarball } = await installTarball("clients/typescript", folder);
  // The optional peer, as an application adds it that uses the entry for it.
  await symlink(join(rootModules, "openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
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
