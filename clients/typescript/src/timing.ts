/** Pauses and limits of time. They end with the caller's signals, and leave no timer or listener behind. */
import { pauseJitter } from "../../../generated/policy.ts";
import { AbortError, type RequestFacts, TimeoutError } from "./errors.ts";

/** Timers hold 31 bits. A longer time, as large as it is, would fire at once. */
const maxTimerMs = 0x7fff_ffff;

/**
 * The pause after a number of pauses before it, in milliseconds: grown, capped, and shortened at
 * random.
 */
export function growingPause(
  firstMs: number,
  maxMs: number,
  growth: number,
  pausesBefore: number,
): number {
  return Math.min(maxMs, firstMs * growth ** pausesBefore) * (1 - pauseJitter * Math.random());
}

/**
 * Does a part of the work, within a limit for this part and the deadline of the whole.
 *
 * @param name limit of this part
 * @param endsAt when the deadline is passed
 * @param work is told by its signal when it was given up
 * @throws {TimeoutError | AbortError} at once, whether the work obeys its signal or not
 */
export function inTime<Name extends "timeoutMs" | "idleTimeoutMs", Result>(
  name: Name,
  limits: { [name in Name | "deadlineMs"]: number } & { signals: readonly AbortSignal[] },
  endsAt: number,
  facts: RequestFacts,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leftMs = endsAt - performance.now();
  const limit = leftMs < limits[name] ? "deadlineMs" : name;
  const ms = Math.min(leftMs, limits[name]);
  const limitMs = limits[limit];
  const failure = () =>
    new TimeoutError(facts, `passed its ${limit} of ${limitMs}`, { limit, limitMs });
  return pause(ms, limits.signals, facts, work, failure);
}

/**
 * Waits, or does some work, which does not outlive its time or the signals.
 *
 * @param ms `Infinity` for no limit
 * @param work begins, unless a signal is aborted already
 * @param failure what to fail with when the time is up; without it, that is no failure
 * @throws {AbortError} at once when a signal is aborted
 */
export async function pause<Result = void>(
  ms: number,
  signals: readonly AbortSignal[],
  facts: RequestFacts,
  work?: (signal: AbortSignal) => Promise<Result>,
  failure?: () => Error,
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
      const onTime = () => (failure ? fail(failure()) : resolve(undefined as Result));
      onAbort = () => {
        const reason: unknown = findAborted()?.reason;
        fail(new AbortError(facts, "was aborted", { reason, cause: reason }));
      };
      // A limit beyond that is none. A pause ends early: without a timer, Node would end the process.
      const timerMs = work ? ms : Math.min(ms, maxTimerMs);
      // A time that is over already is no less than none.
      if (timerMs <= maxTimerMs) timer = setTimeout(onTime, Math.max(0, timerMs));
      for (const signal of signals) signal.addEventListener("abort", onAbort);
      if (findAborted()) onAbort();
      else void work?.(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener("abort", onAbort);
  }
}
