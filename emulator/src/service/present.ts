/** A job in the words of the control plane, and where a request may choose what becomes of one. */
import type { Json } from "../contract/json.ts";
import { listTexts } from "../contract/document.ts";
import { inputOf, isRendered, type JobRecord, posterPath, videoPath } from "../jobs/job.ts";

/** Without what is long. `id` and `name` are what the page shows of a job of any kind. */
export function summarizeJob(job: JobRecord) {
  const { videos, history } = job;
  return {
    id: job.id,
    name: job.name ?? job.operation,
    job_id: job.id,
    sequence: job.sequence,
    operation: job.operation,
    status: job.status,
    project_name: job.name ?? null,
    created_at: timestamp(job.createdAtMs),
    changed_at: timestamp(history.at(-1)?.atMs ?? job.createdAtMs),
    due_at: job.dueAtMs === null ? null : timestamp(job.dueAtMs),
    progress: job.progress ?? null,
    error: job.error ?? null,
    video_count: videos.filter(isRendered).length,
    failed_count: videos.filter((video) => !isRendered(video)).length,
  };
}

/** @param origin base of the addresses of its videos */
export function describeJob(job: JobRecord, origin: string) {
  return {
    ...summarizeJob(job),
    input: inputOf(job),
    output: job.output ?? null,
    history: job.history.map(({ status, atMs }) => ({ status, at: timestamp(atMs) })),
    videos: job.videos.map((video, index) => ({
      row: video.row ?? null,
      url: isRendered(video) ? origin + videoPath(job, index) : null,
      expires_at: isRendered(video) ? timestamp(video.expiresAtMs) : null,
      poster: video.poster === undefined ? null : origin + posterPath(job, index),
      fidelity: video.fidelity ?? null,
      warning: video.warning ?? null,
      error: video.error ?? null,
    })),
  };
}

function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** What a clip says of itself: whose video it stands for. */
export function labelOf(jobId: string, row: number | undefined): object {
  return { job_id: jobId, ...(row !== undefined && { row }) };
}

/** Where a reserved value such as `emulator:fail` may stand: the first of these that a request has. */
const reservable = [
  "project_name",
  "template_id",
  "avatar_id",
  "voice_id",
  "video_url",
  "audio_url",
];

/** A JSON pointer (RFC 6901) into the body; null when it has none of them. */
export function placeForReserved(body: Json): string | null {
  const texts = listTexts(body);
  for (const name of reservable) {
    const found = texts.find(({ property }) => property === name);
    if (found) return found.pointer;
  }
  return null;
}
