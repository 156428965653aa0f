/** A run as a recording, which `check` and `observe` read. */
import type { Exchange } from "../exchange.ts";

/** A HAR file (HTTP Archive 1.2). Tokens are no part of an exchange, so none is in it. */
export function toHar(exchanges: Exchange[]): string {
  const creator = { name: "video-generation-conformance", version: "1" };
  const entries = exchanges.map(toEntry);
  return `${JSON.stringify({ log: { version: "1.2", creator, entries } }, null, 1)}\n`;
}

function toEntry(exchange: Exchange): object {
  const { time, method, origin, path, status, headers, request, response } = exchange;
  const text = (json: unknown) => (json === undefined ? {} : { text: JSON.stringify(json) });
  const hasBody = request.json !== undefined || request.unread !== undefined;
  return {
    startedDateTime: time,
    request: {
      method,
      url: origin + path,
      headers: [],
      // What was not JSON on purpose is written as text that is none.
      ...(hasBody
        ? { postData: { mimeType: "application/json", text: "{", ...text(request.json) } }
        : {}),
    },
    response: {
      status,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: {
        mimeType: response.mediaType ?? "",
        ...(response.unread === "not JSON" ? { text: "…" } : {}),
        ...text(response.json),
      },
    },
    _credential: exchange.credential,
    _story: exchange.story,
    _expects: exchange.expects,
    _creator: exchange.creator,
    _failure: exchange.failure,
    _unread: response.unread,
  };
}
