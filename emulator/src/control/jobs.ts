/** All jobs, also those that the service has no way to read back. */
import type { FastifyInstance } from "fastify";
import { originOf } from "../http/origin.ts";
import { videoPath } from "../http/describe-job.ts";
import { notFound } from "../http/problem.ts";
import { isRendered, type JobRecord, presentJob } from "../jobs/job.ts";
import type { Service } from "../service.ts";
import { checkBody, isJobChange } from "./schemas.ts";

type WithId = { Params: { id: string } };

export function addJobs(app: FastifyInstance, { jobs, runner }: Service): void {
  app.get("/emulator/jobs", async (request) => ({
    jobs: jobs.list().map((job) => showJob(job, originOf(request.raw))),
  }));

  app.get<WithId>("/emulator/jobs/:id", async (request) =>
    showJob(find(request.params.id), originOf(request.raw)),
  );

  app.patch<WithId>("/emulator/jobs/:id", async (request) => {
    const job = find(request.params.id);
    await runner.move(job, checkBody(isJobChange, request.body));
    return showJob(job, originOf(request.raw));
  });

  function find(id: string): JobRecord {
    const job = jobs.get(id);
    if (!job) throw notFound(`There is no job ${id}.`);
    return job;
  }
}

/** A job in the words of the control plane. */
export function showJob(record: JobRecord, origin: string) {
  const job = presentJob(record);
  return {
    job_id: job.id,
    operation: job.operation,
    status: job.status,
    input: job.input,
    history: job.history.map(({ status, atMs }) => ({ status, at: timestamp(atMs) })),
    due_at: job.dueAtMs === null ? null : timestamp(job.dueAtMs),
    error: job.error ?? null,
    videos: job.videos.map((video, index) => ({
      row: video.row ?? null,
      url: isRendered(video) ? origin + videoPath(job, index) : null,
      expires_at: isRendered(video) ? timestamp(video.expiresAtMs) : null,
      error: video.error ?? null,
    })),
    progress: job.progress ?? null,
  };
}

function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
