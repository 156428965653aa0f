/** Jobs that are moved by hand. */
import { check, FieldError } from "../contract/check.ts";
import { operationOf, presentSuccess, responseValidator } from "../contract/contract.ts";
import { findProblems } from "../contract/find-problems.ts";
import { changeJob, type JobChange, type JobRecord } from "../jobs/job.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";

/**
 * Gives a job another status by hand.
 *
 * @throws {FieldError} for what is no move, and for one that would make a response which the contract does not allow
 */
export async function moveJob(parts: EmulatorParts, job: JobRecord, value: unknown): Promise<void> {
  const asked = check<JobChange>("jobChange", value);
  const change = { ...asked, status: parts.contract.answered.ownStatus(asked.status) };
  const problem = findMisfit(parts, changeJob(job, change, parts.clock.now()));
  if (problem) throw new FieldError([problem]);
  await parts.jobs.move(job, change);
}

/** What of a job the contract does not allow: in its receipt, and in what reads it back. */
function findMisfit({ contract, jobs }: EmulatorParts, job: JobRecord) {
  const { receipt, readBack } = jobs.kinds[job.operation];
  const id = readBack?.operation ?? job.operation;
  const operation = operationOf(contract, id);
  const reply = readBack?.show(job, "http://localhost", operation.example);
  const made = reply ?? receipt(job, "http://localhost");
  return findProblems(
    responseValidator(contract, id),
    presentSuccess(contract, operation, made),
  )[0];
}
