/** Processes that can be killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
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
