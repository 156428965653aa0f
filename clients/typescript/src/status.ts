/** What the status of an HP job says: by the contract where it names the values, and by their words where it names none. */
import {
  failedStatusPattern,
  failureStatuses,
  finalStatuses,
  pendingStatuses,
} from "../../../generated/policy.ts";

/** Whether a wait is over at this status. One of `null` or `false` says no more than none. */
export function endsWait(status: unknown, pending?: readonly string[]): boolean {
  if (!status) return false;
  if (pending) return !pending.includes(status as string);
  // A documented word in capitals is still that word.
  if (finalStatuses.length === 0) return !pendingStatuses.includes(String(status).toLowerCase());
  return finalStatuses.includes(status as string);
}

/** Whether a status says that the job failed. */
export function saysFailure(status: unknown): boolean {
  if (failureStatuses.length > 0) return failureStatuses.includes(status as string);
  return looksLikeFailure(status);
}

/** Whether a status that no contract describes, such as that of a row, is likely to mean a failure. */
export function looksLikeFailure(status: unknown): boolean {
  return typeof status === "string" && new RegExp(failedStatusPattern, "i").test(status);
}
