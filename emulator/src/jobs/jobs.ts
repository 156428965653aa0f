/** The jobs of one emulator: how many there may be, and how far each is. */
import { changeJob, type JobChange, type JobProgress, type JobRecord } from "./job.ts";
import { type JobStore, StorageError } from "./store.ts";

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

/** Whatever changes a job throws a {@link StorageError} when that cannot be kept: then nothing has changed. */
export class Jobs {
  readonly #store: JobStore;
  readonly #maxJobs: number;
  readonly #onDrop: (job: JobRecord) => void;
  /** How far each job is that a renderer works for. That is not kept: it can be found out again. */
  readonly #progress = new Map<string, JobProgress>();
  /** Why the last change could not be kept; nothing when it was. */
  failure: string | undefined;

  /**
   * @param maxJobs with more of them, the job that has been finished for the longest time is dropped
   * @param onDrop called with each job that is gone, except when all are
   */
  constructor(store: JobStore, maxJobs: number, onDrop: (job: JobRecord) => void = () => {}) {
    this.#store = store;
    this.#maxJobs = maxJobs;
    this.#onDrop = onDrop;
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
    return this.page({ limit: Infinity }).jobs;
  }

  /** Those that end by themselves, in the order in which they do. */
  waiting(): Iterable<JobRecord> {
    return this.#store.waiting();
  }

  /** Some jobs, the newest first. */
  page({ before, limit = 100, accepts = () => true }: JobQuery = {}): JobPage {
    const jobs: JobRecord[] = [];
    for (const job of this.#store.newestFirst(before)) {
      if (jobs.length === limit) return { jobs, next: job.sequence + 1 };
      if (accepts(job)) jobs.push(this.#withProgress(job));
    }
    return { jobs, next: null };
  }

  /** Adds a job. Where there are too many, room is made in the same step; while all of them render, none is added. */
  add(job: JobRecord): void {
    const isFull = this.#store.size >= this.#maxJobs;
    const dropped = isFull ? this.#store.oldestFinished() : undefined;
    if (isFull && !dropped)
      throw new StorageError(
        `There are ${this.#store.size} jobs, and all of them render. Let some end, reset the emulator, or allow more with --max-jobs.`,
      );
    this.#keep(() => this.#store.put(job, dropped));
    if (dropped) this.#forget(dropped);
  }

  /** Changes a job, unless there is none. */
  change(id: string, change: JobChange, atMs: number): void {
    const job = this.#store.get(id);
    if (!job) return;
    this.#keep(() => this.#store.put(changeJob(job, change, atMs)));
    this.#progress.delete(id);
  }

  drop(job: JobRecord): void {
    this.#keep(() => this.#store.remove(job));
    this.#forget(job);
  }

  clear(): void {
    this.#keep(() => this.#store.clear());
    this.#progress.clear();
  }

  /** Notes how far a job is. */
  progress(id: string, progress: JobProgress): void {
    this.#progress.set(id, progress);
  }

  #keep(change: () => void): void {
    try {
      change();
      this.failure = undefined;
    } catch (error) {
      this.failure = (error as Error).message;
      throw error;
    }
  }

  #forget(job: JobRecord): void {
    this.#progress.delete(job.id);
    this.#onDrop(job);
  }

  #withProgress(job: JobRecord): JobRecord {
    const progress = this.#progress.get(job.id);
    return progress ? { ...job, progress } : job;
  }
}
