/** Pauses and limits of time. They end with the caller's signals, and leave no timer or listener behind. */
import { pauseJitter } from "../../../generated/policy.ts";
import { AbortError, type RequestFacts, TimeoutError } from "./errors.ts";

/** Timers hold 31 bits, and would fire at once for more. No limit is longer than these 24 days. */
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
  return pause(ms, limits, facts, work, { limit, limitMs: limits[limit] });
}

/**
 * Waits, or does some work, which does not outlive its time or the signals.
 *
 * @param ms ends after 24 days if it is more
 * @param work begins, unless a signal is aborted already
 * @param limit what to fail with when the time is up; without it, that is no failure
 * @throws {AbortError} at once when a signal is aborted
 */
export async function pause<Result = void>(
  ms: number,
  { signals }: { signals: readonly AbortSignal[] },
  facts: RequestFacts,
  work?: (signal: AbortSignal) => Promise<Result>,
  limit?: { limit: string; limitMs: number },
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      const fail = (error: unknown) => {
        reject(error);
        controller.abort(error);
      };
      for (const caller of signals) {
        const onAbort = () => {
          const reason: unknown = caller.reason;
          fail(new AbortError(facts, "was aborted", { reason, cause: reason }));
        };
        caller.addEventListener("abort", onAbort, { signal });
        if (caller.aborted) onAbort();
      }
      const onTime = () =>
        limit
          ? fail(
              new TimeoutError(facts, `passed its ${limit.limit} of ${limit.limitMs}`, limit, true),
            )
          : resolve(undefined as Result);
      // A time that is over already is no less than none.
      timer = setTimeout(onTime, Math.min(Math.max(0, ms), maxTimerMs));
      if (!signal.aborted) void work?.(signal).then(resolve, fail);
    });
  } finally {
    clearTimeout(timer);
    // Removes the listeners. It costs as much as the rest of a call, so only where there are any.
    if (signals.length > 0) controller.abort();
  }
}
