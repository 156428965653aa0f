/** Render jobs. */
import type { JobStatus } from "../../../generated/schema.d.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { OperationId } from "../contract/operations.ts";

/** Operations that start a job. */
export type CreateOperationId = Extract<OperationId, `create${string}`>;

/** A render job, as it is shown to whoever runs the emulator. */
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
  status: JobStatus;
  /** Every status the job has had, the present one last. */
  history: StatusChange[];
  videos: JobVideo[];
  /** Why the job failed as a whole. */
  error?: string;
  /** Stands in for what `output` would be, when the control plane has set it. */
  output?: Json;
  /** How far the renderer is, while it works. */
  progress?: JobProgress;
}

/** Videos that are done, of all that the job makes. A part of one counts as a part. */
export interface JobProgress {
  done: number;
  total: number;
}

/** A status, and since when a job has had it. */
export interface StatusChange {
  status: JobStatus;
  atMs: number;
}

/**
 * A render job, as it is kept. Thousands may be, and what each is made of has to be moved and marked by the garbage collector again
 * and again: so a new job is one object and its texts.
 */
export interface JobRecord extends Omit<Job, "input" | "history" | "videos"> {
  /** The request body, as JSON text. */
  input: string;
  /** What an HP job is called, which is repeated at every read. */
  projectName?: string | undefined;
  /** The statuses that came after the first. */
  changes?: StatusChange[];
  videos?: JobVideo[];
}

/** The status of a new job. */
export const firstStatus = "rendering";

/** The request body of a job. */
export function inputOf({ input }: JobRecord): JsonObject {
  return JSON.parse(input) as JsonObject;
}

/** A copy of a job, to be shown. */
export function presentJob(record: JobRecord): Job {
  const { projectName: _, changes = [], videos = [], ...kept } = record;
  const history: StatusChange[] = [{ status: firstStatus, atMs: record.createdAtMs }, ...changes];
  return structuredClone({ ...kept, input: inputOf(record), history, videos });
}

/** One video of a job, or the reason why there is none. */
export interface JobVideo {
  /** Index of the data row, counted as in the request; none for a job that yields one video. */
  row?: number;
  /** Path of the file, if a renderer has made one. */
  file?: string;
  /** Path of a picture of it, if the renderer has made one. */
  poster?: string;
  /** The renderer's word for how close it is to what a service would make. */
  fidelity?: string;
  /** Name of the clip of the emulator that stands for the video, if there is no renderer. */
  clip?: string;
  error?: string;
  expiresAtMs: number;
}

/** True when there is something to fetch. */
export function isRendered({ file, clip }: JobVideo): boolean {
  return file !== undefined || clip !== undefined;
}

/** How long a finished video can be fetched: the assumption `videos-expire`. */
export const videoLifetimeMs = 3_600_000;
