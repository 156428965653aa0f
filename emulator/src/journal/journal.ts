/** Keeps jobs across restarts: everything that happens is one line of a file, and a start reads them all. */
import { mkdir, open, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applyChange, type JobChange, type JobEvent } from "../jobs/job-store.ts";
import type { JobRecord } from "../jobs/job.ts";
import { OptionError } from "../options.ts";
import type { Service } from "../service.ts";
import type { ClockMode } from "../time/clock.ts";
import { AppendFile } from "./append-file.ts";
import { lockFolder } from "./lock.ts";

/** A line of the journal. */
type Line =
  | { format: typeof format; seed: number; sequence: number }
  | { created: JobRecord }
  | { changed: string; change: JobChange; atMs: number }
  | { cleared: true }
  /** The clock was moved. `realMs` is when, by the clock of the machine. */
  | { clock: { timeMs: number; mode: ClockMode; realMs: number } };

/** Counts the forms that lines have had. */
const format = 2;

/** Below this a journal is read in no time, and writing it anew gains nothing. */
const fewLines = 1000;

/**
 * Opens the journal of a folder, and makes both if they do not exist.
 *
 * @param seed kept in a new journal, so that identifiers go on after a restart and are not given twice
 * @throws {OptionError} when the folder cannot be used, is in use, or holds a journal that cannot be read
 */
export async function openJournal(folder: string, seed: number): Promise<Journal> {
  try {
    await makeFolder(folder);
    const release = await lockFolder(folder);
    try {
      return await Journal.read(join(folder, "journal.ndjson"), seed, release);
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof OptionError || code === undefined) throw error;
    throw new OptionError(
      `The data folder ${folder} cannot be used: ${message}. Choose another one with --data.`,
    );
  }
}

/** With its parents. Where nothing can be made, such as below `/proc`, Node's own way to make parents never ends. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

export class Journal {
  readonly seed: number;
  readonly #file: AppendFile;
  readonly #release: () => Promise<void>;
  readonly #state: State;

  private constructor(path: string, state: State, release: () => Promise<void>) {
    this.seed = state.seed;
    this.#state = state;
    this.#file = new AppendFile(path);
    this.#release = release;
  }

  static async read(path: string, seed: number, release: () => Promise<void>): Promise<Journal> {
    const state = replay(path, await readLines(path), seed);
    if (state.lines === 0 || (state.lines > fewLines && state.lines > 2 * state.jobs.size))
      await compact(path, state);
    return new Journal(path, state, release);
  }

  /** Puts the kept jobs into a service, lets them go on, and keeps what happens from now on. */
  restore({ jobs, clock, runner }: Service): void {
    const { clock: kept } = this.#state;
    if (kept)
      clock.restore(kept.timeMs + (kept.mode === "auto" ? Date.now() - kept.realMs : 0), kept.mode);
    jobs.sequence = this.#state.sequence;
    for (const job of this.#state.jobs.values()) {
      jobs.restore(job);
      runner.resume(job);
    }
    jobs.onChange((event) => this.#append(toLine(event)));
    clock.onMove(() => {
      const timeMs = clock.now();
      void this.#append({ clock: { timeMs, mode: clock.mode, realMs: Date.now() } });
    });
  }

  async close(): Promise<void> {
    await this.#file.close();
    await this.#release();
  }

  #append(line: Line): Promise<void> {
    return this.#file.append(JSON.stringify(line));
  }
}

function toLine(event: JobEvent): Line {
  if (event.type === "created") return { created: event.job };
  if (event.type === "cleared") return { cleared: true };
  return { changed: event.job.id, change: event.change, atMs: event.atMs };
}

/** What a journal adds up to. */
interface State {
  seed: number;
  sequence: number;
  jobs: Map<string, JobRecord>;
  clock?: { timeMs: number; mode: ClockMode; realMs: number };
  lines: number;
}

/** The whole lines of a file. A line without its end was being written when the process ended; nobody was told of it. */
async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return whole.split("\n").slice(0, -1);
}

function replay(path: string, lines: string[], seed: number): State {
  const state: State = { seed, sequence: 0, jobs: new Map(), lines: lines.length };
  for (const [index, text] of lines.entries()) {
    try {
      apply(state, JSON.parse(text) as Line);
    } catch (error) {
      throw new OptionError(
        `${path}:${index + 1} is no line of a journal (${(error as Error).message}). Choose another folder with --data, or remove the file and its jobs.`,
      );
    }
  }
  return state;
}

function apply(state: State, line: Line): void {
  if ("seed" in line) {
    if (line.format !== format) throw new Error("it is from another version of the emulator");
    state.seed = line.seed;
    state.sequence = line.sequence;
  } else if ("created" in line) {
    state.jobs.set(line.created.id, line.created);
    state.sequence = Math.max(state.sequence, line.created.sequence);
  } else if ("changed" in line) {
    const job = state.jobs.get(line.changed);
    if (job) applyChange(job, line.change, line.atMs);
  } else if ("clock" in line) {
    state.clock = line.clock;
  } else {
    state.jobs.clear();
    state.sequence = 0;
  }
}

/** Writes a journal anew, with one line for each job. The old file stays until the new one is whole. */
async function compact(path: string, { seed, sequence, jobs, clock }: State): Promise<void> {
  const lines: Line[] = [{ format, seed, sequence }];
  if (clock) lines.push({ clock });
  for (const job of jobs.values()) lines.push({ created: job });
  const draft = `${path}.new`;
  await writeFile(draft, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const file = await open(draft, "r+");
  await file.sync();
  await file.close();
  await rename(draft, path);
}
