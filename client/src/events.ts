/** What the client does, told to handlers, for logs and metrics. Secrets are taken out before. */
import { redactToken } from "./token.ts";

/** Fields of every event. */
export interface RequestEvent {
  /** The `operationId`, or method and path for a request made through `client.api`. */
  operation: string;
  method: string;
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Names in lower case. Credentials are replaced by `[redacted]`. */
  headers: Record<string, string>;
}

export interface ResponseEvent extends RequestEvent {
  status: number;
  /** From the start of the attempt until its body was read. */
  durationMs: number;
}

export interface RetryEvent {
  operation: string;
  method: string;
  url: string;
  /** The attempt that failed. */
  attempt: number;
  /** The pause before the next attempt. */
  delayMs: number;
  /** What the attempt failed with. */
  error: unknown;
}

/** Handlers are called in passing: what they throw is ignored, since it must not cost the caller a job that was paid for. */
export interface EventHandlers {
  /** Called before an attempt is sent. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when an attempt was answered, whatever the status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called when an attempt failed and another will follow. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

const secretHeaders = /auth|cookie|token|secret|api-?key/;

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
