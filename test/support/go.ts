/** The Go client as other modules of a test use it, and Go to run there. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/support/locations.ts";
import { goModule } from "../../scripts/support/packages.ts";

const run = promisify(execFile);

export const goClient = join(root, "clients/go");

/** The driver of the matrix, a module of its own. */
export const goDriver = join(root, "clients/faults/drivers/go");

/** Makes a folder a module that uses the client as it lies in the repository. */
export async function useGoClient(folder: string, source = goClient): Promise<void> {
  const { path } = goModule();
  await writeFile(
    join(folder, "go.mod"),
    `module application.example\n\ngo 1.19\n\nrequire ${path} v0.0.0\n\nreplace ${path} => ${source}\n`,
  );
}

/** Runs a command without a network, and gives what it printed, also if it fails. */
export async function runGo(folder: string, command: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, GOPROXY: "off", GO111MODULE: "on" };
  const { stdout, stderr } = await run(command, words, { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}
