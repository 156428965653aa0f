/** From a job to its videos. */
import type { HpJobInput } from "../../../generated/schema.d.ts";
import { fillSegments, findInputFault, type DataRows, type RowTexts } from "./hp-rows.ts";
import { type JobProgress, type JobVideo, isRendered } from "./job.ts";
import type { RenderTask } from "./renderer.ts";
import type { Scenario } from "./scenario.ts";
import { isSampleAddress } from "../spreadsheet/sample.ts";

/** What one job yields: its videos, or why there are none. */
export interface Outcome {
  videos?: JobVideo[];
  error?: string;
}

export interface Producer {
  /** The data rows of a job. Rejects with the reason why there are none. */
  readRows(task: HpTask): Promise<DataRows>;
  /** Makes one video. Rejects with the reason why there is none. */
  render(task: RenderTask, report: (share: number) => void): Promise<JobVideo>;
  /** How many videos of a job may be made at once. */
  rowsAtOnce: number;
  /** Called with how far the job is. */
  report(progress: JobProgress): void;
}

export type HpTask = RenderTask & { operation: "createHpJob"; input: HpJobInput };

export function isHpTask(task: RenderTask): task is HpTask {
  return task.operation === "createHpJob";
}

/** The sample is there at once; most jobs of most tests have it, and need no work before their time. */
export function needsFetch({ input }: HpTask): boolean {
  return !isSampleAddress(input.data_xlsx_url) && findInputFault(input) === undefined;
}

/** Makes all videos of a job. Never rejects: what goes wrong is a part of the outcome. */
export async function produce(
  task: RenderTask,
  { failure, failingRow }: Scenario,
  producer: Producer,
): Promise<Outcome> {
  if (failure !== undefined) return { error: failure };
  try {
    if (isHpTask(task)) return await produceRows(task, failingRow, producer);
    const report = (share: number) => producer.report({ done: share, total: 1 });
    return { videos: [await producer.render(task, report)] };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

async function produceRows(
  task: HpTask,
  failingRow: number | undefined,
  producer: Producer,
): Promise<Outcome> {
  const fault = findInputFault(task.input);
  if (fault !== undefined) return { error: fault };
  const rows = fillSegments(task.input, await producer.readRows(task));
  const shares: number[] = rows.map(() => 0);
  const report = (place: number, share: number) => {
    shares[place] = share;
    const done = shares.reduce((sum, each) => sum + each, 0);
    if (done < rows.length) producer.report({ done, total: rows.length });
  };
  const videos = await mapAtOnce(producer.rowsAtOnce, rows, async (row, place) => {
    const video = await produceRow(task, row, failingRow, producer, (share) =>
      report(place, share),
    );
    report(place, 1);
    return video;
  });
  if (videos.some(isRendered)) return { videos };
  return { videos, error: "No row of the slice could be rendered." };
}

/** Like `map`, with so many at once. */
async function mapAtOnce<T, R>(
  atOnce: number,
  items: T[],
  map: (item: T, place: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const pending = items.entries();
  const work = async () => {
    for (const [place, item] of pending) results[place] = await map(item, place);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}

async function produceRow(
  task: HpTask,
  row: RowTexts,
  failingRow: number | undefined,
  producer: Producer,
  report: (share: number) => void,
): Promise<JobVideo> {
  const failed = (error: string): JobVideo => ({ row: row.index, error, expiresAtMs: 0 });
  if ("error" in row) return failed(row.error);
  if (row.index === failingRow)
    return failed(`The request asked for this with emulator:fail-row-${failingRow}.`);
  try {
    return { row: row.index, ...(await producer.render({ ...task, row }, report)) };
  } catch (error) {
    return failed(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
