/** What callers can set, what holds if they do not, and what is refused before anything is sent. */
import {
  createTimeoutMs,
  maxBodyBytes,
  readTimeoutMs,
  retries,
} from "../../../generated/policy.ts";
import type { EventHandlers } from "./events.ts";
import { type FetchFunction, type FetchOptions, platformHeaders } from "./platform.ts";

/** Settings of one call. The same names on {@link ClientOptions} are the defaults of every call. */
export interface CallOptions {
  /**
   * Aborts the call: the request in flight, the reading of its body, and the pause before a retry.
   * The signals of the client and of the call both count.
   */
  signal?: AbortSignal | undefined;
  /**
   * Limit of each attempt in milliseconds, the reading of the body included. `Infinity` means 24
   * days, the longest time that timers take.
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
   * How often a read is sent again after a temporary failure. A create is sent again only if nothing
   * was sent before, whatever this is.
   *
   * @default 2
   */
  retries?: number | undefined;
  /**
   * Limit of the body of a response in bytes, decompressed. A larger one is a `SizeLimitError`.
   *
   * @default 67108864, which is 64 MiB
   */
  maxBodyBytes?: number | undefined;
  /** Headers to add. `Authorization` is set from the token and cannot be set here. */
  headers?: Record<string, string | undefined> | undefined;
  /**
   * What else `fetch` is to be given: `dispatcher` in Node, `cache` or `credentials` in browsers.
   */
  fetchOptions?: FetchOptions | undefined;
}

/** The token, or a function that gives it, called before every attempt. */
export type TokenSource = string | (() => string | Promise<string>);

export interface ClientOptions extends CallOptions, EventHandlers {
  /** Address of the service, without `/api` at its end. */
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

type Limits = Record<"timeoutMs" | "deadlineMs" | "maxBodyBytes" | "retries", number>;

/** Options of a call, with its limits, and those of the client where it has none. */
type SettingsOf<Defaults> = Defaults &
  Limits & { signals: AbortSignal[]; fetchOptions: FetchOptions };

/** Settings of one request, complete. */
export type RequestSettings = SettingsOf<ClientOptions>;

/** @throws {TypeError} for an invalid option */
export function checkOptions(options = {} as ClientOptions): ClientOptions {
  settingsOf(options, {}, "");
  const { token, allowPlainHttp } = options;
  if (typeof token !== "function") checkToken(token);
  return { ...options, baseUrl: checkBaseUrl(options.baseUrl, allowPlainHttp) };
}

/** @throws {TypeError} for an invalid limit */
export function settingsOf<Defaults extends CallOptions>(
  call: CallOptions,
  defaults: Defaults,
  method: string,
): SettingsOf<Defaults> {
  const limits: Limits = {
    timeoutMs: method === "GET" ? readTimeoutMs : createTimeoutMs,
    deadlineMs: Infinity,
    maxBodyBytes,
    retries,
  };
  for (const name of Object.keys(limits) as (keyof Limits)[]) {
    const value = call[name] ?? defaults[name] ?? limits[name];
    limits[name] = checkLimit(name, value);
  }
  return {
    ...defaults,
    ...limits,
    signals: [call.signal, defaults.signal].filter(
      (signal) => signal && (signal.addEventListener ?? refuse("signal", "an AbortSignal")),
    ) as AbortSignal[],
    fetchOptions: { ...defaults.fetchOptions, ...call.fetchOptions },
  };
}

/** Refuses the value of an option or parameter. Without the value: it may be a secret. */
export function refuse(name: string, expected: string): never {
  throw new TypeError(`${name} must be ${expected}.`);
}

/** @throws {TypeError} unless it is a number of 1 or more, or 0 for `retries` */
export function checkLimit(name: string, value: number): number {
  const min = name === "retries" ? 0 : 1;
  if (typeof value === "number" && value >= min) return value;
  return refuse(name, `${min} or more`);
}

/**
 * Checks the address that every path is appended to, and returns it without a slash at its end.
 *
 * @throws {TypeError} if a request to it would be wrong or would show the token to the network
 */
export function checkBaseUrl(baseUrl: string, allowPlainHttp?: boolean): string {
  const href = URL.parse(baseUrl)?.href ?? "";
  const asHttps = allowPlainHttp ? href.replace("http:", "https:") : href;
  // Addresses that keep the token secret: encrypted, or of this machine, where nobody else can
  // listen. No credentials, query, or fragment.
  if (/^(https:|http:\/\/(localhost|127\.[\d.]+|\[::1\])[:/])[^?#@]*$/.test(asHttps)) {
    return href.replace(/\/+$/, "");
  }
  return refuse("baseUrl", "the service's https:// address, without login or query");
}

/** @throws {TypeError} for what no header can carry: the platform's own complaint would repeat it */
export function checkToken(token: string): string {
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return token;
  throw new TypeError("token is empty or cannot be sent: has it a line break?");
}

/**
 * Gives the token to send now.
 *
 * @throws {TypeError} for a token that no header can carry, and whatever a function throws
 */
export async function readToken(source: TokenSource): Promise<string> {
  return checkToken(typeof source === "function" ? await source() : source);
}

/**
 * Writes path parameters into a path so that no value can change which path is called.
 *
 * @throws {TypeError} for a value that is no string, has half a character (a lone surrogate), or is
 *   empty, `.` or `..`: URL parsers resolve these in every spelling, also as `%2e`
 */
export function fillPath(path: string, valueOf: (name: string) => unknown): string {
  return path.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = valueOf(name);
    if (typeof value !== "string" || /^\.{0,2}$|\p{Cs}/u.test(value)) refuse(name, "an identifier");
    return encodeURIComponent(value);
  });
}

type HeaderValues = Record<string, string | undefined> | undefined;

/** What is asked for in which form, the client alone decides: another one, it could not read, and the receipt of a job would be lost. */
const ownHeaders = ["range", "if-range", "accept-encoding"];

/**
 * The headers of a request, but for the token. Later values take the place of earlier ones, in any
 * spelling of their names.
 *
 * @throws {TypeError} for a name or value that no header can have
 */
export function requestHeaders(body: string | null, ...all: HeaderValues[]): Headers {
  const headers = new Headers({
    accept: "application/json",
    ...(body && { "content-type": "application/json" }),
    // Browsers name themselves, and a header that they do not expect would cost a request of its own
    // before each one to another origin.
    ...platformHeaders,
  });
  for (const values of all) {
    for (const name in values) {
      const value = values[name];
      if (value === undefined) continue;
      try {
        headers.set(name, value);
      } catch {
        // The platform's own complaint would repeat the value, which may be a secret.
        throw new TypeError(`headers: "${name}" or its value cannot be sent.`);
      }
    }
  }
  for (const name of ownHeaders) headers.delete(name);
  return headers;
}
