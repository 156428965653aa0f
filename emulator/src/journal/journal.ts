/** Keeps jobs across restarts: everything that happens is one line of a file, and a start reads them all. */
import { rm } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { JobEvent } from "../jobs/job-event.ts";
import type { JobStore } from "../jobs/job-store.ts";
import type { Clock } from "../time/clock.ts";
import { AppendFile } from "./append-file.ts";
import type { Beginning, ClockState } from "./beginning.ts";
import { Compaction } from "./compaction.ts";
import type { Line } from "./line.ts";

/** Below this a journal is read in no time, and writing it anew gains nothing. */
const minLines = 1000;

/** A job that has ended has two lines. A journal with more than these for each job is written anew. */
const maxLinesPerJob = 4;

interface JournalOptions {
  path: string;
  lines: number;
  beginning: Beginning;
  clock: ClockState;
  release: () => Promise<void>;
}

export class Journal {
  /** The one that identifiers are made from: they go on after a restart, and none is given twice. */
  readonly seed: number;
  /** What the clock shows when the emulator goes on. */
  readonly clock: ClockState;
  readonly #path: string;
  readonly #beginning: Beginning;
  readonly #file: AppendFile;
  readonly #release: () => Promise<void>;
  #stops: (() => void)[] = [];
  #lines: number;
  /** Lines with which to look whether it should be written anew. */
  #maxLines = minLines;
  #compaction: Compaction | undefined;
  #compacted: Promise<unknown> | undefined;
  #isClosed = false;
  /** A move of the clock that could not be written. */
  #unwritten: Line | undefined;
  /** Why the last line could not be written; nothing when it was. */
  failure: string | undefined;

  /** Made by {@link openJournal}. */
  constructor({ path, lines, beginning, clock, release }: JournalOptions) {
    this.#path = path;
    this.#file = new AppendFile(path);
    this.#lines = lines;
    this.#beginning = beginning;
    this.seed = beginning.seed;
    this.clock = clock;
    this.#release = release;
  }

  /** Keeps what happens from now on. */
  follow(store: JobStore, clock: Clock): void {
    const append = async (line: Line, event?: JobEvent) => {
      await this.#append(line, event);
      this.#compactIfLong(store, clock);
    };
    store.storeWith((event) => append(toLine(event), event));
    const stop = clock.onMove(() => void append({ clock: read(clock) }).catch(() => {}));
    this.#stops = [stop, () => store.storeWith(() => this.#file.append(""))];
    this.#compactIfLong(store, clock);
  }

  /** Writes what waits, and gives the folder free. What happens later is refused. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#isClosed = true;
    await this.#compacted;
    await this.#file.close();
    await this.#release();
  }

  async #append(line: Line, event?: JobEvent): Promise<void> {
    try {
      const text = await this.#write(line);
      this.failure = undefined;
      this.#lines++;
      this.#compaction?.note(text, event);
    } catch (error) {
      this.failure = (error as Error).message;
      throw error;
    }
  }

  /** Returns what was written: the line, and before it a move of the clock that had to wait. */
  async #write(line: Line): Promise<string> {
    const unwritten = this.#unwritten ? `${JSON.stringify(this.#unwritten)}\n` : "";
    const text = unwritten + JSON.stringify(line);
    try {
      await this.#file.append(text);
      if (unwritten) this.#unwritten = undefined;
      return text;
    } catch (error) {
      if ("clock" in line) this.#unwritten = line;
      throw error;
    }
  }

  /** Most of what a journal grows by is of jobs that have been dropped. */
  #compactIfLong(store: JobStore, clock: Clock): void {
    if (this.#isClosed || this.#compacted || this.#lines <= this.#maxLines) return;
    this.#maxLines = Math.max(minLines, maxLinesPerJob * store.size);
    if (this.#lines <= this.#maxLines) return;
    this.#compacted = this.#compact(store, clock)
      // The journal is as it was. To try it again at once would fail again.
      .catch(() => (this.#maxLines = 2 * this.#lines))
      .then(() => (this.#compacted = undefined));
  }

  async #compact(store: JobStore, clock: Clock): Promise<void> {
    // What has just been appended is still to happen.
    await nextTurn();
    const draft = `${this.#path}.new`;
    this.#compaction = new Compaction(draft, this.#beginning, read(clock), store);
    try {
      await this.#compaction.write();
      if (this.#isClosed) return;
      // From here on nothing else happens until the file is in its place.
      this.#compaction.finish();
      this.#file.replaceBy(draft);
      this.#lines = store.size;
    } finally {
      this.#compaction = undefined;
      await rm(draft, { force: true });
    }
  }
}

function read(clock: Clock): ClockState {
  return { timeMs: clock.now(), mode: clock.mode, realMs: Date.now() };
}

function toLine(event: JobEvent): Line {
  if (event.type === "created") return { created: event.job };
  if (event.type === "cleared") return { cleared: true };
  return { changed: event.job.id, change: event.change, atMs: event.atMs };
}
