/**
 * Code as consumers write it today, against today's types. It is never run: `npm run diff` compiles
 * it against the types of two contracts, and shows which of it stops compiling. Each function is
 * one habit.
 */
import type {
  Avatar,
  HpJob,
  HpJobReceipt,
  JobStatus,
  LipsyncVideoReceipt,
} from "../../generated/schema.d.ts";

/** Waits for words that other services use. */
export function isDone(job: HpJob): boolean {
  return job.status === "completed" || job.status === "done";
}

/** Stores a status that came from anywhere. */
export function rememberStatus(text: string): JobStatus {
  return text;
}

/** Looks for a field that nobody has promised, and checks what it finds. */
export function findVideo(job: HpJob): string | undefined {
  if (typeof job.output === "string") return undefined;
  const url = job.output["video_url"];
  return typeof url === "string" ? url : undefined;
}

/** Passes an open object on as one. */
export function describeAvatar(avatar: Avatar): { [field: string]: unknown } {
  return avatar;
}

/** Makes an avatar for a test. */
export const someAvatar: Avatar = { any_field: "any value" };

/** Makes a receipt for a test, with the fields that are sure. */
export const someReceipt: HpJobReceipt = { job_id: "1", status: "rendering" };

/** Makes a job for a test, with a status and an output of its own. */
export const someJob: HpJob = {
  job_type: "any",
  job_id: "1",
  status: "finished",
  project_name: "Test",
  output: { anything: 1 },
};

/** Shows the echo of a request, all of whose fields may be missing. */
export function nameModel(job: LipsyncVideoReceipt): string {
  return job.input.model ?? "no model";
}

/** Lists whatever an output holds. */
export function listFields(job: HpJob): string[] {
  return Object.keys(job.output);
}
