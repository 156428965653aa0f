/** All jobs, also those that the service has no way to read back. */
import { posterPath, videoPath } from "../jobs/describe-job.ts";
import { notFound } from "../http/problem.ts";
import { originOf } from "../http/origin.ts";
import { isRendered, type JobRecord, presentJob } from "../jobs/job.ts";
import { moveJob } from "../jobs/move-job.ts";
import type { EmulatorParts } from "../parts.ts";
import { readPageQuery } from "./page-query.ts";
import type { AddRoute } from "./route.ts";

export function addJobs(add: AddRoute, parts: EmulatorParts): void {
  const { jobs } = parts;
  const find = (id = ""): JobRecord => {
    const job = jobs.get(id);
    if (!job) throw notFound(`There is no job ${id}.`);
    return job;
  };

  add("GET", "/emulator/jobs", ({ request, query }) => {
    const { limit, before, summary } = readPageQuery(query);
    const accepts = readFilter(query);
    const page = jobs.page({ limit, before, accepts });
    const origin = originOf(parts, request);
    const show = summary ? summarizeJob : (job: JobRecord) => showJob(job, origin);
    return { jobs: page.jobs.map(show), next: page.next, total: jobs.size };
  });

  add("GET", "/emulator/jobs/:id", ({ request, parameters: { id } }) =>
    showJob(find(id), originOf(parts, request)),
  );

  add("PATCH", "/emulator/jobs/:id", async ({ request, parameters: { id }, body }) => {
    const job = find(id);
    await moveJob(parts, job, body);
    return showJob(job, originOf(parts, request));
  });
}

/** Only jobs with a status, of an operation, or with a text in their identifier, name or request. */
function readFilter(query: URLSearchParams): ((job: JobRecord) => boolean) | undefined {
  const [status, operation, text] = ["status", "operation", "text"].map((name) => query.get(name));
  if (!status && !operation && !text) return undefined;
  return (job) =>
    (!status || job.status === status) &&
    (!operation || job.operation === operation) &&
    (!text || job.id === text || job.input.includes(text));
}

/** A job in the words of the control plane, without what is long. */
export function summarizeJob(job: JobRecord) {
  const { videos = [], changes = [] } = job;
  return {
    job_id: job.id,
    sequence: job.sequence,
    operation: job.operation,
    status: job.status,
    project_name: job.projectName ?? null,
    created_at: timestamp(job.createdAtMs),
    changed_at: timestamp(changes.at(-1)?.atMs ?? job.createdAtMs),
    due_at: job.dueAtMs === null ? null : timestamp(job.dueAtMs),
    progress: job.progress ?? null,
    error: job.error ?? null,
    video_count: videos.filter(isRendered).length,
    failed_count: videos.filter((video) => !isRendered(video)).length,
  };
}

/** A job in the words of the control plane. */
function showJob(record: JobRecord, origin: string) {
  const job = presentJob(record);
  return {
    ...summarizeJob(record),
    input: job.input,
    output: job.output ?? null,
    history: job.history.map(({ status, atMs }) => ({ status, at: timestamp(atMs) })),
    videos: job.videos.map((video, index) => ({
      row: video.row ?? null,
      url: isRendered(video) ? origin + videoPath(job, index) : null,
      expires_at: isRendered(video) ? timestamp(video.expiresAtMs) : null,
      poster: video.poster === undefined ? null : origin + posterPath(job, index),
      fidelity: video.fidelity ?? null,
      error: video.error ?? null,
    })),
  };
}

function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
