/** Runs programs that check something, as many at a time as there are cores. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { root } from "./locations.ts";

/** What Node runs, one after the other: a script and its arguments each. */
export type Check = string[][];

/**
 * Runs every check, also when one fails, and prints of each what it says and how long it took.
 *
 * @param checks by name, the longest first
 * @returns the names of those that failed, in the order of the checks
 */
export async function runChecks(checks: Record<string, Check>): Promise<string[]> {
  const failed = new Set<string>();
  const waiting = Object.entries(checks);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, commands] = next;
      const start = performance.now();
      const { isOk, output } = await runInTurn(commands);
      if (!isOk) failed.add(name);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      // As a whole: lines of two checks would be read as those of one.
      console.log(`${output}${isOk ? "✓" : "✗"} ${name} (${seconds} s)`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return Object.keys(checks).filter((name) => failed.has(name));
}

async function runInTurn(commands: Check): Promise<{ isOk: boolean; output: string }> {
  let output = "";
  for (const [script = "", ...args] of commands) {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ["inherit", "pipe", "pipe"],
    });
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) return { isOk: false, output };
  }
  return { isOk: true, output };
}
