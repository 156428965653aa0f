/**
 * A request's life: it is sent within its limits, the answer is read and checked, and after a failure
 * it is sent again, unless that could do harm.
 */
import {
  firstRetryPauseMs,
  maxRetryAfterMs,
  maxRetryPauseMs,
  retryPauseGrowth,
  transientStatuses,
} from "../../../generated/policy.ts";
import { type Answer, readText, redactHeaders, redactor } from "./answer.ts";
import {
  ApiError,
  ConnectionError,
  diagnose,
  isRead,
  RequestError,
  type RequestFacts,
  TimeoutError,
} from "./errors.ts";
import { isServer, readToken, type RequestSettings } from "./options.ts";
import { growingPause, inTime, pause } from "./timing.ts";

/** A request that can be sent more than once. */
export interface OutgoingRequest {
  url: string;
  headers: Headers;
  body: string | null;
}

/**
 * Sends a request until it is answered, its retries are used up, or a repetition could do harm.
 *
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
      const delayMs = retryPause(error, facts.method, attempt, retries, endsAt);
      emit(settings.onFailure, () => ({ ...facts, url: request.url, error, delayMs }));
      if (!delayMs) throw error;
      await pause(delayMs, signals, facts);
    }
  }
}

/**
 * Sends a request once, and reads its answer to the end.
 *
 * @param facts kept up to date while the attempt goes on
 * @param signal says that the attempt was given up
 * @throws {ConnectionError | SizeLimitError} and whatever a token function throws
 */
async function runAttempt(
  { url, headers, body }: OutgoingRequest,
  settings: RequestSettings,
  facts: RequestFacts,
  signal: AbortSignal,
): Promise<Answer> {
  const token = await readToken(settings.token);
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  facts.attempts++;
  const event = (shown: Headers) => ({ ...facts, url, headers: redactHeaders(shown, token) });
  emit(settings.onRequest, () => event(headers));
  // The handler may have aborted: the caller was told what was sent, and that must stay true.
  signal.throwIfAborted();
  const startedAt = performance.now();
  const sentBefore = facts.sent;
  // Looked up at every attempt, so that a test can replace the global one later.
  const send = settings.fetch ?? fetch;
  try {
    if (sentBefore === "no") facts.sent = "maybe";
    const response = await send(url, {
      ...settings.fetchOptions,
      method: facts.method,
      headers,
      redirect: "manual",
      signal,
      ...(body && send === fetch && isServer() ? sendableOnce(body, headers) : { body }),
    });
    facts.sent = "yes";
    const text = await readText(response, facts, settings.maxBodyBytes);
    emit(settings.onResponse, () => ({
      ...event(response.headers),
      status: response.status,
      durationMs: performance.now() - startedAt,
    }));
    return { response, text, token, facts };
  } catch (error) {
    if (error instanceof RequestError) throw error;
    // Of a fetch that is not the platform's own, one error may hide several requests.
    if (sentBefore === "no" && facts.sent === "maybe" && send === fetch) {
      facts.sent = diagnose(error).sent;
    }
    throw new ConnectionError(facts, error, redactor(token));
  }
}

/**
 * Some platforms send a request again by themselves, a create too, and a job is paid for twice: Node
 * after a status 421, Deno when a reused connection breaks. They do not if the body can be read only
 * once: for Node that is a stream, for Deno a blob.
 */
function sendableOnce(body: string, headers: Headers) {
  const blob = new Blob([body]);
  headers.set("content-length", String(blob.size));
  return { body: "Deno" in globalThis ? blob : blob.stream(), duplex: "half" };
}

/**
 * The pause before the next attempt in milliseconds, or `undefined` if the failure is final.
 *
 * @param method a request other than `GET` may have started something, and is repeated only if
 *   nothing was sent
 * @param attempt number of the attempt that failed, from 1
 * @param endsAt when the deadline is passed
 */
export function retryPause(
  failure: unknown,
  method: string,
  attempt: number,
  retries: number,
  endsAt: number,
): number | undefined {
  if (attempt > retries || !isTransient(failure)) return undefined;
  const { sent, retryAfterMs = 0 } = failure as ApiError;
  if ((sent !== "no" && !isRead(method)) || retryAfterMs > maxRetryAfterMs) return undefined;
  const ownMs = growingPause(firstRetryPauseMs, maxRetryPauseMs, retryPauseGrowth, attempt - 1);
  const pauseMs = Math.max(retryAfterMs, ownMs);
  // A pause that outlasts the deadline would only replace a telling error with a timeout.
  return pauseMs < endsAt - performance.now() ? pauseMs : undefined;
}

/** Whether a failure may be gone at the next attempt. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof ApiError) {
    return (transientStatuses as readonly number[]).includes(failure.status);
  }
  return failure instanceof ConnectionError ? failure.isTransient : failure instanceof TimeoutError;
}

/** Calls a handler, if there is one, with an event that is only then made. */
function emit<Event>(
  handler: ((event: Event) => unknown) | undefined,
  makeEvent: () => Event,
): void {
  if (!handler) return;
  try {
    const handled = handler(makeEvent()) as PromiseLike<unknown> | undefined;
    handled?.then?.(undefined, () => {});
  } catch {
    // It must not cost the caller a job that was paid for.
  }
}
