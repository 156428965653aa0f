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

/** The processes that a process has started and that have become a program by now, by their numbers. */
export async function childrenOf(pid: number, name: string): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const children = text.split(" ").filter(Boolean).map(Number);
  const states = await Promise.all(children.map(readState));
  return children.filter((_, index) => states[index]?.name === name);
}

export async function isRunning(pid: number): Promise<boolean> {
  const state = (await readState(pid))?.letter;
  // A zombie has ended, and waits for somebody to ask how.
  return state !== undefined && state !== "Z";
}

async function readState(pid: number): Promise<{ name: string; letter: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, name, letter] = /\((.*)\) (\w)/s.exec(text) ?? [];
  return name === undefined || letter === undefined ? undefined : { name, letter };
}
