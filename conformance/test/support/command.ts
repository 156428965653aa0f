/** Runs the command as a user does. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../scripts/support/locations.ts";

export const commandFile = "conformance/src/cli.ts";

export interface CommandResult {
  exitCode: number;
  output: string;
}

export function runCommand(folder: string, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, commandFile), ...args],
      { cwd: folder },
      (error, stdout, stderr) => {
        const exitCode = error ? error.code : 0;
        if (typeof exitCode !== "number") reject(error);
        else resolve({ exitCode, output: stdout + stderr });
      },
    );
  });
}
