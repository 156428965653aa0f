/** The life of a job: it is created, renders for a while, and ends. */
import type { JsonObject } from "../contract/json.ts";
import { StorageError } from "../journal/storage-error.ts";
import { createIdentifiers } from "../random.ts";
import type { Clock } from "../time/clock.ts";
import { type Chances, drawDuration, drawScenario } from "./draw.ts";
import { type DataRows, type DataSlice, sliceOf } from "./hp-rows.ts";
import type { JobFolders } from "./job-folders.ts";
import { type CreateOperationId, firstStatus, inputOf, isRendered, type JobRecord } from "./job.ts";
import type { JobChange } from "./job-event.ts";
import type { JobStore } from "./job-store.ts";
import { type HpTask, isHpTask, needsFetch, type Outcome, produce } from "./produce.ts";
import { RendererCalls } from "./renderer-calls.ts";
import type { Download, Renderer, RenderTask } from "./renderer.ts";
import { findScenario, type Scenario } from "./scenario.ts";

export interface JobRunnerOptions extends Chances {
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
}

/** How long to wait before what could not be stored is tried again. */
const retryMs = 500;

export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #calls: RendererCalls;
  readonly #identify: (sequence: number) => string;
  /** Work for a job that can be aborted. */
  readonly #running = new Map<string, { stop: AbortController; rows?: Promise<DataRows> }>();
  /** Outcomes of jobs at once that are not due yet. */
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  #closed = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#calls = new RendererCalls(options);
    this.#identify = createIdentifiers(options.seed, "job");
  }

  /**
   * Creates a job. Settles when the store has it; an instant job is finished by then.
   *
   * @param text the input as it was received: to write it anew takes half a microsecond
   * @param scenario what the request chooses
   * @throws {StorageError} when it cannot be stored: then there is no job
   */
  async create(
    operation: CreateOperationId,
    input: JsonObject,
    text: string,
    scenario: Scenario,
  ): Promise<JobRecord> {
    const { clock, store } = this.#options;
    if (!store.hasRoom)
      throw new StorageError(
        `There are ${store.size} jobs, and all of them render. Let some end, reset the emulator, or allow more with --max-jobs.`,
      );
    const sequence = ++store.sequence;
    const atMs = clock.now();
    const durationMs = drawDuration(scenario, sequence, this.#options);
    const job: JobRecord = {
      id: this.#identify(sequence),
      operation,
      input: text,
      projectName: input["project_name"] as string | undefined,
      sequence,
      createdAtMs: atMs,
      dueAtMs: durationMs === null ? null : atMs + durationMs,
      status: firstStatus,
    };
    const stored = store.add(job);
    if (stored) await stored;
    if (durationMs === 0) await this.#finish(job);
    else this.resume(job, { jobId: job.id, operation, input });
    return job;
  }

  /** Continues a job that renders: reads its spreadsheet and waits for its time. Of other jobs it does not read the request. */
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
    const { clock, store, renderMs } = this.#options;
    const makesVideos =
      // Where nothing is assumed, no status is known to come with videos.
      renderMs !== null &&
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

  /** Stops the work for all jobs: for a reset. Settles when the renderer uses none of its files any more. */
  clear(): Promise<void> {
    for (const id of this.#running.keys()) this.#stop(id);
    this.#outcomes.clear();
    return this.#calls.settle();
  }

  /** Stops all work, and starts none any more. */
  close(): Promise<void> {
    this.#closed = true;
    return this.clear();
  }

  async #finish(job: JobRecord): Promise<void> {
    const outcome = await (this.#outcomes.get(job.id) ?? this.#produce(job, taskOf(job)));
    this.#outcomes.delete(job.id);
    await this.#end(job, {
      status: outcome.videos?.some(isRendered) ? "completed" : "failed",
      ...outcome,
    });
  }

  /** Stores how a job has ended; later, when that is not possible now. */
  async #end(job: JobRecord, change: JobChange): Promise<void> {
    const { clock, store } = this.#options;
    this.#running.delete(job.id);
    // It may have been moved or removed in the meantime.
    if (this.#closed || job.status !== firstStatus || store.get(job.id) !== job) return;
    try {
      await store.change(job, change, clock.now());
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      setTimeout(() => void this.#end(job, change), retryMs).unref();
    }
  }

  async #produce(job: JobRecord, task: RenderTask, scenario?: Scenario): Promise<Outcome> {
    const { store, renderer } = this.#options;
    // Taken once: whoever stops the job stops all that is still to come of it.
    const signal = renderer && this.#runningOf(job.id).stop.signal;
    scenario ??= drawScenario(findScenario(task.input), job.sequence, this.#options);
    const outcome = await produce(task, scenario, {
      readRows: (hpTask) => this.#startReading(hpTask),
      render: (videoTask, report) => this.#calls.render(videoTask, report, signal),
      rowsAtOnce: renderer?.rowsAtOnce ?? 1,
      report: (progress) => {
        if (store.get(job.id) === job && job.status === firstStatus) store.progress(job, progress);
      },
    });
    await renderer?.release?.(job.id);
    return outcome;
  }

  #startReading(task: HpTask): Promise<DataRows> {
    const running = this.#runningOf(task.jobId);
    if (!running.rows) {
      const { data_xlsx_url: url } = task.input;
      running.rows = this.#options.readRows(url, sliceOf(task.input), running.stop.signal);
      // A failure is handled when the job ends; until then nobody listens.
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

function taskOf(job: JobRecord): RenderTask {
  return { jobId: job.id, operation: job.operation, input: inputOf(job) };
}
