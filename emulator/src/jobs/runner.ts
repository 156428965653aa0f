/** The life of a job: it is created, renders for a while, and ends. */
import type { JobStatus } from "../../../generated/schema.d.ts";
import type { JsonObject } from "../contract/json.ts";
import { identifier } from "../random.ts";
import { kinds, type Source } from "../service/kinds.ts";
import type { JobKind } from "../service/names.ts";
import type { DataRows, RowTexts } from "../service/rows.ts";
import type { Agenda, Clock, Task } from "../time/clock.ts";
import {
  firstStatus,
  inputOf,
  isRendered,
  type JobChange,
  type JobRecord,
  videoLifetimeMs,
} from "./job.ts";
import type { Jobs } from "./jobs.ts";
import type { MadeVideo, RenderQueue } from "./render-queue.ts";
import type { Renderer, RenderTask } from "./renderer.ts";
import {
  type Chances,
  drawDuration,
  drawScenario,
  findScenario,
  type Scenario,
} from "./scenario.ts";
import { StorageError } from "./store.ts";

export interface JobRunnerOptions extends Chances {
  clock: Clock;
  jobs: Jobs;
  renderer: Renderer | undefined;
  /** Starts the renderer when a job is created, and not when its time is over. */
  rendersAtOnce: boolean;
  queue: RenderQueue;
  /** Reads the data rows that a job needs. Rejects with the reason why it cannot. */
  readRows: (source: Source, job: JobRecord, signal: AbortSignal) => Promise<DataRows>;
}

/** A request for a job. */
export interface JobRequest {
  operation: JobKind;
  input: JsonObject;
  /** The input as it was received. */
  text: string;
  /** What the request chooses. */
  scenario: Scenario;
  /** The request came from this machine. */
  isLocal: boolean;
}

/** What a job yields: its videos, or why there are none. */
interface Outcome {
  videos?: MadeVideo[];
  error?: string;
}

/**
 * The work for one job, from its first part until the job has ended. A job that renders again has another one, and so has the job that
 * bears the same identifier after a reset: what an earlier one yields is not theirs.
 */
interface Run {
  stop: AbortController;
  rows?: Promise<DataRows>;
  outcome?: Promise<Outcome>;
  /** The job is about to end, or to be moved: the clock does not end it as well. */
  isEnding?: boolean;
}

/** How long to wait before what could not be stored is tried again. */
const retryMs = 500;

export class JobRunner implements Agenda {
  readonly #options: JobRunnerOptions;
  #runs = new Map<string, Run>();
  #isClosed = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Goes on with the jobs that a data folder has. */
  resume(): void {
    const { clock, jobs, rendersAtOnce } = this.#options;
    if (rendersAtOnce) for (const job of [...jobs.waiting()]) this.#begin(job);
    clock.follow(this);
  }

