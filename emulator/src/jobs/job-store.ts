/** The jobs of one emulator. */
import type { JobChange, JobEvent, JobListener, StoreEvent } from "./job-event.ts";
import { JobIndex } from "./job-index.ts";
import { firstStatus, type JobProgress, type JobRecord } from "./job.ts";

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

/** So many jobs are searched for one page: to search a million at once would hold up everybody else. */
const maxSearched = 20_000;

export class JobStore {
  readonly #maxJobs: number;
  readonly #jobs = new JobIndex();
  /** In the order of their sequence numbers, with some that have been dropped. */
  #ordered: JobRecord[] = [];
  /** Those that do not render any more, the one that ended first in front, with some that have been dropped. */
  #finished: JobRecord[] = [];
  #nextFinished = 0;
  readonly #listeners = new Set<JobListener>();
  #storeEvent: StoreEvent | undefined;
  /** Count of the jobs ever created. */
  sequence = 0;

  /** @param maxJobs with more of them, the job that has been finished for the longest time is dropped */
  constructor(maxJobs = Infinity) {
    this.#maxJobs = maxJobs;
  }

  onChange(listener: JobListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From now on, nothing happens that has not been stored. */
  storeWith(storeEvent: StoreEvent): void {
    this.#storeEvent = storeEvent;
  }

  get(id: string): JobRecord | undefined {
    return this.#jobs.get(id);
  }

  /** The newest first. */
  list(): JobRecord[] {
    return this.#ordered.filter((job) => this.#jobs.has(job)).reverse();
  }

  /** Some jobs, the newest first. A page may be short of its limit, or empty, and still have a next one. */
  page({ before = Infinity, limit = 100, accepts = () => true }: JobQuery = {}): JobPage {
    const jobs: JobRecord[] = [];
    let searched = 0;
    for (let index = this.#indexBefore(before); index >= 0; index--) {
      const job = this.#ordered[index] as JobRecord;
      if (!this.#jobs.has(job)) continue;
      if (jobs.length === limit || searched++ === maxSearched)
        return { jobs, next: job.sequence + 1 };
      if (accepts(job)) jobs.push(job);
    }
    return { jobs, next: null };
  }

  get size(): number {
    return this.#jobs.size;
  }

  /** False when there are as many jobs as may be, and none that could be dropped. */
  get hasRoom(): boolean {
    return this.#jobs.size < this.#maxJobs || this.#findFinished() !== undefined;
  }

  /** Adds a job. */
  add(job: JobRecord): Promise<void> | void {
    return this.#do({ type: "created", job });
  }

  /** Changes a job. */
  change(job: JobRecord, change: JobChange, atMs: number): Promise<void> | void {
    return this.#do({ type: "changed", job, change, atMs });
  }

  clear(): Promise<void> | void {
    return this.#do({ type: "cleared" });
  }

  /** Notes how far a job is, which is not stored. */
  progress(job: JobRecord, progress: JobProgress): void {
    job.progress = progress;
    this.#notify({ type: "progressed", job });
  }

  /** Applies an event without storing it or notifying anybody: for a restart. */
  apply(event: JobEvent): void {
    if (event.type === "cleared") {
      this.#jobs.clear();
      this.#ordered = [];
      this.#finished = [];
      this.#nextFinished = 0;
      this.sequence = 0;
    } else if (event.type === "created") this.#insert(event.job);
    else if (this.#jobs.has(event.job)) {
      const hasRendered = event.job.status === firstStatus;
      applyChange(event.job, event.change, event.atMs);
      if (hasRendered && event.job.status !== firstStatus) this.#finished.push(event.job);
    }
  }

  #do(event: JobEvent): Promise<void> | void {
    if (this.#storeEvent) return this.#storeEvent(event).then(() => this.#happen(event));
    this.#happen(event);
  }

  #happen(event: JobEvent): void {
    this.apply(event);
    this.#notify(event);
  }

  #notify(event: Parameters<JobListener>[0]): void {
    for (const listener of this.#listeners) listener(event);
  }

  #insert(job: JobRecord): void {
    this.#jobs.add(job);
    this.#ordered.push(job);
    if (job.status !== firstStatus) this.#finished.push(job);
    this.sequence = Math.max(this.sequence, job.sequence);
    if (this.#jobs.size > this.#maxJobs) this.#dropOldest();
  }

  #dropOldest(): void {
    const job = this.#findFinished();
    if (!job) return;
    this.#jobs.delete(job);
    this.#nextFinished++;
    this.#notify({ type: "dropped", job });
    // What has been dropped is removed from the lists from time to time: to do it each time would take longer the more there are.
    if (this.#ordered.length > 2 * this.#jobs.size + 100) {
      const isPresent = (listed: JobRecord) => this.#jobs.has(listed);
      this.#ordered = this.#ordered.filter(isPresent);
      this.#finished = this.#finished.slice(this.#nextFinished).filter(isPresent);
      this.#nextFinished = 0;
    }
  }

  /** The job that has been finished for the longest time. One that was moved back renders again. */
  #findFinished(): JobRecord | undefined {
    for (; this.#nextFinished < this.#finished.length; this.#nextFinished++) {
      const job = this.#finished[this.#nextFinished] as JobRecord;
      if (this.#jobs.has(job) && job.status !== firstStatus) return job;
    }
    return undefined;
  }

  /** Index of the newest job before one with a sequence number. */
  #indexBefore(sequence: number): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ordered[middle] as JobRecord).sequence < sequence) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Writes a change into a job. */
function applyChange(job: JobRecord, { status, ...rest }: JobChange, atMs: number): void {
  job.status = status;
  (job.changes ??= []).push({ status, atMs });
  Object.assign(job, rest);
  delete job.progress;
}
