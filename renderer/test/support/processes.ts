/** What the system knows of processes. */
import { readFile } from "node:fs/promises";

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
