/** Promises that end in time, or with the caller's signals. */
import { AbortError } from "./errors.ts";
import type { RequestFacts } from "./facts.ts";

/** Timers hold 31 bits. A longer time, as large as it is, would fire at once. */
const maxTimerMs = 0x7fff_ffff;

type Settle<Result> = (resolve: (result: Result) => void, reject: (error: unknown) => void) => void;

/**
 * A promise that does not outlive its time or its signals. It leaves no timer and no listener
 * behind, however it ends.
 *
 * @param ms `Infinity` for no limit
 * @param facts what an abort has to tell
 * @param onTime settles the promise when the time is up
 * @param begin starts the work, unless a signal is aborted already. Its own signal says when it was
 *   given up
 * @throws {AbortError} at once when a signal is aborted
 */
export async function settleInTime<Result>(
  ms: number,
  signals: readonly AbortSignal[],
  facts: RequestFacts,
  onTime: Settle<Result>,
  begin?: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort!: () => void;
  try {
    return await new Promise<Result>((resolve, reject) => {
      const fail = (error: unknown) => {
        controller.abort(error);
        reject(error);
      };
      const findAborted = () => signals.find(({ aborted }) => aborted);
      onAbort = () => fail(new AbortError(facts, findAborted()?.reason));
      // A time that is over already is no less than none.
      if (ms <= maxTimerMs) timer = setTimeout(onTime, Math.max(0, ms), resolve, fail);
      for (const signal of signals) signal.addEventListener("abort", onAbort);
      if (findAborted()) onAbort();
      else void begin?.(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener("abort", onAbort);
  }
}

/** Waits, unless a signal is aborted. */
export function delay(
  ms: number,
  signals: readonly AbortSignal[],
  facts: RequestFacts,
): Promise<void> {
  return settleInTime<void>(ms, signals, facts, (resolve) => resolve());
}
