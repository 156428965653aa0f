/** One attempt: a request sent once, and its answer read to the end, within a limit. */
import { longestTimerMs } from "./delay.ts";
import { AbortError, ConnectionError, type RequestFacts, TimeoutError } from "./errors.ts";
import { emit, redactHeaders } from "./events.ts";
import type { RequestLimits, Settings } from "./options.ts";
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
  body: string | ArrayBuffer | undefined;
  /** How to read the answer's body. */
  bodyAs: "text" | "arrayBuffer";
}

/** An answer read to the end. */
export interface Answer {
  response: Response;
  body: string | ArrayBuffer;
  /** The token the request was sent with, to be taken out of what is shown of the answer. */
  token: string;
  facts: RequestFacts;
}

/** The option that limits an attempt, and what it leaves. */
export interface AttemptLimit {
  name: "timeoutMs" | "deadlineMs";
  /** The option's value, in milliseconds. */
  limitMs: number;
  /** What is left of it now, in milliseconds. */
  leftMs: number;
}

/**
 * Sends a request once.
 *
 * The limit and the signal end the attempt themselves: a `fetch` that does not obey its own signal cannot keep the caller waiting.
 *
 * @throws {ConnectionError | TimeoutError | AbortError} and whatever a token function throws
 */
export function runAttempt(
  request: OutgoingRequest,
  settings: Settings,
  { signal }: RequestLimits,
  limit: AttemptLimit,
  attempt: number,
): Promise<Answer> {
  const { operation, method } = request;
  const facts: RequestFacts = { operation, method, attempts: attempt, sent: "no" };
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (error: Error) => {
      finish();
      reject(error);
      controller.abort(error);
    };
    const onAbort = () => stop(new AbortError(facts, signal?.reason));
    const onLimit = () => stop(new TimeoutError(facts, limit.name, limit.limitMs));
    const timer = limit.leftMs <= longestTimerMs ? setTimeout(onLimit, limit.leftMs) : undefined;
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    exchange(request, settings, controller.signal, facts).then(
      (answer) => {
        finish();
        resolve(answer);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}

/** Keeps `facts.sent` up to date, for whoever stops the exchange from outside. */
async function exchange(
  request: OutgoingRequest,
  settings: Settings,
  signal: AbortSignal,
  facts: RequestFacts,
): Promise<Answer> {
  const { operation, method, url, headers } = request;
  const read = settings.token.read();
  // A token that is at hand does not cost a turn of the event loop.
  const token = typeof read === "string" ? read : await read;
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  const event = { operation, method, url, attempt: facts.attempts };
  emit(settings.onRequest, () => ({ ...event, headers: redactHeaders(headers, token) }));
  const startedAt = performance.now();
  try {
    facts.sent = "maybe";
    const response = await settings.fetch(request.target, {
      method,
      headers,
      body: request.body ?? null,
      redirect: "manual",
      signal,
    });
    facts.sent = "yes";
    const body = await response[request.bodyAs]();
    emit(settings.onResponse, () => ({
      ...event,
      headers: redactHeaders(response.headers, token),
      status: response.status,
      durationMs: performance.now() - startedAt,
    }));
    return { response, body, token, facts };
  } catch (error) {
    if (facts.sent === "maybe") facts.sent = classifySent(error);
    throw new ConnectionError({ ...facts }, error);
  }
}
