/** The jobs of one emulator. */
import type { Json } from "../contract/document.ts";
import type { Job, JobVideo } from "./job.ts";

/** What can change about a job. */
export interface JobChange {
  status: string;
  videos?: JobVideo[];
  error?: string;
  output?: Json;
}

export type JobEvent =
  | { type: "created"; job: Job }
  | { type: "changed"; job: Job; change: JobChange; atMs: number }
  | { type: "cleared" };

/** Told of everything that happens to jobs. May return a promise that settles when it is safe. */
export type JobListener = (event: JobEvent) => Promise<void> | void;

export class JobStore {
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<JobListener>();
  /** Count of the jobs ever created. */
  sequence = 0;

  onChange(listener: JobListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** The newest first. */
  list(): Job[] {
    return [...this.#jobs.values()].reverse();
  }

  get size(): number {
    return this.#jobs.size;
  }

  /** Adds a job. Settles when every listener has it. */
  add(job: Job): Promise<void> | void {
    this.restore(job);
    return this.#tell({ type: "created", job });
  }

  /** Puts back a job that the listeners know already. */
  restore(job: Job): void {
    this.#jobs.set(job.id, job);
    this.sequence = Math.max(this.sequence, job.sequence);
  }

  /** Changes a job. Settles when every listener has the change. */
  change(job: Job, change: JobChange, atMs: number): Promise<void> | void {
    applyChange(job, change, atMs);
    return this.#tell({ type: "changed", job, change, atMs });
  }

  clear(): Promise<void> | void {
    this.#jobs.clear();
    this.sequence = 0;
    return this.#tell({ type: "cleared" });
  }

  #tell(event: JobEvent): Promise<void> | void {
    if (this.#listeners.size === 0) return;
    const waiting = [...this.#listeners].map((listener) => listener(event)).filter(Boolean);
    if (waiting.length > 0) return Promise.all(waiting).then(() => undefined);
  }
}

/** Writes a change into a job and its history. */
export function applyChange(job: Job, { status, ...rest }: JobChange, atMs: number): void {
  job.status = status;
  job.history.push({ status, atMs });
  Object.assign(job, rest);
}
