/** Timers that an abort can cut short. */
import { AbortError, type RequestFacts } from "./errors.ts";

/** Timers hold 31 bits. A longer time, as large as it is, would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Calls one of two functions: when the time is up, or as soon as the signal is aborted.
 *
 * @param ms `Infinity` for no time at all
 * @returns releases the timer and the listener; to be called however the waiting ends
 */
export function startTimer(
  ms: number,
  signal: AbortSignal | undefined,
  onTime: () => void,
  onAbort: () => void,
): () => void {
  const timer = ms <= longestTimerMs ? setTimeout(onTime, ms) : undefined;
  signal?.addEventListener("abort", onAbort);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
}

/**
 * Waits.
 *
 * @param facts what an abort in the pause has to tell of the attempts before it
 * @throws {AbortError} at once when the signal is aborted
 */
export function delay(
  ms: number,
  signal: AbortSignal | undefined,
  facts: RequestFacts,
): Promise<void> {
  let release: () => void;
  return new Promise<void>((resolve, reject) => {
    const onAbort = () => reject(new AbortError(facts, signal?.reason));
    release = startTimer(ms, signal, resolve, onAbort);
    if (signal?.aborted) onAbort();
  }).finally(() => release());
}
