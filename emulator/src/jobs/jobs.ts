/** The jobs of one emulator, and the life of each: it is created, renders for a while, and ends. */
import { FieldError } from "../contract/check.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { setTimeout } from "../time/real-time.ts";
import type { Agenda, Clock, Task } from "../time/clock.ts";
import {
  changeJob,
  firstStatus,
  isRendered,
  type JobChange,
  type JobKind,
  type JobProgress,
  type JobRecord,
  type JobStatus,
  type Outcome,
  type RowTexts,
} from "./job.ts";
import type { Kinds } from "./kind.ts";
import type { Scenario } from "./scenario.ts";
import { type JobStore, StorageError } from "./store.ts";
import { VideoMaker, type VideoMakerOptions } from "./video-maker.ts";

export interface JobsOptions extends VideoMakerOptions {
  /** The identifier of a job by its sequence number, which is the same under the same seed. */
  jobIdOf(sequence: number): string;
  clock: Clock;
  store: JobStore;
  /** With more of them, the job that has been finished for the longest time is dropped. */
  maxJobs: number;
  /** How long a job renders. */
  renderMs: number;
}

/** A request for a job. */
export interface JobRequest {
  body: Json | undefined;
  /** The body as it was received. */
  text: string;
  /** What the request chooses. */
  scenario: Scenario;
  /** The request came from this machine. */
  isLocal: boolean;
}

/**
 * The work for one job, from its first part until the job has ended. A job that renders again has another one, and so has the job that
 * bears the same identifier after a reset: what an earlier one yields is not theirs.
 */
interface Run {
  stop: AbortController;
  outcome?: Promise<Outcome>;
  /** That is not kept: it can be found out again. */
  progress?: JobProgress;
  rows?: RowTexts[] | undefined;
  /** The job is about to end: the clock does not end it once more. */
  isEnding?: boolean;
}

/** How long to wait before what could not be stored is tried again. */
const retryMs = 500;

/** Whatever changes a job throws a {@link StorageError} when that cannot be kept: then nothing has changed. */
export class Jobs implements Agenda {
  readonly kinds: Kinds;
  readonly #options: JobsOptions;
  readonly #store: JobStore;
  readonly #maker: VideoMaker;
  #runs = new Map<string, Run>();

