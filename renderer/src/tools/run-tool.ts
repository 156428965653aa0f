/** Runs ffmpeg and the speech engines: as children that cannot outgrow the machine, outlive their job or hang. */
import { execFile, type ExecFileException, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { ToolError } from "./faults.ts";

const execute = promisify(execFile);

/** The Debian package that holds each program. */
const packages = {
  ffmpeg: "ffmpeg",
  ffprobe: "ffmpeg",
  flite: "flite",
  "espeak-ng": "espeak-ng",
};

export type ToolName = keyof typeof packages;

/** One sentence with the programs that are missing and how to get them; nothing when all are there. */
export function describeMissingTools(): string | undefined {
  // Not all have a way to say their version without an error code, so being startable has to do.
  const missing = (Object.keys(packages) as ToolName[]).filter(
    (name) => spawnSync(name, ["-h"], { stdio: "ignore" }).error,
  );
  if (missing.length === 0) return undefined;
  const wanted = new Set(missing.map((name) => packages[name]));
  return `${missing.join(", ")} missing: apt-get install ${[...wanted].join(" ")}`;
}

export interface ToolRun {
  /** Kills the tool when the job is not wanted any more. */
  signal: AbortSignal;
  /** Kills the tool when it takes longer. */
  timeoutMs: number;
  /** Where the tool runs, so that what it is given can be named without a folder. */
  cwd: string;
}

/** For work on a video: slow machines need ten times its length. */
export function longRun(run: Omit<ToolRun, "timeoutMs">, seconds: number): ToolRun {
  return { ...run, timeoutMs: Math.ceil(60_000 + seconds * 10_000) };
}

/** What a tool may print: a damaged video has it complain of every frame. */
const maxPrintedBytes = 64 * 1024 * 1024;

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
  { complaints: wantsComplaints = false }: { complaints?: boolean } = {},
): Promise<string> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const [command = tool, ...rest] = [...confine(), tool, ...words];
  const killSignal = "SIGKILL";
  const running = execute(command, rest, { cwd, killSignal, maxBuffer: maxPrintedBytes });
  // Not by the option `signal`, which asks a program with SIGTERM: one that hangs would stay, and we would wait for it.
  const ended = AbortSignal.any([signal, timeout]);
  const kill = () => running.child.kill(killSignal);
  ended.addEventListener("abort", kill);
  try {
    const { stdout, stderr } = await running;
    return wantsComplaints ? stderr : stdout;
  } catch (error) {
    signal.throwIfAborted();
    const { code, signal: killedBy, stderr } = error as ExecFileException & { stderr: string };
    if (timeout.aborted) throw new Error(`${tool} took more than ${timeoutMs / 1000} s`);
    if (code === "ENOENT" && !existsSync(cwd)) throw new Error(`the folder ${cwd} is gone`);
    if (code === 127 || code === "ENOENT")
      throw new Error(`${tool} is missing: apt-get install ${packages[tool]}`);
    await checkDisk(cwd);
    const blame = machineFault.exec(stderr)?.[0];
    if (blame !== undefined) throw new Error(`${tool} could not work on this machine: ${blame}`);
    if (killedBy === "SIGXFSZ") throw new ToolError("it would take more than 2 GiB on the disk");
    // It has found itself in a state that it excludes: another time it would again.
    if (killedBy === "SIGABRT") throw new ToolError(firstLine(stderr) || `${tool} gave up`);
    if (killedBy) throw new Error(`${tool} was killed (${killedBy})`);
    if (typeof code !== "number") throw error;
    throw new ToolError(firstLine(stderr) || `${tool} ended with ${code}`);
  } finally {
    ended.removeEventListener("abort", kill);
  }
}

/** @throws {Error} when a disk is full: not every tool says why it wrote nothing, or half of it */
export async function checkDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes) throw new Error(`the disk of ${hostname()} is full`);
}

/** What went wrong first, without progress and the name of the part of ffmpeg that says so; what comes after is what that led to. */
function firstLine(text: string): string {
  const lines = text.split("\n").filter((one) => !/^(\w+=.*)?$/.test(one));
  const line = lines.find((one) => /\[(?:error|fatal)\]/.test(one)) ?? lines[0] ?? "";
  return line.replace(/^(?:\[[^\]]*\]\s*)+/, "").replace(/\.?\s*$/, "");
}

/**
 * The shell lowers the limits of its own process, and becomes the program: 4 GB of memory, ten times what a frame of the largest video
 * that is taken needs, and a file of 2 GiB, in blocks of 512 bytes.
 */
const withLimits = 'ulimit -v 4000000 && ulimit -f 4194304 && exec "$@"';

/** Has Linux kill the program when this process dies, even by `kill -9`. Not every Linux has a `setpriv` that can. */
const withParent = ["--pdeathsig", "KILL"];

let confined: string[] | undefined;

/** The words that go before a command. None where there is no Linux. */
function confine(): string[] {
  if (process.platform !== "linux") return [];
  const canEndWithParent = () => spawnSync("setpriv", [...withParent, "true"]).status === 0;
  const limited = ["sh", "-c", withLimits, "sh"];
  return (confined ??= canEndWithParent() ? [...limited, "setpriv", ...withParent] : limited);
}

/** The words of a command, as they would be typed: `` words`-i ${file} -t ${seconds}` ``. A value is one word, whatever it holds; a list is its words. */
export function words(
  fixed: TemplateStringsArray,
  ...values: (string | number | string[])[]
): string[] {
  const typed = fixed.join("\0").trim().split(/\s+/);
  const remaining = [...values];
  return typed.flatMap((word) => {
    if (word === "\0" && Array.isArray(remaining[0])) return remaining.shift() as string[];
    return [word.replaceAll("\0", () => String(remaining.shift()))];
  });
}

/** Complain only, ask nothing, and do not reserve more than 1 GiB at once. */
const quietly = words`-hide_banner -nostdin -loglevel error -max_alloc 1073741824 -y`;

/** Runs ffmpeg: `` ffmpeg(run)`-i ${file} ${target}` ``. */
export function ffmpeg(
  run: ToolRun,
  options?: { complaints: boolean },
): (...typed: Parameters<typeof words>) => Promise<string> {
  return (...typed) => runTool("ffmpeg", [...quietly, ...words(...typed)], run, options);
}
