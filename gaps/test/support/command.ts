/** Runs the command as a user does. */
import { execFile } from "node:child_process";
import { join } from "node:path";

const commandFile = join(import.meta.dirname, "../../src/cli.ts");

/** @param folder to work in */
export const runCommand = (folder: string, ...args: string[]) =>
  new Promise<{ exitCode: number; output: string }>((resolve) => {
    execFile(process.execPath, [commandFile, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
