/** The waits as methods of the client. */
import type { HpJob } from "../../../generated/methods.ts";
import {
  type ReadHpJob,
  waitForHpJob,
  type WaitOptions,
  watchHpJob,
  type WatchOptions,
} from "./wait.ts";

export interface WaitMethods {
  /**
   * Waits until an HP job is no longer `rendering`, and returns it as the service sent it. That is
   * not a success: no other status is documented, so look at `status` and `output` yourself, or say
   * with `until` what ends the wait.
   *
   * The identifier is all that is needed, so a wait can go on in another process. The specification
   * has no status endpoint for other kinds of job (section "Gaps in the endpoint set").
   *
   * @param jobId Identifier of the job, as its receipt gives it.
   * @param options What ends the wait, how often it polls, and what it tells meanwhile.
   * @throws {JobWaitTimeoutError} when the time is up; the job may still be rendering
   * @example
   * ```ts
   * const done = await client.waitForHpJob(job.job_id, { onUpdate: ({ status }) => console.log(status) });
   * ```
   */
  waitForHpJob(jobId: string, options?: WaitOptions): Promise<HpJob>;
  /**
   * Yields an HP job each time it was read, until it is no longer `rendering`. Fails as {@link
   * WaitMethods.waitForHpJob} does.
   *
   * @param jobId Identifier of the job, as its receipt gives it.
   * @param options What ends the wait, and how often it polls.
   * @example
   * ```ts
   * for await (const job of client.watchHpJob("example-job-id")) console.log(job.status);
   * ```
   */
  watchHpJob(jobId: string, options?: WatchOptions): AsyncGenerator<HpJob, void, undefined>;
}

/**
 * Where a client keeps the maker of its waits, so that a wrapper of the client, such as `observe`,
 * can have the same waits over its own way to read a job, without code of its own for them.
 */
export const waitsOver: unique symbol = Symbol.for("video-generation-client/waits") as never;

export interface WaitMaker {
  [waitsOver](getHpJob: ReadHpJob): WaitMethods;
}

/**
 * The waits, over one way to read a job.
 *
 * @param signal ends every wait, beside the signal of the wait itself
 */
export function waitMethods(
  getHpJob: ReadHpJob,
  signal: AbortSignal | undefined,
): WaitMethods & WaitMaker {
  return {
    waitForHpJob: (jobId, options) => waitForHpJob(getHpJob, signal, jobId, options),
    watchHpJob: (jobId, options) => watchHpJob(getHpJob, signal, jobId, options),
    [waitsOver]: (read) => waitMethods(read, signal),
  };
}
