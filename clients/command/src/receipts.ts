/**
 * What is kept of every create on disk, so that no crash loses a job that was started: a line before it is sent, and one for what
 * came of it. Nothing reads them to send again. They hold no token and nothing of a body.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { redactor } from "../../redactor.ts";
import type { CallResult } from "../../typescript/src/index.ts";
import { makeFolder } from "../../typescript/src/save.ts";
import type { Connection } from "./connect.ts";
import { codeOf, describeError, usageError } from "./errors.ts";
import { printable, toJson } from "./print.ts";
import type { ReceiptFlags } from "./program.ts";
import type { Surroundings } from "./process-io.ts";

/** A create as `jobs` lists it. */
export interface KeptJob {
  /** When it was sent. */
  at: string;
  /** `maybe started` where nothing tells what came of it: then look for it before you create it again. */
  state: "created" | "maybe started" | "not started";
  operation: string;
  base_url: string;
  job_id?: string;
  /** What was said in place of a receipt: the job may be named in it. */
  response?: string;
}

type Line = Partial<KeptJob> & { create: string };
/** What came in response to a call: of a create, its receipt. */
export type Receipt = Pick<CallResult<{ job_id?: string }>, "data" | "text">;

/** Where a pipe stands in the place of the file, nobody waits for its other end. Windows has no such pipes, and no such flag: it is undefined there, and adds nothing. */
const { O_APPEND, O_CREAT, O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Enough to find a name in; a page of a proxy may be long. */
const maxResponseLength = 4_000;

/** The file of the folder that the flags name, or of the place for such files; `undefined` where none is wanted. */
export function receiptsFile({ receipts }: ReceiptFlags, env: Surroundings["env"]) {
  if (receipts === false) return undefined;
  const home = env["HOME"] || homedir();
  const state =
    process.platform === "win32"
      ? env["LOCALAPPDATA"] || join(home, "AppData/Local")
      : process.platform === "darwin"
        ? join(home, "Library/Application Support")
        : env["XDG_STATE_HOME"] || join(home, ".local/state");
  return join(receipts ?? join(state, "video-generation"), "jobs.jsonl");
}

/**
 * Sends a create, and keeps what comes of it.
 *
 * @param file where; nothing is kept without it
 * @throws {CommandError} before anything is sent, if nothing can be kept; what the call fails with
 */
export async function keepReceipt<Received extends Receipt>(
  file: string | undefined,
  operation: string,
  { baseUrl, token }: Connection,
  notify: (message: string) => void,
  send: () => Promise<Received>,
): Promise<Received> {
  if (file === undefined) return send();
  const create = randomUUID();
  const redact = redactor(token);
  const keep = (line: Partial<KeptJob>) =>
    appendLine(file, redact(toJson({ create, at: new Date().toISOString(), ...line })));
  await keep({ operation, base_url: baseUrl }).catch((error: unknown) => {
    throw usageError(
      `The receipt of a job cannot be kept in ${file}: ${codeOf(error)}. Nothing was sent. Name a folder with --receipts, or go without: --no-receipts.`,
    );
  });
  const keepEnd = (line: Partial<KeptJob>) =>
    keep(line).catch((error: unknown) => {
      notify(printable(`The receipt cannot be kept in ${file}: ${codeOf(error)}.`));
    });
  try {
    const received = await send();
    await keepEnd({ state: "created", job_id: String(received.data.job_id) });
    return received;
  } catch (error) {
    const { text } = error as { text?: string };
    // The client refuses arguments with a TypeError.
    const report = describeError(error);
    const mayRun = report ? report.mayHaveStarted === true : !(error instanceof TypeError);
    const state = mayRun ? "maybe started" : "not started";
    await keepEnd({ state, ...(mayRun && text && { response: text.slice(0, maxResponseLength) }) });
    throw error;
  }
}

/** @throws {CommandError} for a file that cannot be read */
export async function readReceipts(file: string | undefined): Promise<KeptJob[]> {
  if (file === undefined) throw usageError("Without receipts there is no list of jobs.");
  const reading = readFile(file, { encoding: "utf8", flag: O_RDONLY | O_NONBLOCK });
  const text = await reading.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return "";
    throw usageError(`${file} cannot be read: ${codeOf(error)}.`);
  });
  const jobs = new Map<string, Partial<KeptJob>>();
  for (const each of text.split("\n")) {
    const line = parseLine(each);
    if (!line) continue;
    const { create, ...fields } = line;
    const known = jobs.get(create) ?? { state: "maybe started" as const };
    const at = known.at ?? fields.at;
    jobs.set(create, { ...known, ...fields, ...(at && { at }) });
  }
  return [...jobs.values()] as KeptJob[];
}

/** A kill or a full disk may have cut a line. */
function parseLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line | null;
    return typeof line?.create === "string" ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Returns when the line is on the disk. A line break before it, in case the last one was cut. */
async function appendLine(file: string, line: string): Promise<void> {
  await makeFolder(dirname(file), 0o700);
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600);
  try {
    const stat = await handle.stat();
    // One that is there may be open to all.
    if (stat.isFile() && (stat.mode & 0o077) !== 0) await handle.chmod(0o600);
    await handle.appendFile(`\n${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
