/** Runs the command in this process: it takes longer to start one than to do the work of one. */
import { captureConsole } from "../../../test/support/command.ts";
import { run } from "../../src/commands.ts";

/**
 * @param folder to work in
 * @returns what it printed on the standard output, what it told on the standard error, and both in one
 */
export async function runCommand(folder: string, ...args: string[]) {
  using captured = captureConsole();
  const { exitCode } = process;
  const before = process.cwd();
  process.chdir(folder);
  try {
    run(args);
    return { exitCode: Number(process.exitCode ?? 0), ...captured.shown };
  } finally {
    process.chdir(before);
    process.exitCode = exitCode;
  }
}
