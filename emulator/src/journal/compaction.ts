/** Writes a journal anew, with one line for each job, while more happens. */
import { appendFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { JobEvent } from "../jobs/job-event.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { type Beginning, type ClockState } from "./beginning.ts";
import { format, type Line } from "./line.ts";

/** Jobs to write before others of this process have their turn. */
const jobsPerTurn = 500;

export class Compaction {
  readonly #path: string;
  readonly #head: Line[];
  readonly #store: JobStore;
  /** Jobs with a number above this and up to `#last` are still to be written. */
  #written = 0;
  #last = 0;
  /** Lines that follow on the jobs. */
  #tail = "";

  /** @param path of a file of its own */
  constructor(path: string, beginning: Beginning, clock: ClockState, store: JobStore) {
    this.#path = path;
    this.#store = store;
    this.#head = [{ format, sequence: store.sequence, ...beginning }, { clock }];
    this.#last = store.sequence;
  }

  /** Notes what has been appended to the journal meanwhile, unless its job is still to be written. */
  note(text: string, event?: JobEvent): void {
    // Numbers begin anew, and the jobs that are still to be written are gone when the tail is read.
    if (event?.type === "cleared") this.#last = 0;
    const isToCome =
      event?.type === "changed" &&
      event.job.sequence > this.#written &&
      event.job.sequence <= this.#last;
    if (!isToCome) this.#tail += `${text}\n`;
  }

  /**
   * Writes all jobs, each as it is in its turn: then nothing that was appended still waits to happen. Settles in such a turn, when
   * they are on the disk.
   */
  async write(): Promise<void> {
    const jobs = this.#store.list().reverse();
    const file = await open(this.#path, "w");
    try {
      await file.writeFile(toText(this.#head));
      for (let start = 0; start < jobs.length; start += jobsPerTurn) {
        await nextTurn();
        const some = jobs.slice(start, start + jobsPerTurn);
        this.#written = some.at(-1)?.sequence ?? 0;
        await file.writeFile(toText(some.map((job) => ({ created: job }))));
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await nextTurn();
  }

  /** Writes what has happened since the jobs were written. */
  finish(): void {
    appendFileSync(this.#path, this.#tail);
  }
}

function toText(lines: Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
