/** The kinds of job, and all that tells them apart. */
import type {
  DynamicSlideVideoReceipt,
  HpJob,
  HpJobInput,
  HpJobReceipt,
  LipsyncVideoInput,
  LipsyncVideoReceipt,
} from "../../../generated/schema.d.ts";
import type { JsonObject } from "../contract/json.ts";
import { firstStatus, inputOf, isRendered, type JobRecord, videoPath } from "../jobs/job.ts";
import type { JobKind, OperationId } from "./names.ts";
import {
  type DataRows,
  type DataSlice,
  fillSegments,
  findInputFault,
  type RowTexts,
  sliceOf,
} from "./rows.ts";

/** The spreadsheet that a job needs, and which part of it. */
export interface Source {
  address: string;
  slice: DataSlice;
}

export interface Kind {
  /** What the request calls its job. */
  nameOf?(input: JsonObject): string;
  /** What its creation responds with. */
  receipt(job: JobRecord, origin: string): object;
  /** The operation that reads it back, and what that responds with. */
  readBack?: {
    operation: OperationId;
    show(job: JobRecord, origin: string, example: JsonObject): object;
  };
  /** Why the job fails before any work, although every schema allows its request. */
  reasonToFail?(job: JobRecord): string | undefined;
  /** What has to be read before the videos can be made. */
  source?(job: JobRecord): Source;
  /** What each video is made of, or why it cannot be made. A job without this makes one video. */
  parts?(job: JobRecord, rows: DataRows): RowTexts[];
}

export const kinds: Record<JobKind, Kind> = {
  createLipsyncVideo: {
    receipt: (job, origin): LipsyncVideoReceipt => ({
      job_id: job.id,
      input: inputOf<LipsyncVideoInput>(job),
      status: job.status,
      output: outputText(job, origin),
    }),
  },

  createDynamicSlideVideo: {
    receipt: (job, origin): DynamicSlideVideoReceipt => ({
      job_id: job.id,
      status: job.status,
      output: outputText(job, origin),
    }),
  },

  createHpJob: {
    nameOf: (input) => String(input["project_name"]),
    receipt: ({ id, status, input, name = "" }): HpJobReceipt => ({
      job_id: id,
      status,
      output: "",
      data_json: input,
      project_name: name,
    }),
    readBack: {
      operation: "getHpJob",
      show: (job, origin, example): HpJob => ({
        // The contract shows one word for it as an example, and no list.
        job_type: example["job_type"] as HpJob["job_type"],
        job_id: job.id,
        status: job.status,
        project_name: job.name ?? "",
        output: (job.output ?? outputObject(job, origin)) as HpJob["output"],
      }),
    },
    reasonToFail: (job) => findInputFault(inputOf(job)),
    source: (job) => {
      const input = inputOf<HpJobInput>(job);
      return { address: input.data_xlsx_url, slice: sliceOf(input) };
    },
    parts: (job, rows) => fillSegments(inputOf(job), rows),
  },
};

/** The output of a job that yields one video: its address once it is there, until then an empty string. */
function outputText(job: JobRecord, origin: string): string {
  // A move by hand may ask for another type: then a check of the receipt finds it.
  if (job.output !== undefined) return job.output as string;
  return job.videos[0] && isRendered(job.videos[0]) ? origin + videoPath(job, 0) : "";
}

/** The output of a job that yields a video for each row. */
function outputObject(job: JobRecord, origin: string): Record<string, unknown> {
  if (job.status === firstStatus) return {};
  const videos = job.videos.map((video, index) => ({
    row: video.row ?? index + 1,
    ...(isRendered(video)
      ? {
          status: "completed",
          video_url: origin + videoPath(job, index),
          expires_at: new Date(video.expiresAtMs).toISOString(),
          ...(video.warning !== undefined && { warning: video.warning }),
        }
      : { status: "failed", error: video.error }),
  }));
  return {
    ...(videos.length > 0 && { videos }),
    ...(job.error !== undefined && { error: job.error }),
  };
}
