/** Waiting for an HP job: the one kind of job that can be read back. */
import type { HpJob } from "../../../generated/schema.d.ts";
import { growingDelay } from "./backoff.ts";
import { delay } from "./delay.ts";
import { isApiError } from "./error-guards.ts";
import { JobWaitTimeoutError } from "./errors.ts";
import { type CallOptions, checkDuration } from "./options.ts";
import { isPassing } from "./retry.ts";

export interface WatchOptions {
  /**
   * Pause before the second poll, in milliseconds. Later pauses grow by half each, to 15 seconds,
   * or to this value if it is longer. Each is shortened at random by up to a quarter.
   *
   * @default 2000
   */
  intervalMs?: number | undefined;
  /**
   * Limit of the whole wait, in milliseconds. `Infinity` switches it off.
   *
   * @default 1200000, which is 20 minutes
   */
  timeoutMs?: number | undefined;
  /**
   * Says whether the wait is over.
   *
   * @default (job) => job.status !== "rendering"
   */
  until?: ((job: HpJob) => boolean) | undefined;
  /** Ends the wait at once, also in the middle of a poll. */
  signal?: AbortSignal | undefined;
}

export interface WaitOptions extends WatchOptions {
  /** Called with the job each time it was read. What it throws ends the wait. */
  onUpdate?: ((job: HpJob) => void) | undefined;
}

/** Reads an HP job once. */
export type ReadHpJob = (jobId: string, options: CallOptions) => Promise<HpJob>;

/**
 * Short enough to notice a quick render, long enough not to be a burden. The specification names no
 * interval.
 */
const defaultIntervalMs = 2_000;
const longestIntervalMs = 15_000;
const growthFactor = 1.5;
/**
 * The specification names no duration. A render that takes longer is waited for again, by its
 * identifier.
 */
const defaultTimeoutMs = 20 * 60_000;

/** Watches to the end and returns the last reading. See {@link watchHpJob} for how it ends. */
export async function waitForHpJob(
  read: ReadHpJob,
  jobId: string,
  { onUpdate, ...options }: WaitOptions = {},
): Promise<HpJob> {
  let last: HpJob | undefined;
  for await (const job of watchHpJob(read, jobId, options)) {
    last = job;
    onUpdate?.(job);
  }
  return last as HpJob;
}

/**
 * Yields the job each time it was read, the last reading included. A poll that failed in passing
 * (connection, `408`, `429`, `5xx`) is left out, and followed by another.
 *
 * @throws {JobWaitTimeoutError} when the time is up
 * @throws {AbortError} when the signal was aborted
 * @throws {ApiError | InvalidResponseError} for a failure that will not pass
 */
export async function* watchHpJob(
  read: ReadHpJob,
  jobId: string,
  options: WatchOptions = {},
): AsyncGenerator<HpJob, void, undefined> {
  const { until = isNoLongerRendering, signal } = options;
  const firstMs = checkDuration("intervalMs", options.intervalMs ?? defaultIntervalMs);
  const timeoutMs = checkDuration("timeoutMs", options.timeoutMs ?? defaultTimeoutMs);
  const growth = { firstMs, factor: growthFactor, maxMs: Math.max(firstMs, longestIntervalMs) };
  const startedAt = performance.now();
  const leftMs = () => timeoutMs - (performance.now() - startedAt);
  const facts = { operation: "waitForHpJob", method: "GET", attempts: 0, sent: "yes" as const };
  let lastJob: HpJob | undefined;
  let cause: unknown;
  while (leftMs() > 0) {
    let pauseMs = growingDelay(growth, facts.attempts++);
    let job: HpJob | undefined;
    try {
      // The next poll is the retry, so a poll has none of its own.
      job = await read(jobId, { signal, deadlineMs: leftMs(), retries: 0 });
      cause = undefined;
    } catch (failure) {
      if (!mayPass(failure)) throw failure;
      cause = failure;
      pauseMs = Math.max(pauseMs, (isApiError(failure) && failure.retryAfterMs) || 0);
    }
    if (job) {
      lastJob = job;
      yield job;
      if (until(job)) return;
    }
    const left = leftMs();
    await delay(Math.min(pauseMs, left), signal, facts);
    // Asking the clock again would not do: a timer may fire a little early.
    if (pauseMs >= left) break;
  }
  const polls = facts.attempts;
  const elapsedMs = performance.now() - startedAt;
  throw new JobWaitTimeoutError(facts, { jobId, lastJob, elapsedMs, polls, cause });
}

/**
 * Every state but the one that is documented. It says that the render has ended or changed, never
 * that it has succeeded.
 */
function isNoLongerRendering(job: HpJob): boolean {
  return job.status !== "rendering";
}

/** More than what a retry is for: in twenty minutes any failure of a server can pass. */
function mayPass(failure: unknown): boolean {
  return isPassing(failure) || (isApiError(failure) && failure.status >= 500);
}
