/** What can go wrong, as few classes with structured fields. */
import type { HpJob } from "../../../generated/methods.ts";
import type { RequestFacts } from "./facts.ts";
import type { Sent } from "./sent.ts";

/** Base of all errors of this package. */
export abstract class RequestError extends Error {
  /** Number of the call in this process, as its events carry it. */
  declare readonly callId: number;
  /** The `operationId`, or method and URL of a request that is none of the operations. */
  declare readonly operation: string;
  /** HTTP method, in capitals. */
  declare readonly method: string;
  /** How many times the request was sent, or its sending begun. */
  declare readonly attempts: number;
  /**
   * Whether the request has reached the service. A create request may have started a job unless
   * this is `"no"`.
   */
  declare readonly sent: Sent;

  /**
   * @param details the fields of the subclass
   * @param advice what the caller has to know before trying again
   */
  constructor(
    facts: RequestFacts,
    problem: string,
    details: object,
    advice: string = explainSent(facts),
  ) {
    super(`${facts.operation} ${problem}.${advice}`);
    Object.assign(this, facts, details);
  }
}

/** What an error tells of the answer that it is about. */
interface AnswerDetails {
  /** HTTP status; 0 for a redirect that a browser hides. */
  readonly status: number;
  /** Headers of the answer, without credentials. */
  readonly headers: Headers;
  /**
   * The whole body, without the token: parsed if it is JSON, else its text, `undefined` if it was
   * empty.
   */
  readonly body: unknown;
  /** Identifier of the request, when a usual response header carries one. */
  readonly requestId: string | undefined;
}

/** The service, or something before it, answered with a status outside `2XX`. */
export class ApiError extends RequestError implements AnswerDetails {
  override readonly name = "ApiError";
  /** HTTP status; 0 for a redirect that a browser hides. */
  declare readonly status: number;
  /** Headers of the answer, without credentials. */
  declare readonly headers: Headers;
  /**
   * The body without the token: parsed if it is JSON, else its text, `undefined` if it was empty.
   * Its shape is not documented.
   */
  declare readonly body: unknown;
  /** Identifier of the request, when a usual response header carries one. */
  declare readonly requestId: string | undefined;
  /** What the answer's `Retry-After` asks for, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;

  constructor(facts: RequestFacts, answer: AnswerDetails & Pick<ApiError, "retryAfterMs">) {
    super(facts, problemOf(answer, ""), answer, adviceFor(answer.status, facts));
  }
}

/** The connection failed before or during the exchange, or the answer broke off. */
export class ConnectionError extends RequestError {
  override readonly name = "ConnectionError";

  constructor(facts: RequestFacts, cause: unknown) {
    super(facts, `failed: ${reasonOf(cause)}`, { cause });
  }
}

/** The option that set a limit of time. */
type TimeLimit = "timeoutMs" | "deadlineMs" | "idleTimeoutMs";

/**
 * An attempt took longer than `timeoutMs`, or all of them together longer than `deadlineMs`, or a
 * download was silent for longer than `idleTimeoutMs`.
 */
export class TimeoutError extends RequestError {
  override readonly name = "TimeoutError";
  /** The option that set the limit. */
  declare readonly limit: TimeLimit;
  /** The limit that was passed, in milliseconds. */
  declare readonly limitMs: number;

  constructor(facts: RequestFacts, limit: TimeLimit, limitMs: number) {
    super(facts, `passed its ${limit} of ${limitMs}`, { limit, limitMs });
  }
}

/** The caller's signal was aborted. */
export class AbortError extends RequestError {
  override readonly name = "AbortError";
  /** The signal's own `reason`; also the `cause`. */
  declare readonly reason: unknown;

  constructor(facts: RequestFacts, reason: unknown) {
    super(facts, "was aborted", { reason, cause: reason });
  }
}

/** A status of `2XX` with a body that is not JSON, or that lacks what the answer is for. */
export class InvalidResponseError extends RequestError implements AnswerDetails {
  override readonly name = "InvalidResponseError";
  declare readonly status: number;
  /** Headers of the answer, without credentials. */
  declare readonly headers: Headers;
  /**
   * The whole body without the token: parsed if it is JSON, else its text, `undefined` if it was
   * empty. The name of a job may stand in it at another place.
   */
  declare readonly body: unknown;
  /** Identifier of the request, when a usual response header carries one. */
  declare readonly requestId: string | undefined;

  constructor(facts: RequestFacts, problem: string, answer: AnswerDetails) {
    super(facts, problemOf(answer, ` and ${problem}`), answer);
  }
}

/** A wait ended before its job did. The `cause` is what the last poll failed with, if it failed. */
export class JobWaitTimeoutError extends RequestError {
  override readonly name = "JobWaitTimeoutError";
  declare readonly jobId: string;
  /** The job as it was last read; `undefined` if no poll was answered. */
  declare readonly lastJob: HpJob | undefined;
  declare readonly elapsedMs: number;
  /** How many times the job was asked for, failed polls included. */
  declare readonly polls: number;

  constructor(
    facts: RequestFacts,
    // Not picked from the class: before ES2022, errors have no cause there.
    wait: Pick<JobWaitTimeoutError, "jobId" | "lastJob" | "elapsedMs" | "polls"> & {
      cause: unknown;
    },
  ) {
    super(
      facts,
      `gave up after ${Math.round(wait.elapsedMs)} ms`,
      wait,
      ` The job may still be rendering: go on with waitForHpJob("${wait.jobId}").`,
    );
  }
}

/** Enough to tell a login page from a stack trace, and little enough for a log line. */
const maxExcerptLength = 200;

/** With the part of the body that tells most: its list of errors, if it has one. */
function problemOf({ status, body }: AnswerDetails, addition: string): string {
  const problem = `was answered with status ${status}${addition}`;
  if (body === undefined) return problem;
  const telling: unknown = Object(body).errors ?? body;
  const text = typeof telling === "string" ? telling : JSON.stringify(telling);
  return `${problem}: ${text.replace(/\s+/g, " ").slice(0, maxExcerptLength)}`;
}

/**
 * A redirect is an answer outside 2XX like any other; following one could carry the token away, or
 * send a create twice. 303 points to what the request has made; 304 is no redirect.
 */
function adviceFor(status: number, facts: RequestFacts): string {
  if (status === 304) return " The client has no cache.";
  const redirect = status < 400 ? " Redirects are not followed." : "";
  return redirect + (status === 303 || status >= 500 ? explainSent(facts) : "");
}

/** What the caller of a failed request has to know before trying again. */
function explainSent({ method, sent }: RequestFacts): string {
  if (sent === "no") return " Nothing was sent: try again.";
  return isRead(method) ? "" : " It is not sent again: a job may be rendering.";
}

/** Whether a request with this method can be repeated without starting anything. */
export function isRead(method: string): boolean {
  return method === "GET";
}

/**
 * fetch says no more than "fetch failed"; the reason stands in its cause, or only in the code of
 * that.
 */
function reasonOf(error: unknown): string {
  const { message, code } = Object(Object(error).cause ?? error) as Record<string, unknown>;
  return String(message || code);
}