  /** Goes on with the jobs that a store has. */
  constructor(options: JobsOptions) {
    this.kinds = options.kinds;
    this.#options = options;
    this.#store = options.store;
    this.#maker = new VideoMaker(options);
    if (options.renderer) for (const job of [...this.#store.waiting()]) this.#begin(job);
    options.clock.follow(this);
  }

  get size(): number {
    return this.#store.size;
  }

  /** Why the last change could not be kept; nothing when it was. */
  get failure(): string | undefined {
    return this.#store.failure;
  }

  get(id: string): JobRecord | undefined {
    const job = this.#store.get(id);
    return job && this.#withProgress(job);
  }

  /**
   * The newest first.
   *
   * @param text in the identifier, the status, the operation or the request, in any case
   * @param before a sequence number
   */
  *find(text = "", before?: number): Generator<JobRecord> {
    const wanted = text.toLowerCase();
    for (const job of this.#store.newestFirst(before, text)) {
      const { id, status, operation, input } = job;
      const fields = wanted && [id, status, operation, input].join("\n").toLowerCase();
      if (fields.includes(wanted)) yield this.#withProgress(job);
    }
  }

  /** Creates a job, which is kept when this settles; an instant job is finished by then. */
  async create(operation: JobKind, request: JobRequest): Promise<JobRecord> {
    const { body, text, scenario, isLocal } = request;
    const { clock, renderMs } = this.#options;
    const sequence = this.#store.lastSequence + 1;
    const { durationMs = renderMs, failure, failingRow } = scenario;
    const atMs = clock.now();
    const job: JobRecord = {
      id: this.#options.jobIdOf(sequence),
      operation,
      input: text,
      name: this.kinds[operation].nameOf?.(body as JsonObject),
      isLocal: isLocal || undefined,
      failure,
      failingRow,
      sequence,
      createdAtMs: atMs,
      dueAtMs: durationMs === null ? null : atMs + durationMs,
      status: firstStatus,
      history: [{ status: firstStatus, atMs }],
      videos: [],
    };
    this.#add(job);
    this.#begin(job);
    if (durationMs !== 0) return job;
    await this.#finish(job);
    return this.#store.get(job.id) ?? job;
  }

  /**
   * Gives a job another status by hand. One that is completed gets its videos, unless its output is given; one that is moved back
   * renders again.
   *
   * @throws {FieldError} when it cannot be completed, with the reason
   */
  async move(job: JobRecord, change: JobChange): Promise<void> {
    const runs = this.#runs;
    const makesVideos =
      change.status === "completed" && change.output === undefined && !job.videos.some(isRendered);
    const outcome = makesVideos ? await this.#makeVideos(job) : {};
    // All jobs were removed meanwhile: another one may have the identifier.
    if (this.#runs !== runs) return;
    this.#change(job.id, { ...outcome, ...change });
    this.#stop(job.id);
    const present = this.#store.get(job.id);
    if (present) this.#begin(present);
  }

  /** Removes all jobs. Settles when the renderer uses none of their files any more, and those are gone. */
  async clear(): Promise<void> {
    this.#store.clear();
    await this.#stopAll(() => this.#options.folders.remove());
  }

  async close(): Promise<void> {
    await this.#stopAll(() => {
      this.#store.close();
      return this.#options.folders.close();
    });
  }

  /** When the next job ends by itself. */
  nextTimeMs(): number | undefined {
    return this.#nextJob()?.dueAtMs ?? undefined;
  }

  /** When the last job ends by itself; nothing when none does. */
  lastTimeMs(): number | undefined {
    let last: number | null | undefined;
    for (const { dueAtMs } of this.#store.waiting()) last = dueAtMs;
    return last ?? undefined;
  }

  takeUntil(timeMs: number): Task | undefined {
    const job = this.#nextJob();
    if (!job || job.dueAtMs === null || job.dueAtMs > timeMs) return undefined;
    return { timeMs: job.dueAtMs, run: () => this.#finish(job) };
  }

  /** Of the jobs that wait for their time the first that is not ending already. */
  #nextJob(): JobRecord | undefined {
    for (const job of this.#store.waiting()) if (!this.#runs.get(job.id)?.isEnding) return job;
    return undefined;
  }

  /** Where there are too many, room is made in the same step; while all of them render, none is added. */
  #add(job: JobRecord): void {
    const isFull = this.#store.size >= this.#options.maxJobs;
    const dropped = isFull ? this.#store.oldestFinished() : undefined;
    if (isFull && !dropped)
      throw new StorageError(
        `There are ${this.#store.size} jobs, and all of them render. Let some end, reset the emulator, or allow more with --max-jobs.`,
      );
    this.#store.put(job, dropped);
    if (dropped) this.#forget(dropped);
  }

  /** With a renderer, the work begins when the job does: it may take long. */
  #begin(job: JobRecord): void {
    if (job.status !== firstStatus || job.dueAtMs === null) return;
    if (this.#options.renderer) {
      const run = this.#runOf(job.id);
      run.outcome = this.#produce(job, run);
    }
    this.#options.clock.expect(job.dueAtMs);
  }

  async #finish(job: JobRecord): Promise<void> {
    const run = this.#runOf(job.id);
    run.isEnding = true;
    const outcome = await (run.outcome ?? this.#produce(job, run));
    const status = outcome.videos?.some(isRendered) ? "completed" : "failed";
    this.#end(job.id, run, status, outcome);
  }

  /** Keeps how a job has ended; later, when that is not possible now. */
  #end(id: string, run: Run, status: JobStatus, outcome: Outcome): void {
    // It may have been moved, or removed, in the meantime.
    if (this.#runs.get(id) !== run) return;
    try {
      this.#change(id, { ...outcome, status });
      this.#runs.delete(id);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      setTimeout(() => this.#end(id, run, status, outcome), retryMs).unref();
    }
  }

  /** The videos of a job that is completed by hand, whatever its request has chosen. */
  async #makeVideos(job: JobRecord): Promise<Outcome> {
    const run = this.#runOf(job.id);
    const begun = await run.outcome;
    const unchosen = { ...job, failure: undefined, failingRow: undefined };
    const outcome = begun?.videos?.some(isRendered) ? begun : await this.#produce(unchosen, run);
    if (outcome.videos?.some(isRendered)) return outcome;
    delete run.progress;
    const detail = `The job cannot be completed: ${outcome.error}`;
    throw new FieldError([{ pointer: "/status", detail }]);
  }

  #produce(job: JobRecord, run: Run): Promise<Outcome> {
    // Until the rows are read it waits, whatever the clock says.
    run.progress = { done: 0, total: 0 };
    const report = (progress: JobProgress, rows?: RowTexts[]) =>
      void Object.assign(run, { progress, rows });
    return this.#maker.make({ job, signal: run.stop.signal, report });
  }

  #change(id: string, change: JobChange & Outcome): void {
    const job = this.#store.get(id);
    if (job) this.#store.put(changeJob(job, change, this.#options.clock.now()));
  }

  #forget({ id }: JobRecord): void {
    this.#stop(id);
    if (this.#options.renderer) void this.#options.folders.remove(id).catch(() => {});
  }

  #stop(id: string): void {
    this.#runs.get(id)?.stop.abort();
    this.#runs.delete(id);
  }

  #stopAll(act: () => Promise<void>): Promise<void> {
    for (const { stop } of this.#runs.values()) stop.abort();
    this.#runs = new Map();
    return this.#maker.end(act);
  }

  #runOf(id: string): Run {
    let run = this.#runs.get(id);
    if (!run) this.#runs.set(id, (run = { stop: new AbortController() }));
    return run;
  }

  #withProgress(job: JobRecord): JobRecord {
    const run = this.#runs.get(job.id);
    if (!run) return job;
    const { progress, rows = job.rows } = run;
    return { ...job, ...(progress && { progress }), ...(rows && { rows }) };
  }
}
