/** Where jobs are kept: here in memory, in `sqlite-store.ts` in a file. One suite of tests runs over both. */
import { firstStatus, type JobRecord } from "./job.ts";

/** Something could not be kept. Nothing of it has happened; the message says why, and what to do. */
export class StorageError extends Error {
  override name = "StorageError";
}

/**
 * Keeps records. What it returns may be a copy: jobs are compared by their identifiers. Whatever changes something throws a
 * {@link StorageError} when that cannot be kept.
 */
export interface JobStore {
  readonly size: number;
  /** The highest sequence number that a job has had since the last clearing. */
  readonly lastSequence: number;
  /** Why the last change could not be kept; nothing when it was. */
  readonly failure?: string | undefined;
  get(id: string): JobRecord | undefined;
  /**
   * The newest first; only those that were created before the one with a sequence number. Those without a text, in any case, may be
   * left out: a store may find them faster than whoever looks at each.
   */
  newestFirst(before?: number, text?: string): Iterable<JobRecord>;
  /** Those that wait for their time, in the order in which they are due. */
  waiting(): Iterable<JobRecord>;
  /** The job that has been finished for the longest time. */
  oldestFinished(): JobRecord | undefined;
  /** Adds a job, or puts it in the place of the one with its identifier; and removes another one in the same step. */
  put(job: JobRecord, removed?: JobRecord): void;
  clear(): void;
  close(): void;
}

export class MemoryStore implements JobStore {
  /** In the order in which they were created. */
  readonly #jobs = new Map<string, JobRecord>();
  /** In the order in which they are due. */
  #waiting: JobRecord[] = [];
  /** In the order in which they ended. */
  readonly #finished = new Set<string>();
  lastSequence = 0;

  get size(): number {
    return this.#jobs.size;
  }

  get(id: string): JobRecord | undefined {
    return this.#jobs.get(id);
  }

  newestFirst(before = Infinity): Iterable<JobRecord> {
    return [...this.#jobs.values()].filter(({ sequence }) => sequence < before).reverse();
  }

  waiting(): Iterable<JobRecord> {
    return this.#waiting;
  }

  oldestFinished(): JobRecord | undefined {
    const [id] = this.#finished;
    return id === undefined ? undefined : this.get(id);
  }

  put(job: JobRecord, removed?: JobRecord): void {
    if (removed) this.#remove(removed);
    this.#stopWaiting(job.id);
    if (isWaiting(job)) {
      // From the end: most are due last, and there may be a hundred thousand of them.
      const before = this.#waiting.findLastIndex((other) => compareDue(other, job) < 0);
      this.#waiting.splice(before + 1, 0, job);
    }
    if (job.status === firstStatus) this.#finished.delete(job.id);
    else this.#finished.add(job.id);
    this.#jobs.set(job.id, job);
    this.lastSequence = Math.max(this.lastSequence, job.sequence);
  }

  #remove(job: JobRecord): void {
    this.#stopWaiting(job.id);
    this.#finished.delete(job.id);
    this.#jobs.delete(job.id);
  }

  clear(): void {
    this.#jobs.clear();
    this.#waiting = [];
    this.#finished.clear();
    this.lastSequence = 0;
  }

  close(): void {}

  #stopWaiting(id: string): void {
    const job = this.get(id);
    if (!job || !isWaiting(job)) return;
    const place = this.#waiting.findIndex((other) => other.id === id);
    this.#waiting.splice(place, 1);
  }
}

/** True for a job that ends by itself. */
export function isWaiting({ status, dueAtMs }: JobRecord): boolean {
  return status === firstStatus && dueAtMs !== null;
}

/** Negative when a job is due before another one. */
function compareDue(a: JobRecord, b: JobRecord): number {
  return Number(a.dueAtMs) - Number(b.dueAtMs) || a.sequence - b.sequence;
}
