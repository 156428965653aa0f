/** From a job to its videos. */
import { kinds, type Source } from "../service/kinds.ts";
import type { DataRows, RowTexts } from "../service/rows.ts";
import { inputOf, isRendered, type JobProgress, type JobRecord, type JobVideo } from "./job.ts";
import type { Order } from "./render-queue.ts";
import type { RenderTask } from "./renderer.ts";
import type { Scenario } from "./scenario.ts";

/** What one job yields: its videos, or why there are none. */
export interface Outcome {
  videos?: JobVideo[];
  error?: string;
}

export interface Producer {
  /** The data rows of a job. Rejects with the reason why there are none. */
  readRows(source: Source): Promise<DataRows>;
  /** Makes one video. Rejects with the reason why there is none. */
  render(order: Omit<Order, "signal">): Promise<JobVideo>;
  /** Called with how far the job is. */
  report(progress: JobProgress): void;
}

/** Makes all videos of a job. Never rejects: what goes wrong is a part of the outcome. */
export async function produce(
  job: JobRecord,
  { failure, failingRow }: Scenario,
  producer: Producer,
): Promise<Outcome> {
  const kind = kinds[job.operation];
  const error = failure ?? kind.findFault?.(job);
  if (error !== undefined) return { error };
  try {
    const source = kind.source?.(job);
    const rows = source && (await producer.readRows(source));
    if (!kind.parts || !rows) return { videos: [await renderWhole(job, producer)] };
    return await renderRows(job, kind.parts(job, rows), failingRow, producer);
  } catch (reason) {
    return { error: messageOf(reason) };
  }
}

function renderWhole(job: JobRecord, { render, report }: Producer): Promise<JobVideo> {
  const reportProgress = (share: number) => report({ done: share, total: 1 });
  return render({ job, task: taskOf(job), place: 0, reportProgress });
}

async function renderRows(
  job: JobRecord,
  rows: RowTexts[],
  failingRow: number | undefined,
  { render, report }: Producer,
): Promise<Outcome> {
  const shares: number[] = rows.map(() => 0);
  const note = (place: number, share: number) => {
    shares[place] = share;
    const done = shares.reduce((sum, each) => sum + each, 0);
    if (done < rows.length) report({ done, total: rows.length });
  };
  const renderRow = async (row: RowTexts, place: number): Promise<JobVideo> => {
    const failed = (error: string): JobVideo => ({ row: row.index, error, expiresAtMs: 0 });
    if ("error" in row) return failed(row.error);
    if (row.index === failingRow)
      return failed(`The request asked for this with emulator:fail-row-${failingRow}.`);
    const reportProgress = (share: number) => note(place, share);
    try {
      const task = { ...taskOf(job), row };
      return { row: row.index, ...(await render({ job, task, place, reportProgress })) };
    } catch (error) {
      return failed(messageOf(error));
    }
  };
  const videos = await Promise.all(
    rows.map(async (row, place) => {
      const video = await renderRow(row, place);
      note(place, 1);
      return video;
    }),
  );
  if (videos.some(isRendered)) return { videos };
  return { videos, error: "No row of the slice could be rendered." };
}

function taskOf(job: JobRecord): RenderTask {
  return { jobId: job.id, operation: job.operation, input: inputOf(job) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
