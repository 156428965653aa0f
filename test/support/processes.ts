/** What the system knows of processes. */
import { readFile } from "node:fs/promises";

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
