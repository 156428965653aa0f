/** Runs ffmpeg and the speech engines: as children that cannot outgrow the machine, outlive their job or hang. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { confine } from "./confine.ts";
import { installCommand, type ToolName } from "./tools.ts";

export interface ToolRun {
  /** Kills the tool when the job is not wanted any more. */
  signal: AbortSignal;
  /** Kills the tool when it takes longer. */
  timeoutMs: number;
  /** Where the tool runs, so that what it is given can be named without a folder. */
  cwd: string;
}

/** A tool that did not do what it was asked to. */
export class ToolError extends Error {
  override name = "ToolError";
}

/** As many children at once as there are cores: each of them works with one thread. */
const inTurn = pLimit(availableParallelism());

/** Of what a tool prints, so much is kept. */
const maxPrinted = 1024 * 1024;

/**
 * Returns what the tool has printed.
 *
 * @throws {ToolError} with the last line that it complained with
 */
export function runTool(tool: ToolName, words: string[], run: ToolRun): Promise<string> {
  return inTurn(() => start(tool, words, run));
}

async function start(tool: ToolName, words: string[], run: ToolRun): Promise<string> {
  const { signal, timeoutMs, cwd } = run;
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const [command = tool, ...rest] = [...confine(), tool, ...words];
  const child = spawn(command, rest, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, timeout]),
    killSignal: "SIGKILL",
  });
  let failure: Error | undefined;
  child.once("error", (error) => void (failure = error));
  const [printed, complaints] = [keep(child.stdout), keep(child.stderr)];
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  signal.throwIfAborted();
  if (timeout.aborted) throw new ToolError(`${tool} took more than ${timeoutMs / 1000} s`);
  if (code === 127 || (failure as NodeJS.ErrnoException | undefined)?.code === "ENOENT")
    throw new ToolError(`${tool} is missing: ${installCommand(tool)}`);
  if (code !== 0) throw new ToolError(firstLine(complaints()) || `${tool} ended with ${code}`);
  return printed();
}

/** The beginning of what comes from a stream. */
function keep(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on(
    "data",
    (chunk: Buffer) => void (text = (text + chunk.toString()).slice(0, maxPrinted)),
  );
  return () => text;
}

/** What went wrong first, without the name of the part of ffmpeg that says so; what comes after is what that led to. */
function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.replace(/^\[[^\]]*\]\s*/, "").replace(/\.?\s*$/, "");
}
