/** Servers to measure, each a process on a core of its own where the system can do that. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Linux counts processor time in hundredths of a second. */
const microsecondsPerTick = 10_000;

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
  const [program, ...rest] = onLinux
    ? ["taskset", "-c", "0", process.execPath, ...words]
    : [process.execPath, ...words];
  return spawn(program as string, rest, { stdio: ["ignore", "pipe", "inherit"] });
}

export async function stopServer({ child }: Started): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Processor time that a server has used; on a disturbed machine a steadier measure than the rate. */
export async function usedMicroseconds({ child }: Started): Promise<number> {
  if (!onLinux) return NaN;
  const status = await readFile(`/proc/${child.pid}/stat`, "utf8");
  const [user = 0, system = 0] = (status.split(") ")[1] ?? "").split(" ").slice(11, 13).map(Number);
  return (user + system) * microsecondsPerTick;
}

export async function residentMegabytes({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
