/** A `fetch` that keeps what went through it. */
import { type Body, type Credential, type Exchange, essenceOf, toBody } from "../exchange.ts";

/** @param keep called with each exchange, when its answer is complete */
export function recordingFetch(
  keep: (exchange: Exchange) => void,
  credential: Credential,
): (input: string | Request, init: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const url = new URL(typeof input === "string" ? input : input.url);
    const time = new Date().toISOString();
    const response = await fetch(input, init);
    const bytes = await response.clone().bytes();
    const sent = typeof init.body === "string" ? init.body : undefined;
    keep({
      time,
      method: (init.method ?? "GET").toUpperCase(),
      origin: url.origin,
      path: url.pathname,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      credential,
      request: toBody("application/json", sent),
      response: bodyOf(response.headers.get("content-type") ?? undefined, bytes),
    });
    return response;
  };
}

/** JSON is UTF-8 (RFC 8259); what is not cannot be read by everybody. */
function bodyOf(contentType: string | undefined, bytes: Uint8Array): Body {
  try {
    return toBody(contentType, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { mediaType: essenceOf(contentType), json: undefined, unread: "not UTF-8" };
  }
}
