/** Gives a job another status by hand. */
import { check, FieldError } from "../check/check.ts";
import { answerValidator, operationOf } from "../contract/contract.ts";
import type { Json } from "../contract/json.ts";
import { findProblems } from "../contract/field-problems.ts";
import type { EmulatorParts } from "../parts.ts";
import { describeHpJob, describeSlideJob } from "./describe-job.ts";
import type { JobRecord } from "./job.ts";
import type { JobChange } from "./job-event.ts";

/**
 * Moves a job.
 *
 * @throws {FieldError} for what is no move, and for one that would make an answer which the contract of the profile does not allow
 */
export async function moveJob(parts: EmulatorParts, job: JobRecord, value: unknown): Promise<void> {
  const change = check<JobChange>("jobChange", value);
  const errors = findErrors(parts, { ...job, ...change });
  if (errors.length > 0) throw new FieldError(errors);
  try {
    await parts.runner.move(job, change);
  } catch (error) {
    // What cannot be kept is no mistake of whoever asks.
    if ((error as Error).name === "StorageError") throw error;
    throw new FieldError([
      { pointer: "/status", detail: `The job cannot be completed: ${(error as Error).message}` },
    ]);
  }
}

/** Judges what a read of the job would answer. */
function findErrors({ contract }: EmulatorParts, moved: JobRecord) {
  const isHpJob = moved.operation === "createHpJob";
  const operation = operationOf(contract, isHpJob ? "getHpJob" : "createDynamicSlideVideo");
  const origin = "http://localhost";
  const answer = isHpJob
    ? describeHpJob(moved, origin, operation)
    : { ...describeSlideJob(moved, origin), ...outputOf(moved) };
  return findProblems(answerValidator(contract, operation), answer);
}

/** As it was given, so that one of a wrong type is found. */
function outputOf({ output }: JobRecord): { output?: Json } {
  return output === undefined ? {} : { output };
}
