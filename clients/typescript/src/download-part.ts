/** One request of a download: for the whole, or for what is missing of it. */
import { apiError } from "./answer.ts";
import { ConnectionError, InvalidResponseError } from "./errors.ts";
import { redactHeaders } from "./events.ts";
import type { DownloadSettings } from "./download-options.ts";
import type { RequestFacts } from "./facts.ts";
import { requestHeaders } from "./headers.ts";
import { readToken } from "./token.ts";

/** What to ask for, and how. */
interface PartRequest {
  address: URL;
  /** The first byte that is missing. */
  offset: number;
  /** Of the bytes before the offset. */
  etag: string | undefined;
  settings: DownloadSettings;
  facts: RequestFacts;
  signal: AbortSignal;
}

/** The bytes from an offset on. */
export interface DownloadPart {
  response: Response;
  /** Bytes at the start of the body that are there already. */
  skip: number;
  /** Size of the whole, in bytes, if the server told it. */
  size: number | undefined;
  etag: string | undefined;
}

const redirects = [301, 302, 303, 307, 308];
const maxRedirects = 5;

/**
 * Asks for the bytes from an offset on.
 *
 * @throws {ApiError} for a status that is no success
 * @throws {InvalidResponseError} if the content is no longer that of the etag
 * @throws {ConnectionError}
 */
export async function requestPart(request: PartRequest): Promise<DownloadPart> {
  const { offset, etag, facts } = request;
  const { response, token } = await follow(request);
  const { status, headers } = response;
  const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+)/.exec(
    headers.get("content-range") ?? "",
  ) ?? [undefined, undefined, undefined];
  const size = total === undefined ? undefined : Number(total);
  // What is there is all there is.
  if (status === 416 && size === offset) {
    await response.body?.cancel();
    return { response: new Response(null), skip: 0, size, etag };
  }
  if (!response.ok) {
    const body = await response.text();
    throw apiError({ response, body, token, facts });
  }
  const found = strongEtag(headers);
  const isRest = status === 206 && Number(start) === offset;
  if ((status === 206 && !isRest) || (offset > 0 && etag !== found)) {
    await response.body?.cancel();
    throw new InvalidResponseError(facts, "other content than that of the bytes before", {
      status,
      headers: new Headers(redactHeaders(headers, token)),
      body: undefined,
      requestId: undefined,
    });
  }
  return {
    response,
    // A server that knows no ranges sends everything again.
    skip: isRest ? 0 : offset,
    size: isRest ? size : lengthOf(headers),
    etag: found,
  };
}

/**
 * Follows redirects by hand as long as the token is sent, so that it goes to no other origin. From
 * the first address without it, fetch may follow them itself.
 */
async function follow({ address, offset, etag, settings, facts, signal }: PartRequest) {
  for (let url = address, hops = 0; ; hops++) {
    const isOwn = url.origin === settings.origin;
    const token = isOwn ? await readToken(settings.token) : "";
    signal.throwIfAborted();
    const headers = requestHeaders(null, { accept: "*/*" }, settings.headers, {
      // A range of compressed bytes would be of no use.
      "accept-encoding": "identity",
      range: offset > 0 ? `bytes=${offset}-` : undefined,
      "if-range": offset > 0 ? etag : undefined,
      authorization: isOwn ? `Bearer ${token}` : undefined,
    });
    let response: Response;
    try {
      facts.sent = "maybe";
      const redirect = isOwn ? "manual" : "follow";
      const { fetch, fetchOptions } = settings;
      response = await fetch(url.href, {
        ...fetchOptions,
        method: "GET",
        headers,
        redirect,
        signal,
      });
      facts.sent = "yes";
    } catch (error) {
      throw new ConnectionError(facts, error);
    }
    const location = response.headers.get("location");
    if (!redirects.includes(response.status) || !location || hops === maxRedirects) {
      return { response, token };
    }
    await response.body?.cancel();
    url = new URL(location, url);
  }
}

/** Only a strong one promises the same bytes. */
function strongEtag(headers: Headers): string | undefined {
  const etag = headers.get("etag");
  return etag?.startsWith('"') ? etag : undefined;
}

/** `undefined` for a body that was compressed all the same: its length is not that of the content. */
function lengthOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  const isPlain = (headers.get("content-encoding") ?? "identity") === "identity";
  return length !== null && isPlain ? Number(length) : undefined;
}
