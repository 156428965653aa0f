/** Runs the command as a user does. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const commandFile = join(import.meta.dirname, "../../src/cli.ts");

export interface CommandResult {
  exitCode: number | null;
  output: string;
}

/** @param folder to work in */
export function runCommand(folder: string, ...args: string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [commandFile, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}
