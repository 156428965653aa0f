/** The jobs of one emulator. */
import type { Json } from "../contract/document.ts";
import type { JobRecord, JobVideo } from "./job.ts";

/** What can change about a job. */
export interface JobChange {
  status: string;
  videos?: JobVideo[];
  error?: string;
  output?: Json;
}

export type JobEvent =
  | { type: "created"; job: JobRecord }
  | { type: "changed"; job: JobRecord; change: JobChange; atMs: number }
  | { type: "cleared" };

/** Told of everything that happens to jobs. May return a promise that settles when it is safe. */
export type JobListener = (event: JobEvent) => Promise<void> | void;

export class JobStore {
  readonly #jobs = new Map<string, JobRecord>();
  readonly #listeners = new Set<JobListener>();
  /** Count of the jobs ever created. */
  sequence = 0;

  onChange(listener: JobListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): JobRecord | undefined {
    return this.#jobs.get(id);
  }

  /** The newest first. */
  list(): JobRecord[] {
    return [...this.#jobs.values()].reverse();
  }

  get size(): number {
    return this.#jobs.size;
  }

  /** Adds a job. Settles when every listener has it. */
  add(job: JobRecord): Promise<void> | void {
    this.restore(job);
    return this.#tell({ type: "created", job });
  }

  /** Puts back a job that the listeners know already. */
  restore(job: JobRecord): void {
    this.#jobs.set(job.id, job);
    this.sequence = Math.max(this.sequence, job.sequence);
  }

  /** Changes a job. Settles when every listener has the change. */
  change(job: JobRecord, change: JobChange, atMs: number): Promise<void> | void {
    applyChange(job, change, atMs);
    return this.#tell({ type: "changed", job, change, atMs });
  }

  clear(): Promise<void> | void {
    this.#jobs.clear();
    this.sequence = 0;
    return this.#tell({ type: "cleared" });
  }

  #tell(event: JobEvent): Promise<void> | void {
    let told: Promise<void> | undefined;
    for (const listener of this.#listeners) {
      const telling = listener(event);
      if (telling) told = told ? Promise.all([told, telling]).then(() => {}) : telling;
    }
    return told;
  }
}

/** Writes a change into a job. */
export function applyChange(job: JobRecord, { status, ...rest }: JobChange, atMs: number): void {
  job.status = status;
  (job.changes ??= []).push({ status, atMs });
  Object.assign(job, rest);
}
