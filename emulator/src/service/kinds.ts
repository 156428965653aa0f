/** The kinds of job, and all that tells them apart: a kind for each operation that creates a job. */
import type { HpJobInput } from "../../../generated/schema.d.ts";
import type { AnsweredForm } from "../contract/answered-form.ts";
import type { JsonObject } from "../contract/json.ts";
import {
  firstStatus,
  inputOf,
  isRendered,
  type JobKind,
  type JobRecord,
  videoPath,
} from "../jobs/job.ts";
import type { Kinds } from "../jobs/kind.ts";
import { fillSegments, findInputFault, rowRules, sliceOf } from "./rows.ts";
import { readSheet } from "./sheet.ts";

/** @param answers of the owner: what the contract says in words of its own is done as they say */
export const kindsFor = (answers: AnsweredForm) =>
  ({
    createLipsyncVideo: {
      receipt: (job, origin) => ({
        job_id: job.id,
        input: inputOf(job),
        status: job.status,
        output: outputText(job, origin),
      }),
    },

    createDynamicSlideVideo: {
      receipt: (job, origin) => ({
        job_id: job.id,
        status: job.status,
        output: outputText(job, origin),
      }),
    },

    createHpJob: {
      nameOf: (input) => String(input["project_name"]),
      receipt: ({ id, status, input, name = "" }) => ({
        job_id: id,
        status,
        output: "",
        data_json: input,
        project_name: name,
      }),
      readBack: {
        operation: "getHpJob",
        show: (job, origin, example) => ({
          // The contract shows one word for it as an example, and no list.
          job_type: example["job_type"],
          job_id: job.id,
          status: job.status,
          project_name: job.name ?? "",
          output:
            job.output ??
            (job.status === firstStatus ? noOutput(answers) : outputObject(job, origin)),
        }),
      },
      reasonToFail: (job) => findInputFault(inputOf(job), rowRules(answers)),
      readRows: async (job, addresses, signal) => {
        const input = inputOf<HpJobInput>(job);
        const slice = sliceOf(input, rowRules(answers));
        const rows = await readSheet(input.data_xlsx_url, slice, addresses, signal);
        return fillSegments(input, rows, slice);
      },
    },
  }) satisfies Kinds;

type OwnKinds = ReturnType<typeof kindsFor>;

/** The operations that read a job back. */
export type ReadOperation = {
  [Name in JobKind]: OwnKinds[Name] extends { readBack: { operation: infer Id } } ? Id : never;
}[JobKind];

/** The output of a job that yields one video: its address once it is there, until then an empty string. */
function outputText(job: JobRecord, origin: string): string {
  // A move by hand may ask for another type: then a check of the receipt finds it.
  if (job.output !== undefined) return job.output as string;
  return job.videos[0] && isRendered(job.videos[0]) ? origin + videoPath(job, 0) : "";
}

/** The output of an HP job that renders. */
const noOutput = (answers: AnsweredForm): string | JsonObject =>
  answers.verdictOn("hp-output-while-rendering") === "yes" ? "" : {};

/** The output of a job that yields a video for each row. */
function outputObject(job: JobRecord, origin: string): Record<string, unknown> {
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
