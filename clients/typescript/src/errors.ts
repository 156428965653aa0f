/** What can go wrong with a call, as few classes with structured fields. */
import type { HpJob } from "../../../generated/methods.ts";

/**
 * Whether a request that failed has reached the service: `"no"` when it certainly has not, `"yes"`
 * when a response had begun, `"maybe"` for everything between.
 */
export type Sent = "no" | "maybe" | "yes";

/** What a call can tell about itself, on its events and on its errors. */
export interface RequestFacts {
  /** Number of the call in this process: all events and errors of one call carry the same. */
  callId: number;
  /** The `operationId`, or method and URL of a request that belongs to no operation. */
  operation: string;
  /** HTTP method, in capitals. */
  method: string;
  /** How many times the request was sent, or its sending begun. */
  attempts: number;
  /**
   * Whether the request has reached the service in any attempt. A create may have started a job
   * unless this is `"no"`.
   */
  sent: Sent;
}

let lastCallId = 0;

/** The facts of a call that has not begun. */
export function beginCall(operation: string, method: string): RequestFacts {
  return { callId: ++lastCallId, operation, method, attempts: 0, sent: "no" };
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns all of them
export interface RequestError extends Readonly<RequestFacts> {}

/** Base of all errors of this package. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see above
export abstract class RequestError extends Error {
  /**
   * Whether another attempt may succeed, and can start no second job: the failure may pass, and the
   * request was a read, or was never sent.
   */
  declare readonly isSafeToRepeat: boolean;
  /** What has come of a response, without the token: of one that broke off, it may name a job. */
  declare readonly text?: string;

  /**
   * @param details the fields of the subclass
   * @param mayPass whether another attempt may end otherwise
   * @param advice what the caller has to know before trying again
   */
  constructor(
    facts: RequestFacts,
    problem: string,
    details: object,
    mayPass = false,
    advice: string = explainSent(facts),
  ) {
    super(`${facts.operation} ${problem}.${advice}`);
    const isSafeToRepeat = mayPass && (facts.sent === "no" || facts.method === "GET");
    Object.assign(this, facts, details, { isSafeToRepeat });
  }
}

/** Base of the errors that carry a response. */
export abstract class ResponseError extends RequestError {
  /** HTTP status; 0 for a redirect that a browser hides. */
  declare readonly status: number;
  /** Headers of the response, without credentials. Names in lower case. */
  declare readonly headers: Record<string, string>;
  /** The whole body as it came, without the token: numbers have all their digits. */
  declare readonly text: string;
  /**
   * The body, parsed if it is JSON, else as text; `undefined` if it was empty. Its shape is not
   * documented: after a create, the name of a job may be anywhere in it.
   */
  declare readonly body: unknown;
  /** Identifier of the request, when a usual response header carries one. */
  declare readonly requestId: string | undefined;
  /** What the response's `Retry-After` asks for, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
}

/** The service, or something before it, responded with a status outside `2XX`. */
export class ApiError extends ResponseError {
  override readonly name = "ApiError";
}

/** A status of `2XX` with a body that is not JSON, or that lacks what the response is for. */
export class InvalidResponseError extends ResponseError {
  override readonly name = "InvalidResponseError";
}

/** The connection failed before or during the exchange, or the response broke off. */
export class ConnectionError extends RequestError {
  override readonly name = "ConnectionError";

  /**
   * The reason, and the `code` that the platform gives it. An error of our own: that of a library may
   * quote what a server sent, the token too.
   */
  declare readonly cause: Error & { code: string | undefined };

  /** @param redact takes the token out of a text */
  constructor(
    facts: RequestFacts,
    { reason, code, isFinal, advice }: FailureReason,
    redact: (text: string) => string,
  ) {
    const words = redact(reason);
    const cause = Object.assign(new Error(words), { code });
    super(facts, `failed: ${words}`, { cause }, !isFinal, advice);
  }
}

/** What a platform says of a request that failed. */
export interface FailureReason {
  reason: string;
  code?: string | undefined;
  /** Whether there was no connection to send anything on. */
  isUnsent?: boolean;
  /** Whether another attempt fails in the same way. */
  isFinal?: boolean;
  /** What the caller has to know before trying again, where it is known better than from what was sent. */
  advice?: string | undefined;
}

/** What a platform adds to an attempt. */
export interface PlatformAttempt {
  /** Options of its `fetch`. */
  options?: RequestInit;
  explain(failure: unknown): FailureReason;
}

/**
 * An attempt took longer than `timeoutMs`, or all of them together longer than `deadlineMs`, or a
 * download was silent for longer than `idleTimeoutMs`.
 */
export class TimeoutError extends RequestError {
  override readonly name = "TimeoutError";
  /** The option that set the limit. */
  declare readonly limit: "timeoutMs" | "deadlineMs" | "idleTimeoutMs";
  /** The limit that was passed, in milliseconds. */
  declare readonly limitMs: number;
}

/** A response, or a download, is larger than its limit allows. It is never asked for again. */
export class SizeLimitError extends RequestError {
  override readonly name = "SizeLimitError";
  /** The limit that was passed, in bytes. */
  declare readonly maxBytes: number;
  /** Size of the whole, in bytes, if the server told it. */
  declare readonly size: number | undefined;
}

/** The caller's signal was aborted. */
export class AbortError extends RequestError {
  override readonly name = "AbortError";
  /** The signal's own `reason`; also the `cause`. */
  declare readonly reason: unknown;
}

/** A wait ended before its job did. The `cause` is what the last poll failed with, if it failed. */
export class JobWaitTimeoutError extends RequestError {
  override readonly name = "JobWaitTimeoutError";
  /** The limit that was passed, in milliseconds. */
  declare readonly maxWaitMs: number;
  declare readonly jobId: string;
  /** The job as it was last read; `undefined` if no poll got a response. */
  declare readonly lastJob: HpJob | undefined;
}

/**
 * What the caller of a failed request has to know before trying again. A redirect may point to what
 * the request has made.
 *
 * @param status of the response. Without one, nobody knows more than after a failure of the server.
 */
export function explainSent({ method, sent }: RequestFacts, status = 500): string {
  if (sent === "no") return " Nothing was sent: try again.";
  if (method === "GET" || (status >= 400 && status < 500)) return "";
  return " It is not sent again: a job may be rendering.";
}
