/** Sends a request until it is answered, its retries are used up, or a repetition could do harm. */
import { type Answer, type OutgoingRequest, runAttempt } from "./attempt.ts";
import { delay } from "./delay.ts";
import { emit } from "./events.ts";
import { beginCall } from "./facts.ts";
import { type CallOptions, limitsOf, type Settings } from "./options.ts";
import { retryDelay } from "./retry.ts";

/**
 * @param judge takes what it needs from an answer, or throws the error that the answer amounts to
 * @throws {RequestError} what the last attempt failed with
 */
export async function sendWithRetries<Result>(
  request: OutgoingRequest,
  settings: Settings,
  options: CallOptions,
  judge: (answer: Answer) => Result,
): Promise<Result> {
  const { operation, method, url } = request;
  const limits = limitsOf(options, settings, method);
  const { deadlineMs, retries, signals } = limits;
  const endsAt = performance.now() + deadlineMs;
  let facts = beginCall(operation, method);
  for (let attempt = 1; ; attempt++) {
    // Of this attempt alone: one that was given up may still go on and change its own.
    facts = { ...facts, attempts: attempt - 1 };
    try {
      const leftMs = endsAt - performance.now();
      return judge(await runAttempt(request, settings, limits, leftMs, facts));
    } catch (error) {
      emit(settings.onFailure, () => ({ ...facts, url, error }));
      const delayMs = attempt <= retries ? retryDelay(error, method, attempt) : undefined;
      // A pause that outlasts the deadline would only replace a telling error with a timeout.
      if (delayMs === undefined || delayMs >= endsAt - performance.now()) throw error;
      emit(settings.onRetry, () => ({ ...facts, url, error, delayMs }));
      await delay(delayMs, signals, facts);
    }
  }
}
