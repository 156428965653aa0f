/** One attempt: a request sent once, and its answer read to the end, within a limit. */
import { startTimer } from "./delay.ts";
import { AbortError, ConnectionError, type RequestFacts, TimeoutError } from "./errors.ts";
import { emit, redactHeaders } from "./events.ts";
import type { Settings } from "./options.ts";
import { classifySent } from "./sent.ts";

/** A request that can be sent more than once. */
export interface OutgoingRequest {
  /** The `operationId`, or method and path. */
  operation: string;
  method: string;
  url: string;
  /** What `fetch` is given: the URL, or a `Request` with settings of the caller's own. */
  target: string | Request;
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

/** What ends an attempt from outside. */
export interface AttemptLimit {
  signal: AbortSignal | undefined;
  /** The option that sets the time, and its value in milliseconds. */
  limit: "timeoutMs" | "deadlineMs";
  limitMs: number;
  /** What is left of it now, in milliseconds. */
  leftMs: number;
}

/**
 * Sends a request once.
 *
 * Time and signal end the attempt themselves: a `fetch` that does not obey its own signal cannot keep the caller waiting.
 *
 * @param facts kept up to date while the attempt goes on
 * @throws {ConnectionError | TimeoutError | AbortError} and whatever a token function throws
 */
export function runAttempt(
  request: OutgoingRequest,
  settings: Settings,
  { signal, limit, limitMs, leftMs }: AttemptLimit,
  facts: RequestFacts,
): Promise<Answer> {
  const controller = new AbortController();
  let release: () => void;
  return new Promise<Answer>((resolve, reject) => {
    const stop = (error: Error) => {
      reject(error);
      controller.abort(error);
    };
    const onTime = () => stop(new TimeoutError(facts, limit, limitMs));
    const onAbort = () => stop(new AbortError(facts, signal?.reason));
    release = startTimer(leftMs, signal, onTime, onAbort);
    if (signal?.aborted) return onAbort();
    exchange(request, settings, controller.signal, facts).then(resolve, reject);
  }).finally(() => release());
}

async function exchange(
  request: OutgoingRequest,
  settings: Settings,
  signal: AbortSignal,
  facts: RequestFacts,
): Promise<Answer> {
  const { method, url, headers, body } = request;
  const read = settings.token.read();
  // A token that is at hand does not cost a turn of the event loop.
  const token = typeof read === "string" ? read : await read;
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  facts.attempts++;
  emit(settings.onRequest, () => ({ ...facts, url, headers: redactHeaders(headers, token) }));
  const startedAt = performance.now();
  try {
    facts.sent = "maybe";
    const response = await settings.fetch(request.target, {
      method,
      headers,
      body: body === undefined ? null : sendableOnce(body),
      redirect: "manual",
      signal,
    });
    facts.sent = "yes";
    const text = await response.text();
    emit(settings.onResponse, () => ({
      ...facts,
      url,
      headers: redactHeaders(response.headers, token),
      status: response.status,
      durationMs: performance.now() - startedAt,
    }));
    return { response, body: text, token, facts };
  } catch (error) {
    // Stopped from outside: whoever stopped it has told what the facts were then.
    if (facts.sent === "maybe") facts.sent = classifySent(error);
    throw new ConnectionError(facts, error);
  }
}

/**
 * When a reused connection breaks, Deno sends the request again by itself, a create too, and a job is paid for twice. It does not if the
 * body is a blob, which it reads only once.
 */
function sendableOnce(body: string): string | Blob {
  return "Deno" in globalThis ? new Blob([body]) : body;
}
