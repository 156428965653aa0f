/** The life of a job: it is created, renders for a while, and ends. */
import type { HpJobInput } from "../../../generated/schema.d.ts";
import type { JsonObject } from "../contract/document.ts";
import { createIdentifiers } from "../random.ts";
import type { Clock } from "../time/clock.ts";
import { fillSegments, findInputFault, type Row, type RowTexts } from "./hp-rows.ts";
import { type CreateOperationId, type Job, type JobVideo, videoLifetimeMs } from "./job.ts";
import type { JobStore } from "./job-store.ts";
import type { Renderer } from "./renderer.ts";
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
  async create(operation: CreateOperationId, input: JsonObject): Promise<Job> {
    const { clock, store } = this.#options;
    const sequence = ++store.sequence;
    const atMs = clock.now();
    const durationMs = this.#durationOf(input);
    const job: Job = {
      id: this.#identify(sequence),
      operation,
      input,
      sequence,
      createdAtMs: atMs,
      dueAtMs: durationMs === null ? null : atMs + durationMs,
      status: "rendering",
      history: [{ status: "rendering", atMs }],
      videos: [],
    };
    await store.add(job);
    if (durationMs === 0) await this.#finish(job);
    else this.resume(job);
    return job;
  }

  /** Goes on with a job that renders: reads its spreadsheet and waits for its time. */
  resume(job: Job): void {
    if (job.status !== "rendering" || job.dueAtMs === null) return;
    if (isHpJob(job)) this.#startReading(job);
    this.#options.clock.schedule(job.dueAtMs, () => this.#finish(job));
  }

  #durationOf(input: JsonObject): number | null {
    const { renderMs } = this.#options;
    if (renderMs === null) return null;
    const { durationMs } = findScenario(input);
    return durationMs === undefined ? renderMs : durationMs;
  }

  async #finish(job: Job): Promise<void> {
    const { clock, store } = this.#options;
    const outcome = await this.#produce(job);
    this.#rows.delete(job.id);
    // The control plane may have moved or removed the job in the meantime.
    if (job.status !== "rendering" || store.get(job.id) !== job) return;
    const status = outcome.videos?.some(({ file }) => file) ? "completed" : "failed";
    await store.change(job, { status, ...outcome }, clock.now());
  }

  async #produce(job: Job): Promise<{ videos?: JobVideo[]; error?: string }> {
    const scenario = findScenario(job.input);
    if (scenario.failure) return { error: scenario.failure };
    try {
      return isHpJob(job) ? await this.#renderRows(job, scenario) : await this.#renderOne(job);
    } catch (error) {
      return { error: messageOf(error) };
    }
  }

  async #renderOne(job: Job): Promise<{ videos: JobVideo[] }> {
    const { path } = await this.#options.renderer(taskOf(job));
    return { videos: [{ file: path, expiresAtMs: this.#expiry() }] };
  }

  async #renderRows(
    job: HpJob,
    scenario: Scenario,
  ): Promise<{ videos?: JobVideo[]; error?: string }> {
    const fault = findInputFault(job.input);
    if (fault) return { error: fault };
    const rows = fillSegments(job.input, await this.#startReading(job));
    const videos: JobVideo[] = [];
    for (const row of rows) videos.push(await this.#renderRow(job, row, scenario));
    const failed = videos.every(({ error }) => error);
    return failed ? { videos, error: "No row of the slice could be rendered." } : { videos };
  }

  async #renderRow(job: HpJob, row: RowTexts, { failingRow }: Scenario): Promise<JobVideo> {
    const place = { row: row.index, expiresAtMs: this.#expiry() };
    if ("error" in row) return { ...place, error: row.error };
    if (row.index === failingRow)
      return {
        ...place,
        error: `The request asked for this with emulator:fail-row-${failingRow}.`,
      };
    try {
      const { path } = await this.#options.renderer({ ...taskOf(job), row });
      return { ...place, file: path };
    } catch (error) {
      return { ...place, error: messageOf(error) };
    }
  }

  #startReading(job: HpJob): Promise<Row[]> {
    let rows = this.#rows.get(job.id);
    if (!rows) {
      rows = this.#options.readRows(job.input.data_xlsx_url);
      // The failure is met when the job ends; until then nobody listens.
      rows.catch(() => {});
      this.#rows.set(job.id, rows);
    }
    return rows;
  }

  #expiry(): number {
    return this.#options.clock.now() + videoLifetimeMs;
  }
}

type HpJob = Job & { operation: "createHpJob"; input: HpJobInput };

function isHpJob(job: Job): job is HpJob {
  return job.operation === "createHpJob";
}

function taskOf({ id, operation, input }: Job) {
  return { jobId: id, operation, input };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
