/**
 * A request's life: it is sent within its limits, the response is read and checked, and after a failure
 * it is sent again, unless that could do harm.
 */
import type { CallResult } from "../../../generated/methods.ts";
import type { RequiredFields } from "../../../generated/operations.ts";
import {
  firstRetryPauseMs,
  maxRetryAfterMs,
  maxRetryPauseMs,
  retryPauseGrowth,
} from "../../../generated/policy.ts";
import { redactor } from "../../redactor.ts";
import { readData, readText, redactHeaders } from "./response.ts";
import { type ApiError, ConnectionError, RequestError, type RequestFacts } from "./errors.ts";
import { readToken, type RequestSettings } from "./options.ts";
import { beginAttempt } from "./platform.ts";
import { growingPause, inTime, pause } from "./timing.ts";

/** A request that can be sent more than once. */
export interface OutgoingRequest {
  url: string;
  headers: Headers;
  body: string | null;
  /** Fields that a success must have; `undefined` for what the contract does not describe. */
  required: RequiredFields | undefined;
}

/** An attempt, as far as it has come: one that was given up may still go on, and changes its own facts. */
interface Attempt {
  facts: RequestFacts;
  /** What has come of the response. */
  text: string;
  /** Takes the token out of it. */
  redact: (text: string) => string;
}

/**
 * Sends a request until it gets a response, its retries are used up, or a repetition could do harm.
 *
 * @throws {RequestError} what the last attempt failed with
 */
export async function sendWithRetries(
  call: RequestFacts,
  request: OutgoingRequest,
  settings: RequestSettings,
): Promise<CallResult<unknown>> {
  const endsAt = performance.now() + settings.deadlineMs;
  let facts = call;
  for (let number = 1; ; number++) {
    const attempt: Attempt = { facts: { ...facts }, text: "", redact: String };
    facts = attempt.facts;
    try {
      return await inTime("timeoutMs", settings, endsAt, facts, (signal) =>
        runAttempt(request, settings, attempt, signal),
      );
    } catch (error) {
      const text = attempt.redact(attempt.text);
      if (text && error instanceof RequestError) Object.assign(error, { text });
      const delayMs = retryPause(error, number, settings.retries, endsAt);
      void emit(settings.onFailure, () => ({ ...facts, url: request.url, error, delayMs }));
      if (!delayMs) throw error;
      await pause(delayMs, settings, facts);
    }
  }
}

/**
 * Sends a request once, and reads its response to the end.
 *
 * @param attempt kept up to date
 * @param signal says that the attempt was given up
 * @throws {RequestError} and whatever a token function throws
 */
async function runAttempt(
  { url, headers, body, required }: OutgoingRequest,
  settings: RequestSettings,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<CallResult<unknown>> {
  const { facts } = attempt;
  const token = await readToken(settings.token);
  const redact = redactor(token);
  attempt.redact = redact;
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  facts.attempts++;
  const event = (shown: Headers) => ({ ...facts, url, headers: redactHeaders(shown, redact) });
  void emit(settings.onRequest, () => event(headers));
  // The handler may have aborted: the caller was told what was sent, and that must stay true.
  signal.throwIfAborted();
  const startedAt = performance.now();
  // Looked up at every attempt, so that a test can replace the global one later.
  const send = settings.fetch ?? fetch;
  const { options, explain } = beginAttempt(settings, facts, headers, body);
  const init = {
    // A framework that keeps responses would give the same one to every poll.
    cache: "no-store",
    ...settings.fetchOptions,
    method: facts.method,
    headers,
    redirect: "manual",
    signal,
    body,
    ...options,
  } as const;
  if (facts.sent === "no") facts.sent = "maybe";
  try {
    const response = await send(url, init);
    facts.sent = "yes";
    const text = await readText(response, facts, settings.maxBodyBytes, attempt);
    void emit(settings.onResponse, () => ({
      ...event(response.headers),
      status: response.status,
      durationMs: performance.now() - startedAt,
    }));
    return { data: readData({ response, text, redact, facts }, required), response, text };
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new ConnectionError(facts, explain(error), redact);
  }
}

/**
 * The pause before the next attempt in milliseconds, or `undefined` if the failure is final.
 *
 * @param attempt number of the attempt that failed, from 1
 * @param endsAt when the deadline is passed
 */
export function retryPause(
  failure: unknown,
  attempt: number,
  retries: number,
  endsAt: number,
): number | undefined {
  const { isSafeToRepeat, retryAfterMs = 0 } = Object(failure) as ApiError;
  if (attempt > retries || !isSafeToRepeat || retryAfterMs > maxRetryAfterMs) return;
  const ownMs = growingPause(firstRetryPauseMs, maxRetryPauseMs, retryPauseGrowth, attempt - 1);
  const pauseMs = Math.max(retryAfterMs, ownMs);
  // A pause that outlasts the deadline would only replace a telling error with a timeout.
  return pauseMs < endsAt - performance.now() ? pauseMs : undefined;
}

/** Calls a handler, if there is one, with an event that is only then made. */
async function emit<Event>(
  handler: ((event: Event) => unknown) | undefined,
  makeEvent: () => Event,
): Promise<void> {
  try {
    await handler?.(makeEvent());
  } catch {
    // The caller must not lose a job that was started.
  }
}
