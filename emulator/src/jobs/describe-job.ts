/** Jobs in the forms in which the operations show them. */
import type {
  HpJob,
  HpJobReceipt,
  LipsyncVideoInput,
  LipsyncVideoReceipt,
  DynamicSlideVideoReceipt,
} from "../../../generated/schema.d.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Operation } from "../contract/operations.ts";
import { firstStatus, isRendered, type JobRecord } from "./job.ts";

/** Path of one video of a job. Whoever knows the identifier of the job may fetch it, as with a signed address. */
export function videoPath({ id }: { id: string }, index: number): string {
  return `/emulator/media/${id}/${index + 1}.mp4`;
}

/** Path of the picture that shows one video of a job. */
export function posterPath({ id }: { id: string }, index: number): string {
  return `/emulator/media/${id}/${index + 1}.jpg`;
}

export function describeLipsyncJob(
  job: JobRecord,
  body: JsonObject,
  origin: string,
): LipsyncVideoReceipt {
  const input = body as unknown as LipsyncVideoInput;
  return { job_id: job.id, input, status: job.status, output: outputText(job, origin) };
}

export function describeSlideJob(job: JobRecord, origin: string): DynamicSlideVideoReceipt {
  return { job_id: job.id, status: job.status, output: outputText(job, origin) };
}

export function describeCreatedHpJob(job: JobRecord): HpJobReceipt {
  const { id, status, input, projectName = "" } = job;
  return { job_id: id, status, output: "", data_json: input, project_name: projectName };
}

/** The contract shows one `job_type` as an example, and no list. */
export function describeHpJob(job: JobRecord, origin: string, { example }: Operation): HpJob {
  const { id, status, projectName = "" } = job;
  const jobType = example["job_type"] as HpJob["job_type"];
  const output = (job.output ?? describeOutput(job, origin)) as HpJob["output"];
  return { job_type: jobType, job_id: id, status, project_name: projectName, output };
}

/** The output of a job that yields one video: its address once it is there, until then an empty string. */
function outputText(job: JobRecord, origin: string): string {
  if (typeof job.output === "string") return job.output;
  return job.videos?.[0] && isRendered(job.videos[0]) ? origin + videoPath(job, 0) : "";
}

function describeOutput(job: JobRecord, origin: string): Record<string, unknown> {
  if (job.status === firstStatus) return {};
  const videos = (job.videos ?? []).map((video, index) => ({
    row: video.row ?? index + 1,
    ...(isRendered(video)
      ? {
          status: "completed",
          video_url: origin + videoPath(job, index),
          expires_at: new Date(video.expiresAtMs).toISOString(),
        }
      : { status: "failed", error: video.error }),
  }));
  return {
    ...(videos.length > 0 && { videos }),
    ...(job.error !== undefined && { error: job.error }),
  };
}
