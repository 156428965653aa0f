/** A render job, as the emulator keeps it. */
import type { Json, JsonObject } from "../contract/document.ts";
import type { OperationId } from "../contract/operations.ts";

/** Operations that start a job. */
export type CreateOperationId = Extract<OperationId, `create${string}`>;

export interface Job {
  id: string;
  /** The operation that started it, which is also what kind of job it is. */
  operation: CreateOperationId;
  /** The request body. */
  input: JsonObject;
  /** Counts the jobs of a data folder from 1. */
  sequence: number;
  createdAtMs: number;
  /** When rendering ends by itself; null for a job that only the control plane moves. */
  dueAtMs: number | null;
  /** `rendering`, `completed`, `failed`, or whatever the control plane has set. */
  status: string;
  /** Every status the job has had, the present one last. */
  history: { status: string; atMs: number }[];
  videos: JobVideo[];
  /** Why the job failed as a whole. */
  error?: string;
  /** Stands in for what `output` would be, when the control plane has set it. */
  output?: Json;
}

/** One video of a job, or the reason why there is none. */
export interface JobVideo {
  /** Index of the data row, counted as in the request; none for a job that yields one video. */
  row?: number;
  /** Path of the file. */
  file?: string;
  error?: string;
  expiresAtMs: number;
}

/** How long a finished video can be fetched: the assumption `videos-expire`. */
export const videoLifetimeMs = 3_600_000;
