/** What the client does, told to handlers, for logs and metrics. Secrets are taken out before. */
import type { RequestFacts } from "./errors.ts";

/** An attempt that is about to be sent. `attempts` is 1 for the first one. */
export interface RequestEvent extends RequestFacts {
  url: string;
  /** Names in lower case. Credentials are replaced by `[redacted]`. */
  headers: Record<string, string>;
}

/** An attempt that got a response. */
export interface ResponseEvent extends RequestEvent {
  status: number;
  /** From the start of the attempt until its body was read. */
  durationMs: number;
}

/** An attempt that failed: without a response, or with one that is an error. */
export interface FailureEvent extends RequestFacts {
  url: string;
  /** What the attempt failed with. */
  error: unknown;
  /** The pause before the next attempt; `undefined` if none follows. */
  delayMs: number | undefined;
}

/**
 * What handlers throw, or reject with, is ignored: the caller must not lose a job that was
 * started. `callId` and `attempts` pair the events of an attempt.
 */
export interface EventHandlers {
  /** Called before an attempt is sent. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when an attempt got a response, whatever the status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called when an attempt failed, whether another follows or not. */
  onFailure?: ((event: FailureEvent) => void) | undefined;
}
