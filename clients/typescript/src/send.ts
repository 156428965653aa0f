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
import { isServer, readToken, type RequestSettings } from "./options.ts";
import { growingPause, inTime, pause } from "./timing.ts";

/** A request that can be sent more than once. */
export interface OutgoingRequest {
  url: string;
  headers: Headers;
  body: string | null;
  /** Fields that a success must have. */
  required: RequiredFields;
}

/**
 * Sends a request until it gets a response, its retries are used up, or a repetition could do harm.
 *
 * @throws {RequestError} what the last attempt failed with
 */
export async function sendWithRetries(
  facts: RequestFacts,
  request: OutgoingRequest,
  settings: RequestSettings,
): Promise<CallResult<unknown>> {
  const endsAt = performance.now() + settings.deadlineMs;
  for (let attempt = 1; ; attempt++) {
    // Of this attempt alone: one that was given up may still go on and change its own.
    const own = { ...facts };
    const begun = { text: "", token: "" };
    facts = own;
    try {
      return await inTime("timeoutMs", settings, endsAt, own, (signal) =>
        runAttempt(request, settings, own, signal, begun),
      );
    } catch (error) {
      if (error instanceof RequestError && begun.text)
        Object.assign(error, { text: error.text ?? redactor(begun.token)(begun.text) });
      const delayMs = retryPause(error, facts.method, attempt, settings.retries, endsAt);
      void emit(settings.onFailure, () => ({ ...facts, url: request.url, error, delayMs }));
      if (!delayMs) throw error;
      await pause(delayMs, settings, facts);
    }
  }
}

/**
 * Sends a request once, and reads its response to the end.
 *
 * @param facts kept up to date while the attempt goes on
 * @param signal says that the attempt was given up
 * @param begun kept up to date with what has come of the response, and with the token that it may repeat
 * @throws {RequestError} and whatever a token function throws
 */
async function runAttempt(
  { url, headers, body, required }: OutgoingRequest,
  settings: RequestSettings,
  facts: RequestFacts,
  signal: AbortSignal,
  begun: { text: string; token: string },
): Promise<CallResult<unknown>> {
  const token = await readToken(settings.token);
  begun.token = token;
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  facts.attempts++;
  const event = (shown: Headers) => ({ ...facts, url, headers: redactHeaders(shown, token) });
  void emit(settings.onRequest, () => event(headers));
  // The handler may have aborted: the caller was told what was sent, and that must stay true.
  signal.throwIfAborted();
  const startedAt = performance.now();
  const isFirst = facts.sent === "no";
  // Looked up at every attempt, so that a test can replace the global one later.
  const send = settings.fetch ?? fetch;
  try {
    if (isFirst) facts.sent = "maybe";
    const init = {
      ...settings.fetchOptions,
      method: facts.method,
      headers,
      redirect: "manual",
      signal,
      body: body && send === fetch && isServer ? sendableOnce(body, headers) : body,
      duplex: "half",
    } as const;
    const response = await send(url, init);
    facts.sent = "yes";
    const text = await readText(response, facts, settings.maxBodyBytes, begun);
    void emit(settings.onResponse, () => ({
      ...event(response.headers),
      status: response.status,
      durationMs: performance.now() - startedAt,
    }));
    return { data: readData({ response, text, token, facts }, required), response, text };
  } catch (error) {
    if (error instanceof RequestError) throw error;
    // Of a fetch that is not the platform's own, one error may hide several requests.
    const canProve = isFirst && facts.sent === "maybe" && send === fetch;
    throw new ConnectionError(facts, error, redactor(token), canProve);
  }
}

/**
 * Some platforms send a request again by themselves, a create too, and a second job starts: Node
 * after a status 421, Deno when a reused connection breaks. They do not if the body can be read only
 * once: for Node that is a stream, for Deno a blob.
 */
function sendableOnce(body: string, headers: Headers) {
  const blob = new Blob([body]);
  headers.set("content-length", `${blob.size}`);
  return "Deno" in globalThis ? blob : blob.stream();
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
  const { isTransient, sent, retryAfterMs = 0 } = Object(failure) as ApiError;
  const isSafe = sent === "no" || method === "GET";
  if (attempt > retries || !isTransient || !isSafe || retryAfterMs > maxRetryAfterMs) return;
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
