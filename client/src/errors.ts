/** What can go wrong, as few classes with structured fields. */
import type { HpJob } from "../../generated/schema.d.ts";
import type { Sent } from "./sent.ts";

/** Recognises our errors across duplicate copies of this package, where `instanceof` fails. */
export const errorBrand: unique symbol = Symbol.for("video-generation-client.error") as never;

/** What every failed request can tell. */
export interface RequestFacts {
  /** The `operationId`, or method and path for a request made through `client.api`. */
  operation: string;
  /** HTTP method, in capitals. */
  method: string;
  /** How many times the request was tried. */
  attempts: number;
  /** Whether the request has reached the service. */
  sent: Sent;
}

/** Base of the errors that concern one request. */
export abstract class RequestError extends Error {
  /** The `operationId`, or method and path for a request made through `client.api`. */
  readonly operation: string;
  /** How many times the request was tried. */
  readonly attempts: number;
  /** Whether the request has reached the service. A create request may have started a job unless this is `"no"`. */
  readonly sent: Sent;

  constructor(message: string, facts: RequestFacts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = facts.operation;
    this.attempts = facts.attempts;
    this.sent = facts.sent;
  }
}

/** The service, or something before it, answered with a status outside `2XX`. */
export class ApiError extends RequestError {
  override readonly name = "ApiError";
  readonly [errorBrand] = "ApiError";
  /** HTTP status; 0 for a redirect that a browser hides. */
  readonly status: number;
  readonly headers: Headers;
  /** The body: parsed if it is JSON, else its text, `undefined` if it was empty. Its shape is not documented. */
  readonly body: unknown;
  /** Identifier of the request, when a usual response header carries one. */
  readonly requestId: string | undefined;
  /** What the answer's `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    facts: RequestFacts,
    answer: Pick<ApiError, "status" | "headers" | "body" | "requestId" | "retryAfterMs">,
  ) {
    const { status, headers, requestId } = answer;
    const named = requestId ? ` (request ${requestId})` : "";
    super(
      `${facts.operation} was answered with status ${status}${named}.${explainStatus(status, headers)}${status >= 500 ? explainSent(facts) : ""}`,
      facts,
    );
    this.status = status;
    this.headers = headers;
    this.body = answer.body;
    this.requestId = requestId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** The connection failed before or during the exchange, or the answer broke off. */
export class ConnectionError extends RequestError {
  override readonly name = "ConnectionError";
  readonly [errorBrand] = "ConnectionError";

  constructor(facts: RequestFacts, cause: unknown) {
    super(
      `${facts.operation} lost its connection: ${innermostMessage(cause)}.${explainSent(facts)}`,
      facts,
      cause,
    );
  }
}

/** An attempt took longer than `timeoutMs`, or all of them together longer than `deadlineMs`. */
export class TimeoutError extends RequestError {
  override readonly name = "TimeoutError";
  readonly [errorBrand] = "TimeoutError";
  /** The limit that was passed, in milliseconds. */
  readonly limitMs: number;
  /** The option that set the limit. */
  readonly limit: "timeoutMs" | "deadlineMs";

  constructor(facts: RequestFacts, limit: "timeoutMs" | "deadlineMs", limitMs: number) {
    super(
      `${facts.operation} took longer than its ${limit} of ${limitMs}.${explainSent(facts)}`,
      facts,
    );
    this.limit = limit;
    this.limitMs = limitMs;
  }
}

/** The caller's signal was aborted. */
export class AbortError extends RequestError {
  override readonly name = "AbortError";
  readonly [errorBrand] = "AbortError";
  /** The signal's own `reason`; also the `cause`. */
  readonly reason: unknown;

  constructor(facts: RequestFacts, reason: unknown) {
    super(`${facts.operation} was aborted.${explainSent(facts)}`, facts, reason);
    this.reason = reason;
  }
}

/** A status of `2XX` with a body that is not JSON, or that does not name the job. */
export class InvalidResponseError extends RequestError {
  override readonly name = "InvalidResponseError";
  readonly [errorBrand] = "InvalidResponseError";
  readonly status: number;
  readonly contentType: string | null;
  /** The first 200 characters of the body. */
  readonly excerpt: string;

  constructor(
    facts: RequestFacts,
    problem: string,
    answer: Pick<InvalidResponseError, "status" | "contentType" | "excerpt">,
  ) {
    const { status, contentType, excerpt } = answer;
    super(
      `${facts.operation} was answered with status ${status}, but ${problem} (${contentType ?? "no content type"}): ${JSON.stringify(excerpt)}.${explainSent(facts)}`,
      facts,
    );
    this.status = status;
    this.contentType = contentType;
    this.excerpt = excerpt;
  }
}

/** A wait ended before its job did. */
export class JobWaitTimeoutError extends Error {
  override readonly name = "JobWaitTimeoutError";
  readonly [errorBrand] = "JobWaitTimeoutError";
  readonly jobId: string;
  /** The job as it was last read; `undefined` if no poll was answered. */
  readonly lastJob: HpJob | undefined;
  readonly elapsedMs: number;
  /** How many times the job was asked for, failed polls included. */
  readonly polls: number;

  /** @param cause what the last poll failed with, if it failed */
  constructor(
    facts: Pick<JobWaitTimeoutError, "jobId" | "lastJob" | "elapsedMs" | "polls">,
    cause: unknown,
  ) {
    const { jobId, lastJob, elapsedMs, polls } = facts;
    const seconds = Math.round(elapsedMs / 1000);
    super(
      `The wait for job ${jobId} ended after ${seconds} s and ${polls} polls. The job may still be rendering: go on with waitForHpJob(${JSON.stringify(jobId)}), and do not create it again.`,
      cause === undefined ? undefined : { cause },
    );
    this.jobId = jobId;
    this.lastJob = lastJob;
    this.elapsedMs = elapsedMs;
    this.polls = polls;
  }
}

/** A redirect is an answer outside 2XX like any other; following one could carry the token away, or send a create twice. */
function explainStatus(status: number, headers: Headers): string {
  if (status !== 0 && (status < 300 || status > 399)) return "";
  const location = headers.get("location");
  const origin = location && URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
  return ` It is a redirect${origin}, and redirects are not followed. If the service has moved, change baseUrl.`;
}

/** What the caller of a failed request has to know before trying again. */
function explainSent({ method, sent }: RequestFacts): string {
  if (sent === "no") return " Nothing was sent, so it is safe to try again.";
  if (method === "GET" || method === "HEAD") return "";
  return " It was not sent again, because the service may have accepted it: a job may be rendering, and may cost.";
}

/** fetch says no more than "fetch failed"; the reason stands in its cause. */
function innermostMessage(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause) inner = inner.cause;
  const { message, code } = (inner ?? {}) as { message?: unknown; code?: unknown };
  return String(message || code || inner);
}
