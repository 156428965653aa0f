/** A job in the words of the control plane. */
import { inputOf, isRendered, type JobRecord, videoPath } from "../jobs/job.ts";

/** Without what is long, such as the end of a name. */
export function summarizeJob(job: JobRecord) {
  const { videos, history } = job;
  const name = job.name?.slice(0, 1000);
  return {
    id: job.id,
    name: name ?? job.operation,
    sequence: job.sequence,
    operation: job.operation,
    status: job.status,
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
    rows: job.rows ?? null,
    history: job.history.map(({ status, atMs }) => ({ status, at: timestamp(atMs) })),
    videos: job.videos.map((video, index) => ({
      row: video.row ?? null,
      url: isRendered(video) ? origin + videoPath(job, index) : null,
      expires_at: isRendered(video) ? timestamp(video.expiresAtMs) : null,
      poster: video.poster === undefined ? null : origin + videoPath(job, index, "jpg"),
      fidelity: video.fidelity ?? null,
      warning: video.warning ?? null,
      error: video.error ?? null,
    })),
  };
}

function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
