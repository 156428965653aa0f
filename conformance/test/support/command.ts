/** Runs the command: in this process, because a start takes longer than most runs, or in one of its own, as a user does. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../scripts/support/locations.ts";
import { captureConsole, type Shown } from "../../../test/support/command.ts";
import { run } from "../../src/command.ts";

export interface CommandResult {
  exitCode: number;
  /** Of both streams, as a terminal shows them. */
  output: string;
}

export interface RunningCommand {
  /** As Ctrl-C does. */
  interrupt(): void;
  ended: Promise<CommandResult>;
}

export async function runCommand(
  folder: string,
  ...args: string[]
): Promise<CommandResult & Shown> {
  using captured = captureConsole();
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { exitCode: await run(args), ...captured.shown };
  } finally {
    process.chdir(before);
  }
}

export function startCommand(folder: string, ...args: string[]): RunningCommand {
  const child = spawn(process.execPath, [join(root, "conformance/src/cli.ts"), ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => {
      if (exitCode === null) reject(new Error(`The command was ended by ${signal}`));
      else resolve({ exitCode, output });
    });
  });
  return { interrupt: () => void child.kill("SIGINT"), ended };
}
