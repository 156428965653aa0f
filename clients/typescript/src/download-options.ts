/** What a download can be told. */
import { checkBaseUrl } from "./base-url.ts";
import {
  type CallOptions,
  checkDuration,
  type ClientOptions,
  type FetchFunction,
  type FetchOptions,
  signalsOf,
} from "./options.ts";
import { refuse } from "./refuse.ts";
import { checkSource, type TokenSource } from "./token.ts";

/**
 * Settings of a download. `baseUrl` and `token` are those of the client: addresses of the same
 * origin are asked with the token, and no other ones.
 */
export interface DownloadOptions
  extends
    Omit<CallOptions, "timeoutMs">,
    Partial<Pick<ClientOptions, "baseUrl" | "token" | "allowPlainHttp" | "fetch">> {
  /**
   * Limit of silence in milliseconds: until an answer begins, and between two parts of its body. A
   * slow reader is not counted.
   *
   * @default 30000
   */
  idleTimeoutMs?: number | undefined;
  /**
   * Limit of the whole, in bytes.
   *
   * @default 4294967296, which is 4 GiB: more than an hour of video at 8 Mbit/s
   */
  maxBytes?: number | undefined;
  /** Goes on with a download that was broken off: how many bytes are there, and of what. */
  resume?: { offset: number; etag: string } | undefined;
}

/** Checked options. */
export interface DownloadSettings {
  /** Origin that the token is for. */
  origin: string | undefined;
  token: TokenSource;
  fetch: FetchFunction;
  fetchOptions: FetchOptions;
  headers: CallOptions["headers"];
  signals: AbortSignal[];
  idleTimeoutMs: number;
  deadlineMs: number;
  retries: number;
  maxBytes: number;
}

const defaultIdleTimeoutMs = 30_000;
const defaultMaxBytes = 4_294_967_296;
const defaultRetries = 2;

/** @throws {TypeError} for an option that cannot be meant */
export function checkDownloadOptions(options: DownloadOptions): DownloadSettings {
  const { baseUrl, token, allowPlainHttp, retries = defaultRetries, resume } = options;
  if (!(retries >= 0)) refuse("retries", retries);
  if (resume && !(Number.isSafeInteger(resume.offset) && resume.offset >= 0)) {
    refuse("resume.offset", resume.offset);
  }
  // A weak one does not promise the same bytes.
  if (resume && !resume.etag.startsWith('"')) refuse("resume.etag", resume.etag);
  const hasToken = baseUrl !== undefined && token !== undefined;
  return {
    origin: hasToken ? new URL(checkBaseUrl(baseUrl, allowPlainHttp)).origin : undefined,
    token: hasToken ? checkSource(token) : "",
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    fetchOptions: options.fetchOptions ?? {},
    headers: options.headers,
    signals: signalsOf(options.signal),
    idleTimeoutMs: checkDuration("idleTimeoutMs", options.idleTimeoutMs ?? defaultIdleTimeoutMs),
    deadlineMs: checkDuration("deadlineMs", options.deadlineMs ?? Infinity),
    maxBytes: checkDuration("maxBytes", options.maxBytes ?? defaultMaxBytes),
    retries,
  };
}
