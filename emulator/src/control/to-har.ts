/** Requests as an HTTP Archive, which browsers and other tools read: http://www.softwareishard.com/blog/har-12-spec/ */
import manifest from "../../package.json" with { type: "json" };
import { STATUS_CODES } from "../http/node-http.ts";
import type { LoggedRequest } from "../http/request-log.ts";

/** As far as tools need it. What is not known is -1, as the format says. */
export interface Har {
  log: { version: "1.2"; creator: { name: string; version: string }; entries: object[] };
}

/** @param baseUrl before the path of each request */
export function toHar(requests: LoggedRequest[], baseUrl: string): Har {
  const entries = requests.toReversed().map((request) => toEntry(request, baseUrl));
  const { name, version } = manifest;
  return { log: { version: "1.2", creator: { name, version }, entries } };
}

function toEntry(request: LoggedRequest, baseUrl: string): object {
  const { at, method, url, headers, body, status, response, fault, played } = request;
  const address = new URL(baseUrl + url);
  const remarks = [fault && `fault: ${fault}`, played && `played: ${played.join(", ")}`];
  return {
    startedDateTime: at,
    time: -1,
    request: {
      ...{ method, url: address.href, httpVersion: "HTTP/1.1", cookies: [] },
      headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
      queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
      ...(body !== null && {
        postData: { mimeType: headers["content-type"] ?? "", text: asText(body) },
      }),
      ...{ headersSize: -1, bodySize: -1 },
    },
    // A connection that broke has the status 0.
    response: {
      ...{ status: status ?? 0, statusText: STATUS_CODES[status ?? 0] ?? "" },
      ...{ httpVersion: "HTTP/1.1", cookies: [], redirectURL: "", headersSize: -1, bodySize: -1 },
      headers: response?.mediaType ? [{ name: "content-type", value: response.mediaType }] : [],
      content: {
        ...{ size: -1, mimeType: response?.mediaType ?? "" },
        ...(response && response.body !== null && { text: asText(response.body) }),
      },
    },
    cache: {},
    timings: { send: -1, wait: -1, receive: -1 },
    comment: remarks.filter(Boolean).join("; "),
  };
}

const asText = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));
