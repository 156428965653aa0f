/** Servers to measure, each a process on a core of its own where the system can do that. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const onLinux = process.platform === "linux";

export interface Started {
  child: ChildProcess;
  url: string;
}

const command = join(import.meta.dirname, "../../emulator/bin/video-generation-emulator.js");

/** Starts the emulator with these words. */
export function startServer(words: string[]): Promise<Started> {
  return startProgram([command, ...words]);
}

/** Starts a program for Node that prints its address. */
export async function startProgram(words: string[]): Promise<Started> {
  const child = spawnPinned(words);
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
    const url = /^Address +(\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`${words.join(" ")} did not start`);
}

export function spawnPinned(words: string[]): ChildProcess {
  const [program = "", ...rest] = [
    ...(onLinux ? ["taskset", "-c", "0"] : []),
    process.execPath,
    ...words,
  ];
  return spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
}

export async function stopServer(
  { child }: Started,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/**
 * Processor time that all threads of a server have used; on a disturbed machine a steadier measure than the rate. Linux counts it
 * here to the nanosecond, and in the times of a process only to the hundredth of a second, which is a fiftieth of a measurement.
 */
export async function usedMicroseconds({ child }: Started): Promise<number> {
  if (!onLinux) return NaN;
  const tasks = `/proc/${child.pid}/task`;
  const nanoseconds = (await readdir(tasks)).map(async (task) => {
    const [used] = (await readFile(join(tasks, task, "schedstat"), "utf8")).split(" ");
    return Number(used);
  });
  return (await Promise.all(nanoseconds)).reduce((sum, used) => sum + used, 0) / 1000;
}

export async function residentMegabytes({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
