/** Sends a request until it is answered, its retries are used up, or a repetition could do harm. */
import { type Answer, type OutgoingRequest, runAttempt } from "./attempt.ts";
import { delay } from "./delay.ts";
import type { RequestFacts } from "./errors.ts";
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
  const { deadlineMs, retries, signal } = limits;
  const endsAt = performance.now() + deadlineMs;
  for (let attempts = 0; ;) {
    // Of this attempt alone: one that was given up may still go on and change its own.
    const facts: RequestFacts = { operation, method, attempts, sent: "no" };
    try {
      const leftMs = endsAt - performance.now();
      return judge(await runAttempt(request, settings, limits, leftMs, facts));
    } catch (error) {
      attempts++;
      const delayMs = attempts <= retries ? retryDelay(error, method, attempts) : undefined;
      // A pause that outlasts the deadline would only replace a telling error with a timeout.
      if (delayMs === undefined || delayMs >= endsAt - performance.now()) throw error;
      emit(settings.onRetry, () => ({ ...facts, url, delayMs, error }));
      await delay(delayMs, signal, facts);
    }
  }
}
