/** Keeps jobs across restarts: everything that happens is one line of a file, and a start reads them all. */
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import type { JobEvent, JobStore } from "../jobs/job-store.ts";
import { OptionError } from "../options.ts";
import type { Clock } from "../time/clock.ts";
import { AppendFile } from "./append-file.ts";
import { type Kept, type KeptClock, reconcile, type WantedStart } from "./beginning.ts";
import { compact } from "./compact.ts";
import { format, type Line } from "./line.ts";
import { lockFolder } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";
import { readLines } from "./read-lines.ts";

/** Below this a journal is read in no time, and writing it anew gains nothing. */
const minLines = 1000;

/**
 * Opens the journal of a folder, makes both if they do not exist, and puts the kept jobs into a store.
 *
 * @throws {OptionError} when the folder cannot be used or is in use, holds a journal that cannot be read, or one that began otherwise
 */
export async function openJournal(
  folder: string,
  wanted: WantedStart,
  store: JobStore,
): Promise<Journal> {
  try {
    await makeFolder(folder);
    const release = await lockFolder(folder);
    try {
      return await read(join(folder, "journal.ndjson"), wanted, store, release);
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

async function read(
  path: string,
  wanted: WantedStart,
  store: JobStore,
  release: () => Promise<void>,
): Promise<Journal> {
  const kept = await replay(path, store);
  const { beginning, clock, isNew } = reconcile(kept, wanted);
  if (isNew || (kept.lines > minLines && kept.lines > 2 * store.size))
    await compact(path, beginning, clock, store);
  return new Journal(new AppendFile(path), beginning.seed, clock, release);
}

async function replay(path: string, store: JobStore): Promise<Kept> {
  const kept: Kept = { lines: 0 };
  const visit = (line: string, number: number) => {
    try {
      apply(kept, store, JSON.parse(line) as Line);
    } catch (error) {
      throw new OptionError(
        `${path}:${number} is no line of a journal (${(error as Error).message}). Choose another folder with --data, or remove the file and its jobs.`,
      );
    }
    kept.lines = number;
  };
  try {
    const wholeBytes = await readLines(path, visit);
    // A line without its end was being written when the process ended; nobody was told of it.
    await truncate(path, wholeBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return kept;
}

function apply(kept: Kept, store: JobStore, line: Line): void {
  if (kept.lines === 0) {
    if (!("format" in line) || line.format !== format)
      throw new Error("it is from another version of the emulator");
    const { format: _, sequence, ...beginning } = line;
    kept.beginning = beginning;
    store.sequence = sequence;
  } else if ("created" in line) store.apply({ type: "created", job: line.created });
  else if ("changed" in line) {
    const job = store.get(line.changed);
    if (job) store.apply({ type: "changed", job, change: line.change, atMs: line.atMs });
  } else if ("clock" in line) kept.clock = line.clock;
  else store.apply({ type: "cleared" });
}

export class Journal {
  /** The one that identifiers are made from: they go on after a restart, and none is given twice. */
  readonly seed: number;
  /** What the clock shows when the emulator goes on. */
  readonly clock: KeptClock;
  readonly #file: AppendFile;
  readonly #release: () => Promise<void>;
  #stops: (() => void)[] = [];
  /** A move of the clock that could not be written. */
  #unwritten: Line | undefined;

  /** Made by {@link openJournal}. */
  constructor(file: AppendFile, seed: number, clock: KeptClock, release: () => Promise<void>) {
    this.#file = file;
    this.seed = seed;
    this.clock = clock;
    this.#release = release;
  }

  /** Keeps what happens from now on. */
  follow(store: JobStore, clock: Clock): void {
    store.keepWith((event) => this.#append(toLine(event)));
    const stop = clock.onMove(() => {
      const { mode } = clock;
      this.#append({ clock: { timeMs: clock.now(), mode, realMs: Date.now() } }).catch(() => {});
    });
    this.#stops = [stop, () => store.keepWith(() => this.#file.append(""))];
  }

  /** Writes what waits, and gives the folder free. What happens later is refused. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.#file.close();
    await this.#release();
  }

  /** Why the last line could not be written; nothing when it was. */
  failure: string | undefined;

  async #append(line: Line): Promise<void> {
    try {
      await this.#write(line);
      this.failure = undefined;
    } catch (error) {
      this.failure = (error as Error).message;
      throw error;
    }
  }

  async #write(line: Line): Promise<void> {
    const text = JSON.stringify(line);
    if (!this.#unwritten) {
      try {
        return await this.#file.append(text);
      } catch (error) {
        if ("clock" in line) this.#unwritten = line;
        throw error;
      }
    }
    await this.#file.append(`${JSON.stringify(this.#unwritten)}\n${text}`);
    this.#unwritten = undefined;
  }
}

function toLine(event: JobEvent): Line {
  if (event.type === "created") return { created: event.job };
  if (event.type === "cleared") return { cleared: true };
  return { changed: event.job.id, change: event.change, atMs: event.atMs };
}
