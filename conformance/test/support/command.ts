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
        const output = stdout + stderr;
        if (!error) resolve({ exitCode: 0, output });
        else if (typeof error.code === "number") resolve({ exitCode: error.code, output });
        else reject(new Error("The command did not end by itself", { cause: error }));
      },
    );
  });
}
