/** The Go client, put together in a folder of its own, and Go to run there. */
import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { assembleClient } from "../../scripts/release/assemble.ts";
import { root } from "../../scripts/support/locations.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const run = promisify(execFile);

/** The package, and the driver of the matrix beside it. */
export async function assembleGo(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await assembleClient("go", folder.path);
  await cp(join(root, "clients/faults/drivers/go"), join(folder.path, "driver"), {
    recursive: true,
  });
  return folder;
}

/** Runs a command without a network, and gives what it printed, also if it fails. */
export async function runGo(folder: string, command: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=mod", GO111MODULE: "on" };
  const { stdout, stderr } = await run(command, words, { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}
