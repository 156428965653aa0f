/** Judges an answer: the data of a success, or the error that the answer amounts to. */
import type { RequiredFields } from "../../../generated/operations.ts";
import type { Answer } from "./attempt.ts";
import { ApiError, InvalidResponseError } from "./errors.ts";
import { redactHeaders } from "./events.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { redactToken } from "./token.ts";

/**
 * The parsed body of a success. What counts is the status: an empty `4xx` is an error, and so is a
 * `2XX` that is not JSON.
 *
 * @param required fields that the body must have
 * @throws {ApiError | InvalidResponseError}
 */
export function readData(answer: Answer, required: RequiredFields): unknown {
  if (!answer.response.ok) throw apiError(answer);
  const data = parseJson(answer.body);
  if (data === undefined) throw invalidResponse(answer, "no JSON");
  for (const field in required) {
    const value: unknown = Object(data)[field];
    // An empty identifier names nothing.
    if (value === "" || (Array.isArray(value) ? "array" : typeof value) !== required[field]) {
      throw invalidResponse(answer, `no usable ${field}`);
    }
  }
  return data;
}

/** The error for a status outside `2XX`. */
export function apiError(answer: Answer): ApiError {
  return new ApiError(answer.facts, describeAnswer(answer));
}

function invalidResponse(answer: Answer, problem: string): InvalidResponseError {
  return new InvalidResponseError(answer.facts, problem, describeAnswer(answer));
}

/** What errors show of an answer, without credentials. */
function describeAnswer({ response, body, token }: Answer) {
  const headers = new Headers(redactHeaders(response.headers, token));
  return {
    status: response.status,
    headers,
    body: redactBody(body, token),
    // The two names that servers and proxies use.
    requestId: headers.get("x-request-id") ?? headers.get("request-id") ?? undefined,
    retryAfterMs: parseRetryAfter(headers),
  };
}

/**
 * JSON is redacted in the spelling that everything parsed comes back in, because escapes such as
 * `\/` hide the token before.
 */
function redactBody(body: string, token: string): unknown {
  let text = redactToken(body, token);
  try {
    text = redactToken(JSON.stringify(JSON.parse(body)), JSON.stringify(token).slice(1, -1));
    return JSON.parse(text);
  } catch {
    // No JSON, too deep to be written again, or no longer JSON without the token.
    return text || undefined;
  }
}

/** `undefined` for what is not JSON, which no JSON text can mean. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
