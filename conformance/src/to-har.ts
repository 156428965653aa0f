/** A run as a recording, which `openapi-gaps` reads, and every other reader of HAR files. */
import { hideToken } from "./hide-token.ts";
import type { Exchange } from "./result.ts";

/** A HAR file (HTTP Archive 1.2) without the token, which a service may send back. */
export function toHar(exchanges: Exchange[], token: string): string {
  const creator = { name: "video-generation-conformance", version: "1" };
  const entries = exchanges.map(toEntry);
  return hideToken({ log: { version: "1.2", creator, entries } }, token);
}

/** What HAR requires of requests and responses alike, and a run does not keep: -1 stands for unknown. */
const unknown = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: -1 };

function toEntry(exchange: Exchange): object {
  const { time, method, origin, path, status, headers, request, response } = exchange;
  const text = (json: unknown) => (json === undefined ? {} : { text: JSON.stringify(json) });
  const body = text(response.json).text ?? (response.unread === "not JSON" ? "…" : undefined);
  const hasBody = request.json !== undefined || request.unread !== undefined;
  return {
    startedDateTime: time,
    time: 0,
    request: {
      ...unknown,
      method,
      url: origin + path,
      queryString: [],
      headers: [],
      // What was deliberately no JSON is written as plain text.
      ...(hasBody
        ? { postData: { mimeType: "application/json", text: "{", ...text(request.json) } }
        : {}),
    },
    response: {
      ...unknown,
      status,
      statusText: "",
      redirectURL: headers["location"] ?? "",
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: {
        // The size of a body that was not kept is not known; there was none where it is 0.
        size: body === undefined ? (response.unread === undefined ? 0 : -1) : body.length,
        mimeType: response.mediaType ?? "",
        ...(body === undefined ? {} : { text: body }),
      },
    },
    cache: {},
    timings: { send: -1, wait: -1, receive: -1 },
    _credential: exchange.credential,
    _purpose: exchange.purpose,
  };
}
