/** Reads a response: the data of a success, or the error that the response amounts to. */
import type { RequiredFields } from "../../../generated/operations.ts";
import {
  maxExcerptLength,
  requestIdHeaders,
  secretHeaderPattern,
  transientStatuses,
} from "../../../generated/policy.ts";
import {
  type ResponseError,
  ApiError,
  explainSent,
  InvalidResponseError,
  type RequestFacts,
  SizeLimitError,
} from "./errors.ts";

/** A response read to the end. */
export interface Received {
  response: Response;
  text: string;
  /** Takes the token that the request was sent with out of what is shown of the response. */
  redact: (text: string) => string;
  facts: RequestFacts;
}

/**
 * Reads a body to its end. (That of another library's `fetch` may be none of the platform's streams:
 * it has no limit.)
 *
 * @param begun has what came, also where the rest never comes
 * @throws {SizeLimitError} before more than the limit is in memory
 */
export async function readText(
  response: Response,
  facts: RequestFacts,
  maxBytes: number,
  begun: { text: string },
): Promise<string> {
  const reader = response.body?.getReader?.();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return (begun.text += decoder.decode());
    size += value.length;
    if (size > maxBytes) {
      begun.text = "";
      throw new SizeLimitError(facts, `passed its maxBodyBytes of ${maxBytes}`, { maxBytes });
    }
    begun.text += decoder.decode(value, { stream: true });
  }
}

/**
 * The parsed body of a success. What counts is the status: an empty `4xx` is an error, and so is a
 * `2XX` that is not JSON.
 *
 * @param required fields that the body must have; without them, it may be empty
 * @throws {ApiError | InvalidResponseError}
 */
export function readData(received: Received, required?: RequiredFields): unknown {
  if (!received.response.ok) throw responseError(received);
  if (!required && !received.text) return undefined;
  let data: unknown;
  try {
    data = JSON.parse(received.text);
  } catch {
    throw responseError(received, "no JSON");
  }
  for (const field in required) {
    const value = (Object(data) as Record<string, unknown>)[field];
    // An empty identifier names nothing.
    if (value === "" || (Array.isArray(value) ? "array" : typeof value) !== required[field]) {
      throw responseError(received, `no usable ${field}`);
    }
  }
  return data;
}

/**
 * The error that a response amounts to, without credentials.
 *
 * @param problem what is wrong with a success
 */
export function responseError(
  { response, text, redact, facts }: Received,
  problem?: string,
): ResponseError {
  const headers = redactHeaders(response.headers, redact);
  const shown = redact(text);
  const { status } = response;
  let body: unknown = shown || undefined;
  try {
    const parsed: unknown = JSON.parse(shown);
    // One that is so deep that a log could not write the error stays a text.
    JSON.stringify(parsed);
    body = parsed;
  } catch {}
  const details = {
    status,
    headers,
    text: shown,
    body,
    requestId: requestIdHeaders.map((name) => headers[name]).find(Boolean),
    retryAfterMs: parseRetryAfter(headers),
  };
  const mayPass = (transientStatuses as readonly number[]).includes(status);
  const excerpt = shown.replace(/\s+/g, " ").slice(0, maxExcerptLength);
  // Following one could carry the token away, or send a create twice.
  // A download follows those that it may.
  const which = facts.operation === "download" ? "this redirect is" : "redirects are";
  const redirect = status < 400 && !response.ok ? ` (${which} not followed)` : "";
  const judgement = problem ? ` and ${problem}` : redirect;
  const what = `got status ${status}${judgement}${excerpt && ": "}${excerpt}`;
  const advice = explainSent(facts, status);
  return new (problem ? InvalidResponseError : ApiError)(facts, what, details, mayPass, advice);
}

/** Headers without credentials, without the token in any value, and without those whose name holds it. */
export function redactHeaders(
  headers: Headers,
  redact: (text: string) => string,
): Record<string, string> {
  const secret = new RegExp(secretHeaderPattern);
  const shown: Record<string, string> = {};
  // A third of what it takes to iterate over them, and handlers see every request and response.
  headers.forEach((value, name) => {
    if (redact(name) !== name) return;
    shown[name] = secret.test(name) ? "[redacted]" : redact(value);
  });
  return shown;
}

/**
 * How long a response asks to wait with `Retry-After` (RFC 9110, section 10.2.3), in milliseconds;
 * `undefined` if it does not ask, or in neither of the two forms: whole seconds, or an HTTP date.
 */
function parseRetryAfter({ "retry-after": value = "", date = "" }: Record<string, string>) {
  // `Number` would read `""`, `1e3` or `-1` as a time.
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A platform may take more for a date than HTTP does, such as `1.5`, but every date ends with GMT.
  if (!value.endsWith("GMT")) return undefined;
  // Both dates come from the server's clock, if it tells it, so that a wrong clock on this machine
  // does not stretch the wait.
  const waitMs = Date.parse(value) - (Date.parse(date) || Date.now());
  // One that nobody can read asks for no pause.
  return Math.max(0, waitMs || 0);
}
