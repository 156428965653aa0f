/** The life of a job: it is created, renders for a while, and ends. */
import { setTimeout } from "node:timers/promises";
import type { JsonObject } from "../contract/json.ts";
import { StorageError } from "../journal/storage-error.ts";
import { chance, createIdentifiers } from "../random.ts";
import { isSampleAddress } from "../spreadsheet/sample.ts";
import type { OutcomeOptions } from "../options.ts";
import type { Clock } from "../time/clock.ts";
import { type DataRows, type DataSlice, findInputFault, sliceOf } from "./hp-rows.ts";
import type { JobFolders } from "./job-folders.ts";
import {
  type CreateOperationId,
  firstStatus,
  inputOf,
  isRendered,
  type JobRecord,
  type JobVideo,
  videoLifetimeMs,
} from "./job.ts";
import type { JobChange, JobStore } from "./job-store.ts";
import { type HpTask, isHpTask, type Outcome, produce } from "./produce.ts";
import type { Download, Renderer, RenderTask } from "./renderer.ts";
import { findScenario, type Scenario } from "./scenario.ts";

export interface JobRunnerOptions {
  clock: Clock;
  store: JobStore;
  folders: JobFolders;
  /** Makes the videos; without one, a clip of the emulator stands for each. */
  renderer: Renderer | undefined;
  /** Starts the renderer when a job is created, and not when its time is over. */
  rendersAtOnce: boolean;
  /** Reads some data rows of a spreadsheet. Rejects with the reason why it cannot. */
  readRows: (url: string, slice: DataSlice, signal: AbortSignal) => Promise<DataRows>;
  /** Fetches what a request names, for the renderer. */
  download: Download;
  seed: number;
  /** How long a job renders, from and to; null for ever, until the control plane moves it. */
  renderMs: readonly [number, number] | null;
  /** How likely a job ends otherwise, unless its request chooses. */
  outcome: OutcomeOptions;
}

/** How long a renderer may take to stop; one that does not listen is not waited for. */
const maxStopMs = 1000;

/** How long to wait before what could not be kept is tried again. */
const retryMs = 500;

