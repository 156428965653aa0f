/** What callers can set, and what holds if they do not. */
import { checkBaseUrl } from "./base-url.ts";
import { isRead } from "./errors.ts";
import type { EventHandlers } from "./events.ts";
import { Token, type TokenSource } from "./token.ts";

/** Settings of one call. The same names on {@link ClientOptions} are the defaults of every call. */
export interface CallOptions {
  /**
   * Aborts the call: the request in flight, the reading of its body, and the pause before a retry.
   */
  signal?: AbortSignal | undefined;
  /**
   * Limit of each attempt in milliseconds, the reading of the body included. `Infinity` switches it
   * off.
   *
   * @default 30000 for reads, 120000 for creates
   */
  timeoutMs?: number | undefined;
  /**
   * Limit of all attempts and the pauses between them, in milliseconds.
   *
   * @default Infinity
   */
  deadlineMs?: number | undefined;
  /**
   * How often a read that failed in passing is sent again. A create is sent again only if nothing
   * was sent before, whatever stands here.
   *
   * @default 2
   */
  retries?: number | undefined;
  /** Headers to add. `Authorization` is set from the token and cannot be set here. */
  headers?: Record<string, string> | undefined;
}

export interface ClientOptions extends CallOptions, EventHandlers {
  /** Address that your provider gave you, without `/api` at its end. */
  baseUrl: string;
  /** The access token, or a function that gives it, called before every attempt. */
  token: TokenSource;
  /**
   * Sends the requests, for a proxy or a test.
   *
   * @default globalThis.fetch
   */
  fetch?: FetchFunction | undefined;
  /**
   * Allows `http:` addresses outside this machine. Everyone on the way can then read the token.
   *
   * @default false
   */
  allowPlainHttp?: boolean | undefined;
}

/** The part of `fetch` that the client needs. */
export type FetchFunction = (input: string | Request, init: RequestInit) => Promise<Response>;

/** Checked options. */
export interface Settings extends CallOptions, EventHandlers {
  readonly baseUrl: string;
  readonly token: Token;
  readonly fetch: FetchFunction;
}

/** Settings of one request, complete. */
export interface RequestLimits {
  signal: AbortSignal | undefined;
  timeoutMs: number;
  deadlineMs: number;
  retries: number;
}

/**
 * Reads answer in well under a second when the service is well; half a minute is past any patience,
 * and leaves room for a slow link.
 */
const readTimeoutMs = 30_000;
/**
 * A create may have to look at the media it is given before it answers, and giving up early leaves
 * a job that nobody knows of.
 */
const createTimeoutMs = 120_000;
/** Two retries outlast a restart behind a load balancer without adding much to an outage. */
const defaultRetries = 2;

/** @throws {TypeError} for an option that cannot be meant */
export function checkOptions(options: ClientOptions): Settings {
  limitsOf(options, {}, "");
  return {
    ...options,
    // Looked up at every call, so that a test can replace the global one later.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    baseUrl: checkBaseUrl(options.baseUrl, options.allowPlainHttp),
    token: new Token(options.token),
  };
}

/** @throws {TypeError} for a time that is not a positive number */
export function limitsOf(call: CallOptions, defaults: CallOptions, method: string): RequestLimits {
  const defaultTimeoutMs = isRead(method) ? readTimeoutMs : createTimeoutMs;
  return {
    signal: call.signal ?? defaults.signal,
    timeoutMs: checkDuration("timeoutMs", call.timeoutMs ?? defaults.timeoutMs ?? defaultTimeoutMs),
    deadlineMs: checkDuration("deadlineMs", call.deadlineMs ?? defaults.deadlineMs ?? Infinity),
    retries: call.retries ?? defaults.retries ?? defaultRetries,
  };
}

/** @throws {TypeError} unless it is a positive number */
export function checkDuration(name: string, value: number): number {
  if (typeof value === "number" && value > 0) return value;
  throw new TypeError(`${name} cannot be "${value}".`);
}
