/** Runs the command as a user does. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../scripts/support/locations.ts";

const commandFile = "conformance/src/cli.ts";

export interface CommandResult {
  exitCode: number;
  output: string;
}

export interface RunningCommand {
  /** As Ctrl-C does. */
  interrupt(): void;
  ended: Promise<CommandResult>;
}

export function runCommand(folder: string, ...args: string[]): Promise<CommandResult> {
  return startCommand(folder, ...args).ended;
}

export function startCommand(folder: string, ...args: string[]): RunningCommand {
  const child = spawn(process.execPath, [join(root, commandFile), ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => {
      if (exitCode === null) reject(new Error(`The command was ended by ${signal}`));
      else resolve({ exitCode, output: [...stdout, ...stderr].join("") });
    });
  });
  return { interrupt: () => void child.kill("SIGINT"), ended };
}