  /**
   * Creates a job, which is kept when this settles; an instant job is finished by then.
   *
   * @throws {StorageError} when it cannot be kept: then there is no job
   */
  async create({ operation, input, text, scenario, isLocal }: JobRequest): Promise<JobRecord> {
    const { clock, jobs, seed } = this.#options;
    const sequence = jobs.nextSequence;
    const atMs = clock.now();
    const durationMs = drawDuration(scenario, sequence, this.#options);
    const name = kinds[operation].nameOf?.(input);
    const job: JobRecord = {
      id: identifier(seed, "job", sequence),
      operation,
      input: text,
      ...(name !== undefined && { name }),
      ...(isLocal && { isLocal }),
      sequence,
      createdAtMs: atMs,
      dueAtMs: durationMs === null ? null : atMs + durationMs,
      status: firstStatus,
      history: [{ status: firstStatus, atMs }],
      videos: [],
    };
    if (durationMs !== 0) {
      jobs.add(job);
      this.#begin(job);
      return job;
    }
    this.#runOf(job.id).isEnding = true;
    try {
      jobs.add(job);
      await this.#finish(job);
      return jobs.get(job.id) ?? job;
    } catch (error) {
      this.stop(job.id);
      throw error;
    }
  }

  /**
   * Gives a job another status by hand. One that is completed gets its videos, unless its output is given; one that is moved back
   * renders again.
   *
   * @throws {Error} when it cannot be completed, with the reason
   */
  async move(job: JobRecord, change: JobChange): Promise<void> {
    const { jobs, clock } = this.#options;
    const makesVideos =
      change.status === "completed" && change.output === undefined && !job.videos.some(isRendered);
    const run = this.#runOf(job.id);
    const { isEnding = false } = run;
    run.isEnding = true;
    try {
      const outcome = makesVideos ? await this.#makeVideos(job, run) : {};
      jobs.change(job.id, { ...this.#dated(outcome), ...change }, clock.now());
    } catch (error) {
      run.isEnding = isEnding;
      clock.expect(job.dueAtMs ?? Infinity);
      throw error;
    }
    if (this.#runs.get(job.id) !== run) return;
    this.stop(job.id);
    const present = jobs.get(job.id);
    if (present) this.#begin(present);
  }

  /** When the next job ends by itself. */
  nextTimeMs(): number | undefined {
    return this.#nextJob()?.dueAtMs ?? undefined;
  }

  takeUntil(timeMs: number): Task | undefined {
    const job = this.#nextJob();
    if (!job || job.dueAtMs === null || job.dueAtMs > timeMs) return undefined;
    this.#runOf(job.id).isEnding = true;
    return { timeMs: job.dueAtMs, run: () => this.#finish(job) };
  }

  /** Stops the work for all jobs: for a reset. Settles when the renderer uses none of its files any more. */
  clear(): Promise<void> {
    for (const { stop } of this.#runs.values()) stop.abort();
    this.#runs = new Map();
    return this.#options.queue.settle();
  }

  /** Stops the work for one job. */
  stop(id: string): void {
    this.#runs.get(id)?.stop.abort();
    this.#runs.delete(id);
  }

  /** Stops all work, and starts none any more. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.clear();
  }

  /** Of the jobs that wait for their time the first that is not ending already. */
  #nextJob(): JobRecord | undefined {
    for (const job of this.#options.jobs.waiting())
      if (!this.#runs.get(job.id)?.isEnding) return job;
    return undefined;
  }

  /** The videos of a job that is completed by hand, whatever its request has chosen. */
  async #makeVideos(job: JobRecord, run: Run): Promise<Outcome> {
    const begun = await run.outcome;
    const outcome = begun?.videos?.some(isRendered) ? begun : await this.#produce(job, run, {});
    if (outcome.videos?.some(isRendered)) return outcome;
    throw new Error(outcome.error);
  }

  /** Begins what can be done for a job before its time. */
  #begin(job: JobRecord): void {
    if (job.status !== firstStatus || job.dueAtMs === null || this.#isClosed) return;
    if (this.#options.rendersAtOnce) {
      const run = this.#runOf(job.id);
      run.outcome = this.#produce(job, run);
    } else this.#prefetch(job);
    this.#options.clock.expect(job.dueAtMs);
  }

  /** Spreadsheets are fetched while the job renders, not when it ends. */
  #prefetch(job: JobRecord): void {
    const kind = kinds[job.operation];
    const source = kind.source?.(job);
    if (source && kind.findFault?.(job) === undefined)
      void this.#readRows(source, job, this.#runOf(job.id));
  }

  async #finish(job: JobRecord): Promise<void> {
    const run = this.#runOf(job.id);
    const outcome = await (run.outcome ?? this.#produce(job, run));
    const status = outcome.videos?.some(isRendered) ? "completed" : "failed";
    this.#end(job.id, run, status, outcome);
  }

  /** Keeps how a job has ended; later, when that is not possible now. */
  #end(id: string, run: Run, status: JobStatus, outcome: Outcome): void {
    const { clock, jobs } = this.#options;
    // It may have been moved, or removed, in the meantime.
    if (this.#isClosed || this.#runs.get(id) !== run) return;
    try {
      jobs.change(id, { status, ...this.#dated(outcome) }, clock.now());
      this.#runs.delete(id);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      setTimeout(() => this.#end(id, run, status, outcome), retryMs).unref();
    }
  }

  /** Videos can be fetched for so long from the end of their job, however long it took. */
  #dated({ videos, ...outcome }: Outcome): Omit<JobChange, "status"> {
    const endMs = this.#options.clock.now() + videoLifetimeMs;
    const dated = videos?.map((video) => ({
      ...video,
      expiresAtMs: isRendered(video) ? endMs : 0,
    }));
    return { ...outcome, ...(dated && { videos: dated }) };
  }

  /** Makes all videos of a job. Never rejects: what goes wrong is a part of the outcome. */
  async #produce(job: JobRecord, run: Run, scenario?: Scenario): Promise<Outcome> {
    scenario ??= drawScenario(findScenario(inputOf(job)), job.sequence, this.#options);
    try {
      return await this.#render(job, run, scenario);
    } catch (reason) {
      return { error: messageOf(reason) };
    } finally {
      await this.#options.renderer?.release?.(job.id);
    }
  }

  async #render(job: JobRecord, run: Run, { failure, failingRow }: Scenario): Promise<Outcome> {
    const { jobs, queue } = this.#options;
    const kind = kinds[job.operation];
    const error = failure ?? kind.findFault?.(job);
    if (error !== undefined) return { error };
    const source = kind.source?.(job);
    const rows = source && kind.parts?.(job, await this.#readRows(source, job, run));
    const shares = rows?.map(() => 0) ?? [0];
    const report = (place: number, share: number) => {
      shares[place] = share;
      const [done, total] = [shares.reduce((sum, each) => sum + each), shares.length];
      if (done < total && this.#runs.get(job.id) === run) jobs.progress(job.id, { done, total });
    };
    const make = (place: number, row?: RenderTask["row"]) => {
      const reportProgress = (share: number) => report(place, share);
      return queue.render({ job, row, reportProgress, signal: run.stop.signal });
    };
    if (!rows) return { videos: [await make(0)] };
    const makeRow = async (row: RowTexts, place: number): Promise<MadeVideo> => {
      try {
        if ("error" in row) throw new Error(row.error);
        if (row.index === failingRow)
          throw new Error(`The request asked for this with emulator:fail-row-${failingRow}.`);
        return { row: row.index, ...(await make(place, row)) };
      } catch (reason) {
        return { row: row.index, error: messageOf(reason) };
      } finally {
        report(place, 1);
      }
    };
    const videos = await Promise.all(rows.map(makeRow));
    if (videos.some(isRendered)) return { videos };
    return { videos, error: "No row of the slice could be rendered." };
  }

  #readRows(source: Source, job: JobRecord, run: Run): Promise<DataRows> {
    if (!run.rows) {
      run.rows = this.#options.readRows(source, job, run.stop.signal);
      // A failure is handled when the job ends; until then nobody listens.
      run.rows.catch(() => {});
    }
    return run.rows;
  }

  #runOf(id: string): Run {
    let run = this.#runs.get(id);
    if (!run) this.#runs.set(id, (run = { stop: new AbortController() }));
    return run;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
