/** Fetches what an output points to: streamed, resumed where it broke off, and within limits. */
import {
  downloadIdleTimeoutMs,
  maxDownloadBytes,
  maxDownloadRedirects,
} from "../../../generated/policy.ts";
import { redactor } from "../../redactor.ts";
import { responseError, readText } from "./response.ts";
import {
  beginCall,
  ConnectionError,
  type FailureReason,
  RequestError,
  type RequestFacts,
  SizeLimitError,
} from "./errors.ts";
import {
  type CallOptions,
  checkBaseUrl,
  checkLimit,
  checkToken,
  type ClientOptions,
  readToken,
  refuse,
  requestHeaders,
  settingsOf,
  type TokenSource,
} from "./options.ts";
import { beginAttempt, reasonOf } from "./platform.ts";
import { retryPause } from "./send.ts";
import { inTime, pause } from "./timing.ts";

/**
 * Settings of a download. `baseUrl`, `token` and `headers` are those of the client: addresses of the
 * same origin are asked with the token and the headers, and no other ones.
 */
export interface DownloadOptions
  extends
    Omit<CallOptions, "timeoutMs" | "maxBodyBytes">,
    Pick<ClientOptions, "allowPlainHttp" | "fetch"> {
  /** Address of the service, without `/api` at its end. */
  baseUrl?: string | undefined;
  /** The access token, or a function that gives it, called before every request. */
  token?: TokenSource | undefined;
  /**
   * Limit of silence in milliseconds: until a response begins, and between two parts of its body. A
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
}

/** A download that has begun. */
export interface Download {
  /** The bytes. Read it to the end, or cancel it: until then its connection stays open. */
  body: ReadableStream<Uint8Array>;
  /** Its size in bytes, if the server told it. */
  size: number | undefined;
  contentType: string | undefined;
}

/** An address that an output holds. */
export interface OutputAddress {
  url: string;
  /**
   * The row that it belongs to: the field `row` of the object around it, else its place in the list
   * around it, else its place among all addresses, from 1.
   */
  row: number;
}

/** Prose may begin with an address, too. */
const isAddress = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/**
 * Finds what the output of a job points to: every `http` or `https` address in it, once each, in
 * their order, whatever its shape is.
 */
export function addressesIn(output: unknown): OutputAddress[] {
  const found = new Map<string, OutputAddress>();
  // A stack of our own: an output may be nested as deep as its sender likes.
  const waiting: { value: unknown; row?: number | undefined }[] = [{ value: output }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value } = next;
    if (typeof value === "string" && isAddress.test(value) && URL.canParse(value)) {
      if (!found.has(value)) found.set(value, { url: value, row: next.row ?? found.size + 1 });
    }
    if (typeof value !== "object" || value === null) continue;
    const own = (value as { row?: unknown }).row;
    const row = Number.isSafeInteger(own) && (own as number) >= 0 ? (own as number) : next.row;
    const inner = Object.values(value).map((item: unknown, index) => ({
      value: item,
      row: Array.isArray(value) ? index + 1 : row,
    }));
    for (const item of inner.reverse()) waiting.push(item);
  }
  return [...found.values()];
}

/**
 * Begins to download what an output points to.
 *
 * The token is sent to the origin of `baseUrl` alone, and to none that a redirect leads to. When the
 * connection breaks, the rest is asked for with `Range`, up to `retries` times in a row, if the
 * server has named the content with a strong `ETag`: without one, nothing says that the rest belongs
 * to the start.
 *
 * @throws {TypeError} for an invalid address or option
 * @throws {ApiError | ConnectionError | TimeoutError | AbortError | InvalidResponseError | SizeLimitError}
 *   here or, once it has begun, from `body`
 * @example
 * ```ts
 * const { body } = await download("https://example.com/video.mp4");
 * for await (const bytes of body) console.log(bytes.length);
 * ```
 */
export function download(address: string, options: DownloadOptions = {}): Promise<Download> {
  return beginDownload(address, options);
}

