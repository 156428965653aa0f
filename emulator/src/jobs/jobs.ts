/** The jobs of one emulator: how many there may be, and who is told when one changes. */
import { changeJob, type JobChange, type JobProgress, type JobRecord } from "./job.ts";
import { StorageError } from "./storage-error.ts";
import type { JobStore } from "./store.ts";

/** Which jobs to list. */
export interface JobQuery {
  /** Only jobs that were created before the one with this sequence number. */
  before?: number | undefined;
  /** @default 100 */
  limit?: number | undefined;
  accepts?: ((job: JobRecord) => boolean) | undefined;
}

export interface JobPage {
  jobs: JobRecord[];
  /** Where the next page starts; null when there is none. */
  next: number | null;
}

/** What has happened to a job, or to all of them. */
export type JobEvent = { type: "changed" | "dropped"; job: JobRecord } | { type: "cleared" };
export type JobListener = (event: JobEvent) => void;

/** So many jobs are searched for one page: to search a million at once would hold up everybody else. */
const maxSearched = 20_000;

export class Jobs {
  readonly #store: JobStore;
  readonly #maxJobs: number;
  readonly #listeners = new Set<JobListener>();
  /** How far each job is that a renderer works for. That is not kept: it can be found out again. */
  readonly #progress = new Map<string, JobProgress>();
  /** Why the last change could not be kept; nothing when it was. */
  failure: string | undefined;

  /** @param maxJobs with more of them, the job that has been finished for the longest time is dropped */
  constructor(store: JobStore, maxJobs: number) {
    this.#store = store;
    this.#maxJobs = maxJobs;
  }

  /** Calls a listener when something has happened. Returns how to stop that. */
  onChange(listener: JobListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get size(): number {
    return this.#store.size;
  }

  /** The sequence number of the next job. */
  get nextSequence(): number {
    return this.#store.lastSequence + 1;
  }

  get(id: string): JobRecord | undefined {
    const job = this.#store.get(id);
    return job && this.#withProgress(job);
  }

  /** The newest first. */
  list(): JobRecord[] {
    return Array.from(this.#store.newestFirst(), (job) => this.#withProgress(job));
  }

  /** Those that end by themselves, in the order in which they do. */
  waiting(): Iterable<JobRecord> {
    return this.#store.waiting();
  }

  /** Some jobs, the newest first. A page may be short of its limit, or empty, and still have a next one. */
  page({ before, limit = 100, accepts = () => true }: JobQuery = {}): JobPage {
    const jobs: JobRecord[] = [];
    let searched = 0;
    for (const job of this.#store.newestFirst(before)) {
      if (jobs.length === limit || searched++ === maxSearched)
        return { jobs, next: job.sequence + 1 };
      if (accepts(job)) jobs.push(this.#withProgress(job));
    }
    return { jobs, next: null };
  }

  /**
   * Adds a job. Where there are too many, room is made in the same step, so that creates at once do not share it.
   *
   * @throws {StorageError} when all jobs render, and when the job cannot be kept: then there is no such job
   */
  async add(job: JobRecord): Promise<void> {
    const isFull = this.#store.size >= this.#maxJobs;
    const dropped = isFull ? this.#store.oldestFinished() : undefined;
    if (isFull && !dropped)
      throw new StorageError(
        `There are ${this.#store.size} jobs, and all of them render. Let some end, reset the emulator, or allow more with --max-jobs.`,
      );
    await this.#keep(() => {
      if (dropped) this.#store.remove(dropped);
      this.#store.put(job);
    });
    if (dropped) this.#notify({ type: "dropped", job: dropped });
    this.#notify({ type: "changed", job });
  }

  /** Changes a job, unless there is none. @throws {StorageError} when that cannot be kept */
  async change(id: string, change: JobChange, atMs: number): Promise<void> {
    const job = this.#store.get(id);
    if (!job) return;
    const changed = changeJob(job, change, atMs);
    await this.#keep(() => this.#store.put(changed));
    this.#progress.delete(id);
    this.#notify({ type: "changed", job: changed });
  }

  /** Removes one. @throws {StorageError} when that cannot be kept */
  async drop(job: JobRecord): Promise<void> {
    await this.#keep(() => this.#store.remove(job));
    this.#progress.delete(job.id);
    this.#notify({ type: "dropped", job });
  }

  async clear(): Promise<void> {
    await this.#keep(() => this.#store.clear());
    this.#progress.clear();
    this.#notify({ type: "cleared" });
  }

  /** Notes how far a job is. */
  progress(id: string, progress: JobProgress): void {
    this.#progress.set(id, progress);
    const job = this.get(id);
    if (job) this.#notify({ type: "changed", job });
  }

  async #keep(change: () => void): Promise<void> {
    try {
      change();
      await this.#store.saved();
      this.failure = undefined;
    } catch (error) {
      // The others of its turn are told as well.
      this.#store.saved().catch(() => {});
      this.failure = (error as Error).message;
      throw error;
    }
  }

  #withProgress(job: JobRecord): JobRecord {
    const progress = this.#progress.get(job.id);
    return progress ? { ...job, progress } : job;
  }

  #notify(event: JobEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
