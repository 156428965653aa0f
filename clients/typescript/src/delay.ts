/** Promises that end in time, or with the caller's signal. */
import { AbortError, type RequestFacts } from "./errors.ts";

/** Timers hold 31 bits. A longer time, as large as it is, would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

type Settle<Result> = (resolve: (result: Result) => void, reject: (error: unknown) => void) => void;

/**
 * A promise that does not outlive its time or its signal. It leaves no timer and no listener
 * behind, however it ends.
 *
 * @param ms `Infinity` for no limit
 * @param facts what an abort has to tell
 * @param onTime settles the promise when the time is up
 * @param begin starts the work, unless the signal is aborted already
 * @throws {AbortError} at once when the signal is aborted
 */
export function settleInTime<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  facts: RequestFacts,
  onTime: Settle<Result>,
  begin?: Settle<Result>,
): Promise<Result> {
  let release: () => void;
  return new Promise<Result>((resolve, reject) => {
    const onAbort = () => reject(new AbortError(facts, signal?.reason));
    const timer = ms <= longestTimerMs ? setTimeout(onTime, ms, resolve, reject) : undefined;
    signal?.addEventListener("abort", onAbort);
    release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    if (signal?.aborted) onAbort();
    else begin?.(resolve, reject);
  }).finally(() => release());
}

/** Waits, unless the signal is aborted. */
export function delay(
  ms: number,
  signal: AbortSignal | undefined,
  facts: RequestFacts,
): Promise<void> {
  return settleInTime<void>(ms, signal, facts, (resolve) => resolve());
}