/** @param checkStep is told each address before it is asked, those of redirects too; what it throws ends the download */
export async function beginDownload(
  address: string,
  options: DownloadOptions,
  checkStep?: (url: string) => void,
): Promise<Download> {
  const settings = { ...checkDownloadOptions(address, options), checkStep };
  const facts = beginCall("download", "GET");
  const endsAt = performance.now() + settings.deadlineMs;
  const cancelled = new AbortController();
  settings.signals.push(cancelled.signal);
  const position: Position = { offset: 0, etag: undefined };
  let part!: DownloadPart;
  let source: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Ends the request that is under way. */
  let controller: AbortController;
  let failuresInARow = 0;

  const work = <Result>(step: () => Promise<Result>) =>
    inTime("idleTimeoutMs", settings, endsAt, facts, step);

  /** Asks for what is missing, again while that makes sense. */
  async function open(): Promise<void> {
    for (;;) {
      facts.attempts++;
      controller = new AbortController();
      const { signal } = controller;
      try {
        part = await work(() => requestPart(settings, position, facts, signal));
        refuseLarge(part.size ?? 0);
        position.etag = part.etag;
        source = part.response.body?.getReader();
        return;
      } catch (error) {
        await pauseAfter(error);
      }
    }
  }

  /** The next bytes; `undefined` at the end. */
  async function read(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        const { value } = (await work(async () => source?.read())) ?? {};
        const { offset } = position;
        if (!value && offset < (part.size ?? 0)) {
          throw new Error(`${offset} of ${part.size} bytes came`);
        }
        if (!value) return undefined;
        const fresh = value.subarray(part.skip);
        part.skip -= value.length - fresh.length;
        if (fresh.length === 0) continue;
        if (part.size !== undefined && offset + fresh.length > part.size) {
          throw new Error(`more than its ${part.size} bytes came`);
        }
        position.offset += fresh.length;
        refuseLarge(position.offset);
        failuresInARow = 0;
        return fresh;
      } catch (error) {
        await pauseAfter(
          error instanceof RequestError
            ? error
            : new ConnectionError(facts, reasonOf(error), redactor("")),
        );
        await open();
      }
    }
  }

  /** @throws the failure, if it is final */
  async function pauseAfter(failure: unknown): Promise<void> {
    controller.abort(failure);
    // Without a name for the content, the rest might belong to another one.
    const retries = part && !position.etag ? 0 : settings.retries;
    const delayMs = retryPause(failure, ++failuresInARow, retries, endsAt);
    if (delayMs === undefined) throw failure;
    await pause(delayMs, settings, facts);
  }

  function refuseLarge(bytes: number): void {
    const { maxBytes } = settings;
    if (bytes <= maxBytes) return;
    const { size } = part;
    throw new SizeLimitError(facts, `passed its maxBytes of ${maxBytes}`, { maxBytes, size });
  }

  await open();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const bytes = await read();
        if (bytes) stream.enqueue(bytes);
        else stream.close();
      },
      cancel(reason) {
        cancelled.abort(reason);
        controller.abort(reason);
      },
    },
    // Nothing is taken from the network before it is read.
    { highWaterMark: 0 },
  );
  const contentType = part.response.headers.get("content-type") ?? undefined;
  return { body, size: part.size, contentType };
}

/** An address with a login is none that `fetch` takes. */
export const isFetchable = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && !username && !password;

/** @throws {TypeError} for an invalid address or option */
function checkDownloadOptions(address: string, options: DownloadOptions) {
  const { baseUrl, token, headers, allowPlainHttp } = options;
  const url = URL.parse(address);
  if (!url || !isFetchable(url)) refuse("address", "an http:// or https:// URL without a login");
  if (baseUrl === undefined && headers)
    refuse("baseUrl", "given with headers, which go to its origin alone");
  const ownToken = baseUrl === undefined ? undefined : token;
  if (ownToken !== undefined && typeof ownToken !== "function") checkToken(ownToken);
  return {
    ...settingsOf(options, {}, "GET"),
    url,
    /** Origin that the token and the headers are for. */
    origin:
      baseUrl === undefined ? undefined : new URL(checkBaseUrl(baseUrl, allowPlainHttp)).origin,
    token: ownToken,
    fetch: options.fetch,
    headers,
    idleTimeoutMs: checkLimit("idleTimeoutMs", options.idleTimeoutMs ?? downloadIdleTimeoutMs),
    maxBytes: checkLimit("maxBytes", options.maxBytes ?? maxDownloadBytes),
  };
}

type DownloadSettings = ReturnType<typeof checkDownloadOptions> & {
  checkStep: ((url: string) => void) | undefined;
};

/** How many bytes are there, and of what. */
type Position = { offset: number; etag: string | undefined };

