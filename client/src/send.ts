/** Sends a request until it is answered, its retries are used up, or a repetition could do harm. */
import { type Answer, type AttemptLimit, type OutgoingRequest, runAttempt } from "./attempt.ts";
import { delay } from "./delay.ts";
import { AbortError, type RequestError } from "./errors.ts";
import { emit } from "./events.ts";
import type { RequestLimits, Settings } from "./options.ts";
import { retryDelay } from "./retry.ts";

/**
 * @param judge takes what it needs from an answer, or throws the error that the answer amounts to
 * @throws {RequestError} what the last attempt failed with
 */
export async function sendWithRetries<Result>(
  request: OutgoingRequest,
  settings: Settings,
  limits: RequestLimits,
  judge: (answer: Answer) => Result,
): Promise<Result> {
  const { operation, method, url } = request;
  const { signal, retries } = limits;
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    if (signal?.aborted) {
      throw new AbortError({ operation, method, attempts: attempt - 1, sent: "no" }, signal.reason);
    }
    const limit = tighterLimit(limits, startedAt);
    try {
      return judge(await runAttempt(request, settings, limits, limit, attempt));
    } catch (error) {
      const delayMs = attempt > retries ? undefined : retryDelay(error, method, attempt);
      const leftMs = limits.deadlineMs - (performance.now() - startedAt);
      // A pause that outlasts the deadline would only replace a telling error with a timeout.
      if (delayMs === undefined || delayMs >= leftMs) throw error;
      emit(settings.onRetry, () => ({ operation, method, url, attempt, delayMs, error }));
      await pause(delayMs, signal, method, error as RequestError);
    }
  }
}

function tighterLimit({ timeoutMs, deadlineMs }: RequestLimits, startedAt: number): AttemptLimit {
  // Without a deadline the clock need not be read.
  const leftMs = deadlineMs === Infinity ? Infinity : deadlineMs - (performance.now() - startedAt);
  return leftMs < timeoutMs
    ? { name: "deadlineMs", limitMs: deadlineMs, leftMs }
    : { name: "timeoutMs", limitMs: timeoutMs, leftMs: timeoutMs };
}

/** An abort in the pause tells what the attempts before it have done. */
async function pause(
  delayMs: number,
  signal: AbortSignal | undefined,
  method: string,
  { operation, attempts, sent }: RequestError,
): Promise<void> {
  try {
    await delay(delayMs, signal);
  } catch (reason) {
    throw new AbortError({ operation, method, attempts, sent }, reason);
  }
}
