/** Where jobs are kept: here in memory, in `sqlite-store.ts` in a file. One suite of tests runs over both. */
import { firstStatus, type JobRecord } from "./job.ts";

/** Keeps records. What it returns may be a copy: jobs are compared by their identifiers. */
export interface JobStore {
  readonly size: number;
  /** The highest sequence number that a job has had since the last clearing. */
  readonly lastSequence: number;
  get(id: string): JobRecord | undefined;
  /** The newest first; only those that were created before the one with a sequence number. */
  newestFirst(before?: number): Iterable<JobRecord>;
  /** Those that wait for their time, in the order in which they are due. */
  waiting(): Iterable<JobRecord>;
  /** The job that has been finished for the longest time. */
  oldestFinished(): JobRecord | undefined;
  /**
   * Adds a job, or puts it in the place of the one with its identifier.
   *
   * @throws {StorageError} when that cannot be kept; so do the other changes
   */
  put(job: JobRecord): void;
  remove(job: JobRecord): void;
  clear(): void;
  /** Settles when all changes up to now are kept. Rejects with a {@link StorageError} when they are not: then none has happened. */
  saved(): Promise<void>;
  close(): void;
}

export class MemoryStore implements JobStore {
  #byId = new Map<string, JobRecord>();
  #ordered = new SortedList<JobRecord>((a, b) => a.sequence - b.sequence);
  #waiting = new SortedList<JobRecord>((a, b) => dueOf(a) - dueOf(b) || a.sequence - b.sequence);
  /** A set keeps the order in which they ended. */
  #finished = new Set<string>();
  lastSequence = 0;

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): JobRecord | undefined {
    return this.#byId.get(id);
  }

  *newestFirst(before = Infinity): Generator<JobRecord> {
    const { items } = this.#ordered;
    const end = items.findLastIndex(({ sequence }) => sequence < before);
    for (let index = end; index >= 0; index--) yield items[index] as JobRecord;
  }

  waiting(): Iterable<JobRecord> {
    return this.#waiting.items;
  }

  oldestFinished(): JobRecord | undefined {
    const [id] = this.#finished;
    return id === undefined ? undefined : this.get(id);
  }

  put(job: JobRecord): void {
    const previous = this.get(job.id);
    if (previous && isWaiting(previous)) this.#waiting.remove(previous);
    if (isWaiting(job)) this.#waiting.put(job);
    if (job.status === firstStatus) this.#finished.delete(job.id);
    else this.#finished.add(job.id);
    this.#byId.set(job.id, job);
    this.#ordered.put(job);
    this.lastSequence = Math.max(this.lastSequence, job.sequence);
  }

  remove(job: JobRecord): void {
    if (isWaiting(job)) this.#waiting.remove(job);
    this.#ordered.remove(job);
    this.#finished.delete(job.id);
    this.#byId.delete(job.id);
  }

  clear(): void {
    this.#byId.clear();
    this.#ordered.items = [];
    this.#waiting.items = [];
    this.#finished.clear();
    this.lastSequence = 0;
  }

  async saved(): Promise<void> {}

  close(): void {}
}

/** True for a job that ends by itself. */
export function isWaiting({ status, dueAtMs }: JobRecord): boolean {
  return status === firstStatus && dueAtMs !== null;
}

function dueOf({ dueAtMs }: JobRecord): number {
  return dueAtMs ?? Infinity;
}

/** A list in order, of which most additions come last. */
class SortedList<Item> {
  items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  /** Adds an item, or puts it in the place of the one that compares equal. */
  put(item: Item): void {
    const index = this.#indexOf(item);
    this.items.splice(index, this.#isAt(index, item) ? 1 : 0, item);
  }

  remove(item: Item): void {
    const index = this.#indexOf(item);
    if (this.#isAt(index, item)) this.items.splice(index, 1);
  }

  #isAt(index: number, item: Item): boolean {
    const found = this.items[index];
    return found !== undefined && this.#compare(found, item) === 0;
  }

  /** Where an item is, or would be. */
  #indexOf(item: Item): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.items[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
