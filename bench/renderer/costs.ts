/** What a renderer costs: processor time of a process with all that it has started, and memory. */
import { readFile } from "node:fs/promises";

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Of a process and of the children that it has waited for, in seconds. */
export async function processorSeconds(pid: number | "self" = "self"): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const times = (stat.split(") ")[1] ?? "").split(" ").slice(11, 15).map(Number);
  return times.reduce((sum, time) => sum + time, 0) / ticksPerSecond;
}

/** The most memory that a process has had. */
export async function maxMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
