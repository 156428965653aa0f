/** What happens to jobs. */
import type { JobStatus } from "../../../generated/schema.d.ts";
import type { Json } from "../contract/json.ts";
import type { JobRecord, JobVideo } from "./job.ts";

/** What can change about a job. */
export interface JobChange {
  status: JobStatus;
  videos?: JobVideo[];
  error?: string;
  output?: Json;
}

/** What is stored, and read again at a start. */
export type JobEvent =
  | { type: "created"; job: JobRecord }
  | { type: "changed"; job: JobRecord; change: JobChange; atMs: number }
  | { type: "cleared" };

/** Called after something has happened. Progress and drops are not stored: both can be found out again. */
export type JobListener = (
  event: JobEvent | { type: "progressed" | "dropped"; job: JobRecord },
) => void;

/** Stores an event before it happens. Rejects when it cannot: then it does not happen. */
export type StoreEvent = (event: JobEvent) => Promise<void>;
