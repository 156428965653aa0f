/** One attempt: a request sent once, and its answer read to the end, within a limit. */
import { ConnectionError } from "./errors.ts";
import { emit, redactHeaders } from "./events.ts";
import type { RequestFacts } from "./facts.ts";
import type { RequestSettings } from "./options.ts";
import { classifySent } from "./sent.ts";
import { readToken } from "./token.ts";

/** A request that can be sent more than once. */
export interface OutgoingRequest {
  url: string;
  headers: Headers;
  body: string | null;
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
 * Sends a request once, and reads its answer to the end.
 *
 * @param facts kept up to date while the attempt goes on
 * @param signal says that the attempt was given up
 * @throws {ConnectionError} and whatever a token function throws
 */
export async function runAttempt(
  request: OutgoingRequest,
  settings: RequestSettings,
  facts: RequestFacts,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, headers, body } = request;
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
      body: sendableOnce(body),
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
    if (sentBefore === "no" && facts.sent === "maybe" && send === fetch) {
      facts.sent = classifySent(error);
    }
    throw new ConnectionError(facts, error);
  }
}

/**
 * When a reused connection breaks, Deno sends the request again by itself, a create too, and a job
 * is paid for twice. It does not if the body is a blob, which it reads only once.
 */
function sendableOnce(body: string | null): string | Blob | null {
  return "Deno" in globalThis && body ? new Blob([body]) : body;
}
