/** Runs ffmpeg and the speech engines: as children that cannot outgrow the machine, outlive their job or hang. */
import { spawn } from "node:child_process";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { confine } from "./confine.ts";
import { ToolError } from "./errors.ts";
import { installCommand, type ToolName } from "./tools.ts";

export interface ToolRun {
  /** Kills the tool when the job is not wanted any more. */
  signal: AbortSignal;
  /** Kills the tool when it takes longer. */
  timeoutMs: number;
  /** Where the tool runs, so that what it is given can be named without a folder. */
  cwd: string;
}

/** Of what a tool prints, so much is kept. */
const maxPrinted = 1024 * 1024;

/** What tools say when the machine is to blame, and not what they work on. */
const machineFault =
  /No space left on device|Disk quota exceeded|Cannot allocate memory|Too many open files|Read-only file system|Permission denied|Resource temporarily unavailable|error while loading shared libraries/i;

/** With less free than this, a disk is full. */
const minFreeBytes = 256 * 1024;

/**
 * Returns what the tool has printed, and with `complaints: true` what it complained of: some tools report there.
 *
 * @throws {ToolError} with the first line that it complained with, when it ended by itself
 * @throws {Error} for a fault: a tool that is missing, was killed or took too long, a machine without room
 */
export async function runTool(
  tool: ToolName,
  words: string[],
  { signal, timeoutMs, cwd }: ToolRun,
  { complaints: wantsComplaints = false } = {},
): Promise<string> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const [command = tool, ...rest] = [...confine(), tool, ...words];
  const child = spawn(command, rest, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, timeout]),
    killSignal: "SIGKILL",
  });
  let failure: NodeJS.ErrnoException | undefined;
  child.once("error", (error) => void (failure = error));
  const [printed, complaints] = [keep(child.stdout), keep(child.stderr)];
  const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (...ended) => resolve(ended)),
  );
  signal.throwIfAborted();
  if (code === 0) return wantsComplaints ? complaints() : printed();
  if (timeout.aborted) throw new Error(`${tool} took more than ${timeoutMs / 1000} s`);
  if (code === 127 || failure?.code === "ENOENT")
    throw new Error(`${tool} is missing: ${installCommand(tool)}`);
  await checkDisk(cwd);
  const blame = machineFault.exec(complaints())?.[0];
  if (blame !== undefined) throw new Error(`${tool} could not work on this machine: ${blame}`);
  if (killedBy === "SIGXFSZ") throw new ToolError("it would take more than 2 GiB on the disk");
  if (killedBy !== null) throw new Error(`${tool} was killed (${killedBy})`);
  if (failure) throw failure;
  throw new ToolError(firstLine(complaints()) || `${tool} ended with ${code}`);
}

/** @throws {Error} when a disk is full: not every tool says why it wrote nothing, or half of it */
export async function checkDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes) throw new Error(`the disk of ${hostname()} is full`);
}

/** The beginning of what comes from a stream. */
function keep(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  const add = (chunk: Buffer) => void (text = (text + chunk.toString()).slice(0, maxPrinted));
  stream.on("data", add);
  return () => text;
}

/** What went wrong first, without the name of the part of ffmpeg that says so; what comes after is what that led to. */
function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.replace(/^\[[^\]]*\]\s*/, "").replace(/\.?\s*$/, "");
}
