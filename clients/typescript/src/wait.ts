/** Waiting for an HP job: the one kind of job that can be read back. */
import type { CallResult, HpJob, OperationMethods } from "../../../generated/methods.ts";
import {
  firstPollPauseMs,
  maxLastPollMs,
  maxPollPauseMs,
  maxRetryAfterMs,
  maxUnusableResponses,
  maxWaitMs as defaultMaxWaitMs,
  pollPauseGrowth,
} from "../../../generated/policy.ts";
import {
  type ApiError,
  beginCall,
  InvalidResponseError,
  JobWaitTimeoutError,
  RequestError,
} from "./errors.ts";
import { type CallOptions, checkLimit, type ClientOptions, settingsOf } from "./options.ts";
import { endsWait } from "./status.ts";
import { growingPause, pause } from "./timing.ts";

/** Settings of a wait. `timeoutMs`, `maxBodyBytes`, `headers` and `fetchOptions` are those of each poll. */
export interface WatchOptions extends Omit<CallOptions, "deadlineMs" | "retries"> {
  /**
   * Pause before the second poll, in milliseconds. Later pauses grow by half each, to 15 seconds,
   * or to this value if it is longer. Each is shortened at random by up to a quarter.
   *
   * @default 2000
   */
  intervalMs?: number | undefined;
  /**
   * Limit of the whole wait, in milliseconds. Its end, up to five seconds, is kept for a last poll.
   * `Infinity` switches it off.
   *
   * @default 1200000, which is 20 minutes
   */
  maxWaitMs?: number | undefined;
  /**
   * Values of `status` that mean that the job is still rendering. Every other one ends the wait; a
   * job without a status does not. By default the final statuses of the contract end it, or, while
   * the contract names none, every one but `rendering`.
   *
   * @example ["rendering", "RENDERING", "queued"]
   */
  pendingStatuses?: readonly string[] | undefined;
  /** Says whether the wait is over, in place of the statuses. It may take its time to answer. */
  until?: ((job: HpJob) => boolean | Promise<boolean>) | undefined;
}

export interface WaitOptions extends WatchOptions {
  /**
   * Called with the job each time it was read, and with the response that it came in. What it throws or
   * rejects with ends the wait.
   */
  onUpdate?: ((job: HpJob, received: CallResult<HpJob>) => void | Promise<void>) | undefined;
}

/**
 * Yields the job each time it was read, the last time included. A poll that failed temporarily
 * (connection, `408`, `429`, `5xx`) is left out, and followed by another. So are up to five responses
 * in a row that say nothing about the job.
 *
 * @throws {JobWaitTimeoutError} when the time is up
 * @throws {AbortError} when a signal was aborted
 * @throws {ApiError | InvalidResponseError} for a failure that will not pass
 */
export async function* watchHpJob(
  { getHpJob }: Pick<OperationMethods<CallOptions>, "getHpJob">,
  settings: ClientOptions,
  jobId: string,
  options: WaitOptions = {},
): AsyncGenerator<HpJob, void, undefined> {
  const {
    intervalMs = firstPollPauseMs,
    maxWaitMs = defaultMaxWaitMs,
    pendingStatuses,
    until = ({ status }) => endsWait(status, pendingStatuses),
    onUpdate,
    ...call
  } = options;
  checkLimit("intervalMs", intervalMs);
  const reserveMs = Math.min(maxLastPollMs, checkLimit("maxWaitMs", maxWaitMs) / 4);
  const limits = settingsOf(call, settings, "GET");
  const facts = beginCall("waitForHpJob", "GET");
  let last: CallResult<HpJob> | undefined;
  let cause: RequestError | undefined;
  let unusable = 0;
  let pauseMs = 0;
  /** Until the last poll is due. */
  let leftMs = maxWaitMs - reserveMs;
  let pausedUntil = performance.now();
  let isLast = false;
  while (!isLast) {
    // What the poll before took. The clock of a test may stand still while its timers go on.
    leftMs -= Math.max(0, performance.now() - pausedUntil);
    // At the end of the time comes a last poll, however long the one before took.
    isLast = pauseMs >= leftMs;
    pauseMs = Math.min(pauseMs, leftMs);
    leftMs -= pauseMs;
    pausedUntil = performance.now() + pauseMs;
    await pause(pauseMs, limits, facts);
    const maxMs = Math.max(intervalMs, maxPollPauseMs);
    pauseMs = growingPause(intervalMs, maxMs, pollPauseGrowth, facts.attempts++);
    try {
      // The next poll is the retry, so a poll has none of its own.
      last = await getHpJob(jobId, {
        ...call,
        deadlineMs: Math.max(1, reserveMs, leftMs),
        retries: 0,
      }).withResponse();
    } catch (failure) {
      const { status, sent, isSafeToRepeat, retryAfterMs = 0 } = Object(failure) as ApiError;
      // In the time of a wait, any failure of a server can pass.
      const mayPass = isSafeToRepeat || status >= 500;
      // Once a job was read, a 404 says that it is gone.
      const saysNothing = failure instanceof InvalidResponseError || (status === 404 && !last);
      const canGoOn = mayPass || (saysNothing && ++unusable <= maxUnusableResponses);
      if (!canGoOn || !(failure instanceof RequestError)) throw failure;
      if (sent === "yes" || facts.sent === "no") facts.sent = sent;
      cause = failure;
      pauseMs = Math.max(pauseMs, Math.min(retryAfterMs, maxRetryAfterMs));
      continue;
    }
    facts.sent = "yes";
    cause = undefined;
    unusable = 0;
    await onUpdate?.(last.data, last);
    yield last.data;
    if (await until(last.data)) return;
  }
  throw new JobWaitTimeoutError(
    facts,
    `passed its maxWaitMs of ${maxWaitMs}`,
    { maxWaitMs, jobId, lastJob: last?.data, cause },
    false,
    ` The job may still be rendering: go on with waitForHpJob("${jobId}").${cause ? ` Last poll: ${cause.message}` : ""}`,
  );
}
