/** Render jobs. */
import type { Json, JsonObject } from "../contract/json.ts";
import type { OperationId } from "../../../generated/names.ts";
import type { Scenario } from "./scenario.ts";

/** Operations that start a job: each starts a kind of its own. */
export type JobKind = Extract<OperationId, `create${string}`>;

/** `rendering`, `completed`, `failed`, or whatever the control plane has set. The contract may have other words for them. */
export type JobStatus = string;

/** A render job, as the control plane shows it. */
export interface Job {
  id: string;
  /** The operation that started it, which is also what kind of job it is. */
  operation: JobKind;
  /** The request body. */
  input: JsonObject;
  /** Counts the jobs of a data folder from 1. */
  sequence: number;
  createdAtMs: number;
  /** When rendering ends by itself; null for a job that only the control plane moves. */
  dueAtMs: number | null;
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
  /** What was read for each video, from then on. */
  rows?: RowTexts[] | undefined;
}

/** Videos that are done, of all that the job makes: none before that is known. A part of one counts as a part. */
export interface JobProgress {
  done: number;
  total: number;
}

/** What was read for one video: the texts of its segments, or why it has none. */
export type RowTexts = { index: number; texts: string[] } | { index: number; error: string };

/** A status, and since when a job has had it. */
export interface StatusChange {
  status: JobStatus;
  atMs: number;
}

/** One video of a job, or the reason why there is none. */
export interface JobVideo {
  /** Index of the data row, counted as in the request; none for a job that yields one video. */
  row?: number;
  /** Path of the file, if a renderer has made one. */
  file?: string;
  /** Path of a picture of it, if the renderer has made one. */
  poster?: string | undefined;
  /** The renderer's word for how close it is to what a service would make. */
  fidelity?: string | undefined;
  /** The renderer's word for what is not as the request asked for it. */
  warning?: string | undefined;
  /** Name of the clip of the emulator that stands for the video, if there is no renderer. */
  clip?: string;
  error?: string;
  expiresAtMs: number;
}

/** A render job, as a store keeps it. No record is ever changed: a job that has changed is another record. */
export interface JobRecord extends Omit<Job, "input">, Omit<Scenario, "durationMs"> {
  /** The request body, as JSON text. */
  readonly input: string;
  /** What its request calls it. */
  readonly name?: string | undefined;
  /** The request came from this machine: what it names may be fetched from this machine too. */
  readonly isLocal?: boolean | undefined;
}

/** How a job is moved by hand. */
export type JobChange = Pick<Job, "status" | "error" | "output">;

/** A video of a job that has not ended. */
export type MadeVideo = Omit<JobVideo, "expiresAtMs">;

/** What a job yields: its videos, or why there are none. */
export interface Outcome {
  videos?: MadeVideo[];
  error?: string;
  rows?: RowTexts[] | undefined;
}

/** The status of a new job. */
export const firstStatus = "rendering";

/** How long a finished video can be fetched: the assumption `videos-expire`. */
const videoLifetimeMs = 3_600_000;

/** The request body of a job, which was checked when it came. */
export function inputOf<Input = JsonObject>({ input }: JobRecord): Input {
  return JSON.parse(input) as Input;
}

/** A copy of a job, to be shown. */
export function presentJob(record: JobRecord): Job {
  const { name: _, isLocal: _isLocal, failure: _failure, failingRow: _row, ...kept } = record;
  return structuredClone({ ...kept, input: inputOf(record) });
}

/** True when there is something to fetch. */
export function isRendered({ file, clip }: MadeVideo): boolean {
  return file !== undefined || clip !== undefined;
}

/**
 * A job after a change. Its videos can be fetched for so long from its end, however long it took. What its rendering had yielded
 * goes when it renders again; that takes as long as it did before.
 */
export function changeJob(job: JobRecord, change: JobChange & Outcome, atMs: number): JobRecord {
  const { error: _, ...kept } = job;
  const history = [...job.history, { status: change.status, atMs }];
  if (change.status === firstStatus) {
    const { output: _output, rows: _rows, ...fresh } = kept;
    const begun = job.history.findLast(({ status }) => status === firstStatus) as StatusChange;
    const dueAtMs = job.dueAtMs === null ? null : atMs + (job.dueAtMs - begun.atMs);
    return { ...fresh, ...change, videos: [], history, dueAtMs };
  }
  const videos = (change.videos ?? job.videos).map((video) => ({
    ...video,
    expiresAtMs: isRendered(video) ? atMs + videoLifetimeMs : 0,
  }));
  return { ...kept, ...change, videos, history };
}

/** Path of one video of a job, or of its picture. Anyone who knows the identifier may fetch it, as with a signed address. */
export function videoPath({ id }: { id: string }, index: number, ending = "mp4"): string {
  return `/emulator/media/${encodeURIComponent(id)}/${index + 1}.${ending}`;
}