export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #identify: (sequence: number) => string;
  /** What goes on for a job, so that it can be ended. */
  readonly #running = new Map<string, { stop: AbortController; rows?: Promise<DataRows> }>();
  /** Calls of the renderer that have not come back. */
  readonly #rendering = new Set<unknown>();
  /** Outcomes of jobs at once that are not due yet. */
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  #retries: (() => Promise<void>)[] = [];
  #retryTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#identify = createIdentifiers(options.seed, "job");
  }

  /**
   * Creates a job. Settles when the store has it; an instant job is finished by then.
   *
   * @param scenario what the request chooses
   * @throws {StorageError} when it cannot be kept: then there is no job
   */
  async create(
    operation: CreateOperationId,
    input: JsonObject,
    scenario: Scenario,
  ): Promise<JobRecord> {
    const { clock, store } = this.#options;
    if (!store.hasRoom)
      throw new StorageError(
        `There are ${store.size} jobs, and all of them render. Let some end, reset the emulator, or allow more with --max-jobs.`,
      );
    const sequence = ++store.sequence;
    const atMs = clock.now();
    const durationMs = this.#durationOf(scenario, sequence);
    const job: JobRecord = {
      id: this.#identify(sequence),
      operation,
      input: JSON.stringify(input),
      projectName: input["project_name"] as string | undefined,
      sequence,
      createdAtMs: atMs,
      dueAtMs: durationMs === null ? null : atMs + durationMs,
      status: firstStatus,
    };
    const kept = store.add(job);
    if (kept) await kept;
    if (durationMs === 0) await this.#finish(job);
    else this.resume(job, { jobId: job.id, operation, input });
    return job;
  }

  /** Goes on with a job that renders: reads its spreadsheet and waits for its time. Of other jobs it does not read the request. */
  resume(job: JobRecord, task?: RenderTask): void {
    if (job.status !== firstStatus || job.dueAtMs === null || this.#closed) return;
    task ??= taskOf(job);
    if (this.#options.rendersAtOnce) this.#outcomes.set(job.id, this.#produce(job, task));
    // Spreadsheets are fetched while the job renders, not when it ends.
    else if (isHpTask(task) && needsFetch(task)) void this.#startReading(task);
    this.#options.clock.schedule(job.dueAtMs, () => this.#finish(job));
  }

  /**
   * Gives a job another status by hand. One that is completed gets its videos, unless its output is given.
   *
   * @throws {Error} when it cannot be completed, with the reason
   */
  async move(job: JobRecord, change: JobChange): Promise<void> {
    const { clock, store } = this.#options;
    const makesVideos =
      // Where nothing is assumed, no status is known to come with videos.
      this.#options.renderMs !== null &&
      change.status === "completed" &&
      change.output === undefined &&
      !job.videos?.some(isRendered);
    let outcome: Outcome = {};
    if (makesVideos) {
      outcome = await this.#produce(job, taskOf(job), {});
      if (!outcome.videos?.some(isRendered)) throw new Error(outcome.error);
    }
    this.#stop(job.id);
    await store.change(job, { ...outcome, ...change }, clock.now());
  }

  /** Ends what goes on for all jobs, and forgets it: for a reset. Settles when the renderer has let go of its files. */
  async clear(): Promise<void> {
    for (const id of this.#running.keys()) this.#stop(id);
    this.#outcomes.clear();
    this.#retries = [];
    if (this.#rendering.size === 0) return;
    const inTime = new AbortController();
    const stopped = Promise.allSettled(this.#rendering).then(() => inTime.abort());
    await Promise.race([stopped, setTimeout(maxStopMs, undefined, inTime).catch(() => {})]);
  }

  /** Ends what goes on, and begins nothing any more. */
  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    return this.clear();
  }

  #durationOf(chosen: Scenario, sequence: number): number | null {
    const { renderMs, seed } = this.#options;
    if (renderMs === null) return null;
    const { durationMs } = this.#scenarioOf(chosen, sequence);
    if (durationMs !== undefined) return durationMs;
    const [from, to] = renderMs;
    return from === to ? from : Math.round(from + (to - from) * chance(seed, "render", sequence));
  }

  /** What the request chooses, else what chance does. */
  #scenarioOf(chosen: Scenario, sequence: number): Scenario {
    const { outcome, seed } = this.#options;
    const { fail = 0, stall = 0 } = outcome;
    if (fail + stall === 0 || Object.keys(chosen).length > 0) return chosen;
    const drawn = chance(seed, "outcome", sequence);
    if (drawn < fail) return { failure: "This job was drawn to fail (--outcome)." };
    return drawn < fail + stall ? { durationMs: null } : chosen;
  }

  async #finish(job: JobRecord): Promise<void> {
    const outcome = await (this.#outcomes.get(job.id) ?? this.#produce(job, taskOf(job)));
    this.#outcomes.delete(job.id);
    await this.#end(job, {
      status: outcome.videos?.some(isRendered) ? "completed" : "failed",
      ...outcome,
    });
  }

  /** Writes how a job has ended; later, when that is not possible now. */
  async #end(job: JobRecord, change: JobChange): Promise<void> {
    const { clock, store } = this.#options;
    this.#running.delete(job.id);
    // It may have been moved or removed in the meantime.
    if (this.#closed || job.status !== firstStatus || store.get(job.id) !== job) return;
    try {
      await store.change(job, change, clock.now());
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#retries.push(() => this.#end(job, change));
      this.#armRetry();
    }
  }

  #armRetry(): void {
    if (this.#closed) return;
    this.#retryTimer ??= globalThis
      .setTimeout(() => {
        this.#retryTimer = undefined;
        const due = this.#retries;
        this.#retries = [];
        for (const retry of due) void retry();
      }, retryMs)
      .unref();
  }

  async #produce(job: JobRecord, task: RenderTask, scenario?: Scenario): Promise<Outcome> {
    const { store, renderer } = this.#options;
    // Taken once: whoever stops the job stops all that is still to come of it.
    const signal = renderer && this.#runningOf(job.id).stop.signal;
    const outcome = await produce(
      task,
      scenario ?? this.#scenarioOf(findScenario(task.input), job.sequence),
      {
        readRows: (hpTask) => this.#startReading(hpTask),
        render: (videoTask, report) => this.#render(videoTask, report, signal),
        rowsAtOnce: renderer?.rowsAtOnce ?? 1,
        report: (progress) => {
          if (store.get(job.id) === job && job.status === firstStatus)
            store.progress(job, progress);
        },
      },
    );
    await renderer?.release?.(job.id);
    return outcome;
  }

  async #render(
    task: RenderTask,
    reportProgress: (share: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<JobVideo> {
    const { renderer, folders, clock, download } = this.#options;
    if (!renderer || !signal) return { clip: "still", expiresAtMs: clock.now() + videoLifetimeMs };
    signal.throwIfAborted();
    const rendering = Promise.resolve(
      renderer(task, {
        signal,
        folder: async () => {
          // A folder that is made for a job which is gone would never be removed.
          signal.throwIfAborted();
          return folders.of(task.jobId);
        },
        reportProgress,
        download: (address, file, limits) =>
          download(address, file, {
            ...limits,
            signal: AbortSignal.any([signal, ...(limits.signal ? [limits.signal] : [])]),
          }),
      }),
    );
    this.#rendering.add(rendering);
    try {
      const { path, poster, fidelity } = await rendering;
      return {
        file: folders.toKept(path),
        ...(poster !== undefined && { poster: folders.toKept(poster) }),
        ...(fidelity !== undefined && { fidelity }),
        expiresAtMs: clock.now() + videoLifetimeMs,
      };
    } finally {
      this.#rendering.delete(rendering);
    }
  }

  #startReading(task: HpTask): Promise<DataRows> {
    const running = this.#runningOf(task.jobId);
    if (!running.rows) {
      const { readRows } = this.#options;
      const { data_xlsx_url: url } = task.input;
      running.rows = readRows(url, sliceOf(task.input), running.stop.signal);
      // The failure is met when the job ends; until then nobody listens.
      running.rows.catch(() => {});
    }
    return running.rows;
  }

  #runningOf(id: string) {
    let running = this.#running.get(id);
    if (!running) this.#running.set(id, (running = { stop: new AbortController() }));
    return running;
  }

  #stop(id: string): void {
    this.#running.get(id)?.stop.abort();
    this.#running.delete(id);
  }
}

/** The sample is at hand at once; most jobs of most tests have it, and need nothing that goes on. */
function needsFetch({ input }: HpTask): boolean {
  return !isSampleAddress(input.data_xlsx_url) && findInputFault(input) === undefined;
}

function taskOf(job: JobRecord): RenderTask {
  return { jobId: job.id, operation: job.operation, input: inputOf(job) };
}
