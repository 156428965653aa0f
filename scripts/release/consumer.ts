/**
 * Code as consumers write it today, against today's types. It is never run: `npm run diff` compiles
 * it against the types of two contracts, and shows which of it stops compiling. Each function is
 * one habit.
 */
import type * as contract from "../../generated/schema.d.ts";

// while job-status-values is open
/** Waits for words that other services use. */
export function isDone(job: contract.HpJob): boolean {
  return job.status === "completed" || job.status === "done";
}

/** Stores a status that came from anywhere. */
export function rememberStatus(text: string): contract.JobStatus {
  return text;
}
// end

// while hp-output-fields is open
/** Looks for a field that nobody has promised, and checks what it finds. */
export function findVideo(job: contract.HpJob): string | undefined {
  if (typeof job.output === "string") return undefined;
  const url = job.output["video_url"];
  return typeof url === "string" ? url : undefined;
}
// end

/** Passes an open object on as one. */
export function describeAvatar(avatar: contract.Avatar): { [field: string]: unknown } {
  return avatar;
}

// while avatar-fields is open
/** Makes an avatar for a test. */
export const someAvatar: contract.Avatar = { any_field: "any value" };
// end

// while hp-create-response-fields is open
/** Makes a receipt for a test, with the fields that are sure. */
export const someReceipt: contract.HpJobReceipt = { job_id: "1", status: "rendering" };
// end

// while job-status-values and job-type-values and hp-output-fields are open
/** Makes a job for a test, with a status and an output of its own. */
export const someJob: contract.HpJob = {
  job_type: "any",
  job_id: "1",
  status: "finished",
  project_name: "Test",
  output: { anything: 1 },
};
// end

/** Shows the echo of a request, all of whose fields may be missing. */
export function nameModel(job: contract.LipsyncVideoReceipt): string {
  return job.input.model ?? "no model";
}

/** Lists whatever an output holds. */
export function listFields(job: contract.HpJob): string[] {
  return Object.keys(job.output);
}
