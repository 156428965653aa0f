/** Judges an answer: the data of a success, or the error that the answer amounts to. */
import type { Answer } from "./attempt.ts";
import { ApiError, InvalidResponseError } from "./errors.ts";
import { redactHeaders } from "./events.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { redactToken } from "./token.ts";

/** Enough to tell a login page from a stack trace, and little enough for a log line. */
const excerptLength = 200;

/**
 * The parsed body of a success. What counts is the status: an empty `4xx` is an error, and so is a
 * `2XX` that is not JSON.
 *
 * @param jobIdField field that the body must have
 * @throws {ApiError | InvalidResponseError}
 */
export function readData(answer: Answer, jobIdField: string | undefined): unknown {
  if (!answer.response.ok) throw apiError(answer);
  const data = parseJson(answer.body);
  if (data === undefined) throw invalidResponse(answer, "no JSON");
  if (jobIdField && typeof (data as Record<string, unknown> | null)?.[jobIdField] !== "string") {
    throw invalidResponse(answer, `no ${jobIdField}`);
  }
  return data;
}

/** The error for a status outside `2XX`. */
export function apiError({ response, body, token, facts }: Answer): ApiError {
  const { status } = response;
  const headers = new Headers(redactHeaders(response.headers, token));
  const text = redactToken(body, token);
  return new ApiError(facts, {
    status,
    headers,
    body: parseJson(text) ?? (text || undefined),
    // The two names that servers and proxies use.
    requestId: headers.get("x-request-id") ?? headers.get("request-id") ?? undefined,
    retryAfterMs: parseRetryAfter(headers, Date.now()),
  });
}

function invalidResponse({ response, body, token, facts }: Answer, problem: string) {
  return new InvalidResponseError(facts, problem, {
    status: response.status,
    contentType: response.headers.get("content-type"),
    excerpt: redactToken(body, token).slice(0, excerptLength),
  });
}

/** `undefined` for what is not JSON, which no JSON text can mean. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
