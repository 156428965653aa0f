/** One attempt: a request sent once, and its answer read to the end, within a limit. */
import { settleInTime } from "./delay.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import { emit, redactHeaders } from "./events.ts";
import type { RequestFacts } from "./facts.ts";
import type { RequestLimits, Settings } from "./options.ts";
import { classifySent } from "./sent.ts";

/** A request that can be sent more than once. */
export interface OutgoingRequest {
  /** The `operationId`, or method and URL. */
  operation: string;
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
}

/** An answer read to the end. */
export interface Answer {
  response: Response;
  body: string;
  /** The token the request was sent with, to be taken out of what is shown of the answer. */
  token: string;
  facts: RequestFacts;
}

/**
 * Sends a request once.
 *
 * Time and signals end the attempt themselves: a `fetch` that does not obey its own signal cannot
 * keep the caller waiting.
 *
 * @param leftMs what is left of the deadline
 * @param facts kept up to date while the attempt goes on
 * @throws {ConnectionError | TimeoutError | AbortError} and whatever a token function throws
 */
export function runAttempt(
  request: OutgoingRequest,
  settings: Settings,
  limits: RequestLimits,
  leftMs: number,
  facts: RequestFacts,
): Promise<Answer> {
  const { signals, timeoutMs } = limits;
  const limit = leftMs < timeoutMs ? "deadlineMs" : "timeoutMs";
  const controller = new AbortController();
  return settleInTime<Answer>(
    Math.min(leftMs, timeoutMs),
    signals,
    facts,
    (_, reject) => reject(new TimeoutError(facts, limit, limits[limit])),
    () => exchange(request, settings, limits, controller.signal, facts),
  ).catch((error: unknown) => {
    controller.abort(error);
    throw error;
  });
}

async function exchange(
  request: OutgoingRequest,
  settings: Settings,
  { signals, fetchOptions }: RequestLimits,
  signal: AbortSignal,
  facts: RequestFacts,
): Promise<Answer> {
  const { method, url, headers, body } = request;
  const token = await settings.readToken();
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  facts.attempts++;
  const event = (shown: Headers) => ({ ...facts, url, headers: redactHeaders(shown, token) });
  emit(settings.onRequest, () => event(headers));
  // The handler may have aborted: the caller was told what was sent, and that must stay true.
  for (const each of signals) each.throwIfAborted();
  const startedAt = performance.now();
  const sentBefore = facts.sent;
  try {
    if (sentBefore === "no") facts.sent = "maybe";
    const response = await settings.fetch(url, {
      ...fetchOptions,
      method,
      headers,
      body: body === undefined ? null : sendableOnce(body),
      redirect: "manual",
      signal,
    });
    facts.sent = "yes";
    const text = await response.text();
    emit(settings.onResponse, () => ({
      ...event(response.headers),
      status: response.status,
      durationMs: performance.now() - startedAt,
    }));
    return { response, body: text, token, facts };
  } catch (error) {
    // Of a fetch that is not the platform's own, one error may hide several requests.
    if (sentBefore === "no" && facts.sent === "maybe" && !settings.hasOwnFetch) {
      facts.sent = classifySent(error);
    }
    throw new ConnectionError(facts, error);
  }
}

/**
 * When a reused connection breaks, Deno sends the request again by itself, a create too, and a job
 * is paid for twice. It does not if the body is a blob, which it reads only once.
 */
function sendableOnce(body: string): string | Blob {
  return "Deno" in globalThis ? new Blob([body]) : body;
}
