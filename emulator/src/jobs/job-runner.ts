/** The life of a job: it is created, renders for a while, and ends. */
import type { HpJobInput } from "../../../generated/schema.d.ts";
import type { JsonObject } from "../contract/document.ts";
import { createIdentifiers } from "../random.ts";
import type { Clock } from "../time/clock.ts";
import { fillSegments, findInputFault, type Row, type RowTexts } from "./hp-rows.ts";
import {
  type CreateOperationId,
  firstStatus,
  inputOf,
  type JobRecord,
  type JobVideo,
  videoLifetimeMs,
} from "./job.ts";
import type { JobStore } from "./job-store.ts";
import type { Renderer, RenderTask } from "./renderer.ts";
import { findScenario, type Scenario } from "./scenario.ts";

export interface JobRunnerOptions {
  clock: Clock;
  store: JobStore;
  renderer: Renderer;
  /** Reads the data rows of a spreadsheet, without its header. Rejects with the reason why it cannot. */
  readRows: (url: string) => Promise<Row[]>;
  seed: number;
  /** How long a job renders; null for ever, until the control plane moves it. */
  renderMs: number | null;
}

export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #identify: (sequence: number) => string;
  /** Spreadsheets are read while the job renders, not when it ends. */
  readonly #rows = new Map<string, Promise<Row[]>>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#identify = createIdentifiers(options.seed, "job");
  }

  /** Creates a job. Settles when the store has it; an instant job is finished by then. */
  async create(operation: CreateOperationId, input: JsonObject): Promise<JobRecord> {
    const { clock, store } = this.#options;
    const sequence = ++store.sequence;
    const atMs = clock.now();
    const durationMs = this.#durationOf(input);
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
    await store.add(job);
    if (durationMs === 0) await this.#finish(job);
    else this.resume(job, { jobId: job.id, operation, input });
    return job;
  }

  /** Goes on with a job that renders: reads its spreadsheet and waits for its time. Of other jobs it does not read the request. */
  resume(job: JobRecord, task?: RenderTask): void {
    if (job.status !== firstStatus || job.dueAtMs === null) return;
    task ??= taskOf(job);
    if (isHpTask(task)) this.#startReading(task);
    this.#options.clock.schedule(job.dueAtMs, () => this.#finish(job));
  }

  #durationOf(input: JsonObject): number | null {
    const { renderMs } = this.#options;
    if (renderMs === null) return null;
    const { durationMs } = findScenario(input);
    return durationMs === undefined ? renderMs : durationMs;
  }

  async #finish(job: JobRecord): Promise<void> {
    const { clock, store } = this.#options;
    const outcome = await this.#produce(taskOf(job));
    this.#rows.delete(job.id);
    // The control plane may have moved or removed the job in the meantime.
    if (job.status !== firstStatus || store.get(job.id) !== job) return;
    const status = outcome.videos?.some(({ file }) => file) ? "completed" : "failed";
    await store.change(job, { status, ...outcome }, clock.now());
  }

  async #produce(task: RenderTask): Promise<{ videos?: JobVideo[]; error?: string }> {
    const scenario = findScenario(task.input);
    if (scenario.failure) return { error: scenario.failure };
    try {
      return isHpTask(task) ? await this.#renderRows(task, scenario) : await this.#renderOne(task);
    } catch (error) {
      return { error: messageOf(error) };
    }
  }

  async #renderOne(task: RenderTask): Promise<{ videos: JobVideo[] }> {
    const { path } = await this.#options.renderer(task);
    return { videos: [{ file: path, expiresAtMs: this.#expiry() }] };
  }

  async #renderRows(
    task: HpTask,
    scenario: Scenario,
  ): Promise<{ videos?: JobVideo[]; error?: string }> {
    const fault = findInputFault(task.input);
    if (fault) return { error: fault };
    const rows = fillSegments(task.input, await this.#startReading(task));
    const videos: JobVideo[] = [];
    for (const row of rows) videos.push(await this.#renderRow(task, row, scenario));
    const failed = videos.every(({ error }) => error);
    return failed ? { videos, error: "No row of the slice could be rendered." } : { videos };
  }

  async #renderRow(task: HpTask, row: RowTexts, { failingRow }: Scenario): Promise<JobVideo> {
    const place = { row: row.index, expiresAtMs: this.#expiry() };
    if ("error" in row) return { ...place, error: row.error };
    if (row.index === failingRow)
      return {
        ...place,
        error: `The request asked for this with emulator:fail-row-${failingRow}.`,
      };
    try {
      const { path } = await this.#options.renderer({ ...task, row });
      return { ...place, file: path };
    } catch (error) {
      return { ...place, error: messageOf(error) };
    }
  }

  #startReading({ jobId, input }: HpTask): Promise<Row[]> {
    let rows = this.#rows.get(jobId);
    if (!rows) {
      rows = this.#options.readRows(input.data_xlsx_url);
      // The failure is met when the job ends; until then nobody listens.
      rows.catch(() => {});
      this.#rows.set(jobId, rows);
    }
    return rows;
  }

  #expiry(): number {
    return this.#options.clock.now() + videoLifetimeMs;
  }
}

type HpTask = RenderTask & { operation: "createHpJob"; input: HpJobInput };

function isHpTask(task: RenderTask): task is HpTask {
  return task.operation === "createHpJob";
}

function taskOf(job: JobRecord): RenderTask {
  return { jobId: job.id, operation: job.operation, input: inputOf(job) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