/** The bytes from an offset on. */
interface DownloadPart {
  response: Response;
  /** Bytes at the start of the body that are there already. */
  skip: number;
  /** Size of the whole, in bytes, if the server told it. */
  size: number | undefined;
  etag: string | undefined;
}

/**
 * Asks for the bytes that are missing.
 *
 * @throws {ApiError} for any status but 200 and 206: what came is not the file
 * @throws {InvalidResponseError} if the content is no longer that of the etag
 */
async function requestPart(
  settings: DownloadSettings,
  position: Position,
  facts: RequestFacts,
  signal: AbortSignal,
): Promise<DownloadPart> {
  const { offset } = position;
  const { response, redact } = await follow(settings, position, facts, signal);
  const { status, headers } = response;
  const range = headers.get("content-range") ?? "";
  const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+)/.exec(range) ?? [];
  const size = total === undefined ? undefined : Number(total);
  // What is there is all there is.
  if (status === 416 && size === offset) {
    await response.body?.cancel();
    return { response: new Response(null), skip: 0, size, etag: position.etag };
  }
  if (status !== 200 && status !== 206) {
    const reading = readText(response, facts, settings.maxBodyBytes, { text: "" });
    const text = await reading.catch(fail(facts, redact, reasonOf));
    throw responseError({ response, text, redact, facts });
  }
  // Only a strong one promises the same bytes.
  const etag = /^".*/.exec(headers.get("etag") ?? "")?.[0];
  const isRest = status === 206 && Number(start) === offset;
  if ((status === 206 && !isRest) || (offset > 0 && etag !== position.etag)) {
    await response.body?.cancel();
    const problem = "other content than that of the bytes before";
    throw responseError({ response, text: "", redact, facts }, problem);
  }
  // A server that knows no ranges sends everything again.
  if (!isRest) return { response, skip: offset, size: lengthOf(headers), etag };
  return { response, skip: 0, size, etag };
}

/**
 * Follows redirects by hand as long as the token is sent, so that it goes to no other origin. From
 * the first address without it, fetch may follow them itself.
 */
async function follow(
  settings: DownloadSettings,
  { offset, etag }: Position,
  facts: RequestFacts,
  signal: AbortSignal,
): Promise<{ response: Response; redact: (text: string) => string }> {
  for (let { url } = settings, hops = 0; ; hops++) {
    settings.checkStep?.(url.href);
    const isOwn = url.origin === settings.origin;
    const token = isOwn && settings.token ? await readToken(settings.token) : "";
    signal.throwIfAborted();
    const headers = requestHeaders(null, { accept: "*/*" }, isOwn ? settings.headers : {}, {
      authorization: token ? `Bearer ${token}` : undefined,
    });
    // A range of compressed bytes would be of no use.
    headers.set("accept-encoding", "identity");
    if (offset > 0 && etag) {
      headers.set("range", `bytes=${offset}-`);
      headers.set("if-range", etag);
    }
    // Node 24 ends the process when the reader of a connection that is to be closed is slow.
    headers.delete("connection");
    const redact = redactor(token);
    const { options, explain } = beginAttempt(settings, facts, headers, null);
    const init = {
      ...settings.fetchOptions,
      method: "GET",
      headers,
      redirect: isOwn || settings.checkStep ? "manual" : "follow",
      signal,
      ...options,
    } as const;
    facts.sent = "maybe";
    const send = settings.fetch ?? fetch;
    const response = await send(url.href, init).catch(fail(facts, redact, explain));
    facts.sent = "yes";
    const location = response.headers.get("location");
    const next = location === null ? null : URL.parse(location, url);
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
    // Some platforms fetch files of their own machine too.
    const canFollow = next && isFetchable(next) && isRedirect;
    if (!canFollow || hops === maxDownloadRedirects) return { response, redact };
    await response.body?.cancel();
    url = next;
  }
}

/** Throws what a `fetch`, or a body of its response, has failed with, as an error of the client. */
const fail =
  (
    facts: RequestFacts,
    redact: (text: string) => string,
    explain: (error: unknown) => FailureReason,
  ) =>
  (error: unknown) => {
    if (error instanceof RequestError) throw error;
    throw new ConnectionError(facts, explain(error), redact);
  };

/** `undefined` for a body that was compressed all the same: its length is not that of the content. */
function lengthOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  const isPlain = (headers.get("content-encoding") ?? "identity") === "identity";
  return length !== null && isPlain ? Number(length) : undefined;
}
