/** The package as a user gets it: built, packed, and unpacked into an empty folder. */
import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installTarball } from "../../../test/support/install.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

export const run = promisify(execFile);

const rootModules = join(import.meta.dirname, "../../../node_modules");

export interface PackedClient {
  /** An empty folder but for `node_modules` and the tarball. */
  folder: string;
  tarball: string;
  remove(): Promise<void>;
}

export async function installPackedClient(): Promise<PackedClient> {
  const { path: folder, remove } = await temporaryFolder();
  const { tarball } = await installTarball("clients/typescript", folder);
  // The optional peer, as an application adds it that uses the entry for it.
  await symlink(join(rootModules, "openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
  return { folder, tarball, remove };
}

/** Runs a compiler. Rejects with what it says when it finds something. */
export async function compile(script: string, args: string[], cwd: string): Promise<void> {
  try {
    await run(process.execPath, [script, ...args], { cwd });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The compiler says:\n${stdout}${stderr}`, { cause: error });
  }
}
