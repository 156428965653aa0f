/** Waiting for an HP job: the one kind of job that can be read back. */
import type { HpJob } from "../../../generated/methods.ts";
import { growingDelay } from "./backoff.ts";
import { delay } from "./delay.ts";
import {
  type ApiError,
  InvalidResponseError,
  JobWaitTimeoutError,
  RequestError,
} from "./errors.ts";
import { beginCall } from "./facts.ts";
import { type CallOptions, checkDuration, signalsOf } from "./options.ts";
import { isPassing, maxRetryAfterMs } from "./retry.ts";

/** Settings of a wait. `timeoutMs`, `headers` and `fetchOptions` are those of each poll. */
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
   * job without a status does not.
   *
   * @default ["rendering"]
   * @example ["rendering", "RENDERING", "queued"]
   */
  pendingStatuses?: readonly string[] | undefined;
  /**
   * Says whether the wait is over, in place of `pendingStatuses`.
   *
   * @default (job) => !pendingStatuses.includes(job.status)
   */
  until?: ((job: HpJob) => boolean) | undefined;
}

export interface WaitOptions extends WatchOptions {
  /** Called with the job each time it was read. What it throws or rejects with ends the wait. */
  onUpdate?: ((job: HpJob) => void | Promise<void>) | undefined;
}

/** Reads an HP job once. */
export type ReadHpJob = (jobId: string, options: CallOptions) => Promise<HpJob>;

/**
 * Short enough to notice a quick render, long enough not to be a burden. The specification names no
 * interval.
 */
const defaultIntervalMs = 2_000;
const maxIntervalMs = 15_000;
const growthFactor = 1.5;
/**
 * The specification names no duration. A render that takes longer is waited for again, by its
 * identifier.
 */
const defaultMaxWaitMs = 20 * 60_000;
/** Enough for a read that is answered at all. */
const maxLastPollMs = 5_000;
/**
 * How many answers in a row may say nothing about the job: a page of a proxy, half a body, a 404 of
 * a server that does not know it yet. More of them are no accident.
 */
const maxUnusableAnswers = 5;

/** Watches to the end and returns the last reading. See {@link watchHpJob} for how it ends. */
export async function waitForHpJob(
  read: ReadHpJob,
  clientSignal: AbortSignal | undefined,
  jobId: string,
  { onUpdate, ...options }: WaitOptions = {},
): Promise<HpJob> {
  let last: HpJob | undefined;
  for await (const job of watchHpJob(read, clientSignal, jobId, options)) {
    last = job;
    await onUpdate?.(job);
  }
  return last as HpJob;
}

/**
 * Yields the job each time it was read, the last reading included. A poll that failed in passing
 * (connection, `408`, `429`, `5xx`) is left out, and followed by another. So are up to five answers
 * in a row that say nothing about the job.
 *
 * @throws {JobWaitTimeoutError} when the time is up
 * @throws {AbortError} when a signal was aborted
 * @throws {ApiError | InvalidResponseError} for a failure that will not pass
 */
export async function* watchHpJob(
  read: ReadHpJob,
  clientSignal: AbortSignal | undefined,
  jobId: string,
  options: WatchOptions = {},
): AsyncGenerator<HpJob, void, undefined> {
  const {
    intervalMs = defaultIntervalMs,
    maxWaitMs = defaultMaxWaitMs,
    pendingStatuses = ["rendering"],
    until = (job) => !!job.status && !pendingStatuses.includes(job.status),
    ...call
  } = options;
  checkDuration("intervalMs", intervalMs);
  const reserveMs = Math.min(maxLastPollMs, checkDuration("maxWaitMs", maxWaitMs) / 4);
  const signals = signalsOf(call.signal, clientSignal);
  const startedAt = performance.now();
  const lastPollAt = startedAt + maxWaitMs - reserveMs;
  const facts = beginCall("waitForHpJob", "GET");
  let lastJob: HpJob | undefined;
  let cause: unknown;
  let unusable = 0;
  for (let isLast = false; ;) {
    const maxMs = Math.max(intervalMs, maxIntervalMs);
    let pauseMs = growingDelay(intervalMs, maxMs, growthFactor, facts.attempts++);
    let job: HpJob | undefined;
    try {
      const deadlineMs = Math.max(reserveMs, lastPollAt - performance.now());
      // The next poll is the retry, so a poll has none of its own.
      job = await read(jobId, { ...call, deadlineMs, retries: 0 });
      facts.sent = "yes";
      cause = undefined;
      unusable = 0;
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      const { status, sent, retryAfterMs = 0 } = failure as ApiError;
      // In the time of a wait, any failure of a server can pass.
      const mayPass = isPassing(failure) || status >= 500;
      // Once a job was read, a 404 says that it is gone.
      const saysNothing = failure instanceof InvalidResponseError || (status === 404 && !lastJob);
      if (!mayPass && !(saysNothing && ++unusable <= maxUnusableAnswers)) throw failure;
      if (sent === "yes" || facts.sent === "no") facts.sent = sent;
      cause = failure;
      pauseMs = Math.max(pauseMs, Math.min(retryAfterMs, maxRetryAfterMs));
    }
    if (job) {
      lastJob = job;
      yield job;
      if (until(job)) return;
    }
    if (isLast) break;
    const leftMs = lastPollAt - performance.now();
    isLast = pauseMs >= leftMs;
    await delay(Math.min(pauseMs, leftMs), signals, facts);
  }
  throw new JobWaitTimeoutError(facts, {
    jobId,
    lastJob,
    elapsedMs: performance.now() - startedAt,
    polls: facts.attempts,
    cause,
  });
}
