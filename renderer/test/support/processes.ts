/** Processes that can be killed, and what the system knows of them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { home } from "./render.ts";

/** Runs a script of this folder, which prints a line when it is ready. Use with `using`. */
export async function startProcess(script: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...words], {
    env: { ...process.env, TMPDIR: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { pid: child.pid!, line, kill, [Symbol.dispose]: () => void kill() };
}

/** The programs that a process has started, by their numbers: those with a word among their words. */
export async function childrenOf(pid: number, program: string, word = ""): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const children = text.split(" ").filter(Boolean).map(Number);
  const typed = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")),
  );
  return children.filter((_, index) => {
    const [name, ...words] = typed[index]!.split("\0");
    return name === program && words.join(" ").includes(word);
  });
}

export async function isRunning(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, letter] = /\(.*\) (\w)/s.exec(text) ?? [];
  // A zombie has ended, and waits for somebody to ask how.
  return letter !== undefined && letter !== "Z";
}
