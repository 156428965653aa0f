/** Runs the command in this process: it takes longer to start one than to do the work of one. */
import { vi } from "vitest";
import { run } from "../../src/commands.ts";

/**
 * @param folder to work in
 * @returns what it printed on the standard output, what it told on the standard error, and both in one
 */
export async function runCommand(folder: string, ...args: string[]) {
  const texts = { output: "", printed: "", told: "" };
  const addTo = (stream: "printed" | "told") => (text: unknown) => {
    texts.output += `${String(text)}\n`;
    texts[stream] += `${String(text)}\n`;
  };
  const printing = [
    vi.spyOn(console, "log").mockImplementation(addTo("printed")),
    vi.spyOn(console, "error").mockImplementation(addTo("told")),
  ];
  const { exitCode } = process;
  const before = process.cwd();
  process.chdir(folder);
  try {
    run(args);
    return { exitCode: Number(process.exitCode ?? 0), ...texts };
  } finally {
    process.chdir(before);
    process.exitCode = exitCode;
    for (const each of printing) each.mockRestore();
  }
}
