/** A `fetch` that keeps what went through it. */
import { type Exchange, essenceOf, parseJson } from "../exchange.ts";

/** @param keep called with each exchange, when its answer is complete */
export function recordingFetch(
  keep: (exchange: Exchange) => void,
): (input: string | Request, init: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const url = new URL(typeof input === "string" ? input : input.url);
    const time = new Date().toISOString();
    const response = await fetch(input, init);
    const text = await response.clone().text();
    const sent = typeof init.body === "string" ? init.body : undefined;
    keep({
      time,
      method: (init.method ?? "GET").toUpperCase(),
      path: url.pathname,
      status: response.status,
      request: { mediaType: "application/json", json: parseJson(sent) },
      response: {
        mediaType: essenceOf(response.headers.get("content-type") ?? undefined),
        json: parseJson(text),
      },
    });
    return response;
  };
}
