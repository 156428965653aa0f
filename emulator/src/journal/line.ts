/** A line of the journal. */
import type { JobRecord } from "../jobs/job.ts";
import type { JobChange } from "../jobs/job-event.ts";
import type { Beginning, ClockState } from "./beginning.ts";

/** Counts the forms that lines have had. */
export const format = 3;

export type Line =
  | ({ format: typeof format; sequence: number } & Beginning)
  | { created: JobRecord }
  | { changed: string; change: JobChange; atMs: number }
  | { cleared: true }
  | { clock: ClockState };
