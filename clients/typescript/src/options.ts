/** What callers can set, and what holds if they do not. */
import {
  createTimeoutMs,
  readTimeoutMs,
  retries as defaultRetries,
} from "../../../generated/policy.ts";
import { checkBaseUrl } from "./base-url.ts";
import { isRead } from "./errors.ts";
import type { EventHandlers } from "./events.ts";
import { refuse } from "./refuse.ts";
import { checkSource, type TokenSource } from "./token.ts";

/** Settings of one call. The same names on {@link ClientOptions} are the defaults of every call. */
export interface CallOptions {
  /**
   * Aborts the call: the request in flight, the reading of its body, and the pause before a retry.
   * The signals of the client and of the call both count.
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
  headers?: Record<string, string | undefined> | undefined;
  /**
   * What else `fetch` is to be given: `dispatcher` in Node, `cache` or `credentials` in browsers.
   */
  fetchOptions?: FetchOptions | undefined;
}

/** The options of a runtime's `fetch`, but for those that the client sets. */
export type FetchOptions = Omit<
  RequestInit,
  "body" | "headers" | "method" | "redirect" | "signal"
> & { readonly [name: string]: unknown };

export interface ClientOptions extends CallOptions, EventHandlers {
  /** Address that your provider gave you, without `/api` at its end. */
  baseUrl: string;
  /** The access token, or a function that gives it, called before every attempt. */
  token: TokenSource;
  /**
   * Sends the requests, for another library or a test. It may send a request more than once, so of
   * what fails in it `sent` is never `"no"`; for a proxy, `fetchOptions` is better.
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
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** Checked options. */
export interface Settings extends CallOptions, EventHandlers, Pick<ClientOptions, "fetch"> {
  readonly baseUrl: string;
  readonly token: TokenSource;
}

/** Settings of one request, complete. */
export interface RequestSettings extends Settings {
  signals: readonly AbortSignal[];
  timeoutMs: number;
  deadlineMs: number;
  retries: number;
  fetchOptions: FetchOptions;
}

/** @throws {TypeError} for an option that cannot be meant */
export function checkOptions(options: ClientOptions): Settings {
  settingsOf(options, {}, "");
  return {
    ...options,
    baseUrl: checkBaseUrl(options.baseUrl, options.allowPlainHttp),
    token: checkSource(options.token),
  };
}

/** @throws {TypeError} for a limit or a signal that cannot be meant */
export function settingsOf<Defaults extends CallOptions>(
  call: CallOptions,
  defaults: Defaults,
  method: string,
) {
  const defaultTimeoutMs = isRead(method) ? readTimeoutMs : createTimeoutMs;
  const retries = call.retries ?? defaults.retries ?? defaultRetries;
  if (!(retries >= 0)) refuse("retries", retries);
  return {
    ...defaults,
    signals: signalsOf(call.signal, defaults.signal),
    timeoutMs: checkDuration("timeoutMs", call.timeoutMs ?? defaults.timeoutMs ?? defaultTimeoutMs),
    deadlineMs: checkDuration("deadlineMs", call.deadlineMs ?? defaults.deadlineMs ?? Infinity),
    retries,
    fetchOptions: { ...defaults.fetchOptions, ...call.fetchOptions },
  };
}

/** @throws {TypeError} for anything but a signal, such as its controller */
export function signalsOf(...signals: (AbortSignal | null | undefined)[]): AbortSignal[] {
  return signals.filter((signal): signal is AbortSignal => {
    // Not by its class: libraries and test environments bring their own.
    if (signal && signal.aborted === undefined) refuse("signal", signal);
    return !!signal;
  });
}

/** @throws {TypeError} unless it is a positive number */
export function checkDuration(name: string, value: number): number {
  return typeof value === "number" && value > 0 ? value : refuse(name, value);
}
