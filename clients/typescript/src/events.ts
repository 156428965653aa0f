/** What the client does, told to handlers, for logs and metrics. Secrets are taken out before. */
import type { RequestFacts } from "./errors.ts";
import { redactToken } from "./token.ts";

/** An attempt that is about to be sent. `attempts` is 1 for the first one. */
export interface RequestEvent extends RequestFacts {
  url: string;
  /** Names in lower case. Credentials are replaced by `[redacted]`. */
  headers: Record<string, string>;
}

/** An attempt that was answered. */
export interface ResponseEvent extends RequestEvent {
  status: number;
  /** From the start of the attempt until its body was read. */
  durationMs: number;
}

/** An attempt that failed and will be followed by another. */
export interface RetryEvent extends RequestFacts {
  url: string;
  /** The pause before the next attempt. */
  delayMs: number;
  /** What the attempt failed with. */
  error: unknown;
}

/**
 * Handlers are called in passing: what they throw is ignored, since it must not cost the caller a
 * job that was paid for.
 */
export interface EventHandlers {
  /** Called before an attempt is sent. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when an attempt was answered, whatever the status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called when an attempt failed and another will follow. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** `www-authenticate` stays: it says what is missing, and holds no secret. */
const secretHeaders = /authorization|cookie|token|secret|key/;

/** Calls a handler, if there is one, with an event that is only then made. */
export function emit<Event>(
  handler: ((event: Event) => void) | undefined,
  makeEvent: () => Event,
): void {
  if (!handler) return;
  try {
    handler(makeEvent());
  } catch {
    // See EventHandlers.
  }
}

/** Headers without credentials, and without the token wherever a server repeats it. */
export function redactHeaders(headers: Headers, token: string): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      secretHeaders.test(name) ? "[redacted]" : redactToken(value, token),
    ]),
  );
}
