/** Runs the command in this process: it takes longer to start one than to do the work of one. */
import { vi } from "vitest";
import { run } from "../../src/commands.ts";

/** @param folder to work in */
export async function runCommand(folder: string, ...args: string[]) {
  let output = "";
  const add = (text: unknown) => void (output += `${String(text)}\n`);
  const printing = [
    vi.spyOn(console, "log").mockImplementation(add),
    vi.spyOn(console, "error").mockImplementation(add),
  ];
  const { exitCode } = process;
  const before = process.cwd();
  process.chdir(folder);
  try {
    run(args);
    return { exitCode: Number(process.exitCode ?? 0), output };
  } finally {
    process.chdir(before);
    process.exitCode = exitCode;
    for (const each of printing) each.mockRestore();
  }
}
