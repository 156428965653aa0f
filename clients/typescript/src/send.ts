/** Sends a request until it is answered, its retries are used up, or a repetition could do harm. */
import { type Answer, type OutgoingRequest, runAttempt } from "./attempt.ts";
import { delay } from "./delay.ts";
import { emit } from "./events.ts";
import type { RequestFacts } from "./facts.ts";
import { inTime } from "./in-time.ts";
import type { RequestSettings } from "./options.ts";
import { retryDelay } from "./retry.ts";

/**
 * @param judge takes what it needs from an answer, or throws the error that the answer amounts to
 * @throws {RequestError} what the last attempt failed with
 */
export async function sendWithRetries<Result>(
  facts: RequestFacts,
  request: OutgoingRequest,
  settings: RequestSettings,
  judge: (answer: Answer) => Result,
): Promise<Result> {
  const { deadlineMs, retries, signals } = settings;
  const endsAt = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt++) {
    // Of this attempt alone: one that was given up may still go on and change its own.
    const own = { ...facts };
    facts = own;
    try {
      const answer = await inTime("timeoutMs", settings, endsAt, own, (signal) =>
        runAttempt(request, settings, own, signal),
      );
      return judge(answer);
    } catch (error) {
      const event = { ...facts, url: request.url, error };
      emit(settings.onFailure, () => event);
      const delayMs = attempt <= retries ? retryDelay(error, facts.method, attempt) : undefined;
      // A pause that outlasts the deadline would only replace a telling error with a timeout.
      if (delayMs === undefined || delayMs >= endsAt - performance.now()) throw error;
      emit(settings.onRetry, () => ({ ...event, delayMs }));
      await delay(delayMs, signals, facts);
    }
  }
}
