/** What the emulator has received and answered, for the assertions of a consumer's tests. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseJson } from "./body.ts";

export interface LoggedRequest {
  /** Counts the requests from 1. */
  id: number;
  /** By the clock of the emulator, as a timestamp of RFC 3339. */
  at: string;
  method: string;
  /** Path and query. */
  url: string;
  /** Operation of the contract, `downloadVideo`, or null for what leads to neither. */
  operation: string | null;
  headers: IncomingHttpHeaders;
  /** The body: as JSON where it is JSON, else as text, at most 65,536 characters of it. Null when there is none. */
  body: unknown;
  /** Status code of the answer; null when there was none. */
  status: number | null;
  /** Why the request was refused. */
  reason?: string;
  /** The fault that was injected. */
  fault?: string;
  /** The readings of gaps that were played. */
  played?: string[];
  /** The answer as it was meant to be sent, its body in the form that `body` has. Null when there was none. */
  response: { mediaType: string | null; body: unknown } | null;
}

export type RequestRecord = Omit<LoggedRequest, "at" | "headers" | "body" | "response"> & {
  atMs: number;
  headers: IncomingHttpHeaders;
  /** Text of the body, once it has been read, cut by {@link cutText}. */
  body?: string;
  /** Its body as text, or the value that the text is made of. */
  answer?: { mediaType: string | undefined; body: unknown };
};

type ReceivedRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

/** What is kept of a body. A thousand whole ones could fill the memory. */
const maxText = 65_536;

/** Enough for a test run; old ones make room. */
const maxRequests = 1000;

/** An address may carry a token as well. */
const secretInQuery = /([?&](?:access_token|token|api_key)=)[^&]*/gi;

export class RequestLog {
  /** By their ids, the oldest first. */
  readonly #records = new Map<number, RequestRecord>();
  #count = 0;

  /** Adds a request that has not been answered. */
  add(request: ReceivedRequest, operation: string | null, atMs: number): RequestRecord {
    const { method = "", url = "", headers } = request;
    const record = { id: ++this.#count, atMs, method, url, operation, headers, status: null };
    this.#records.set(record.id, record);
    this.#records.delete(record.id - maxRequests);
    return record;
  }

  /**
   * Notes how a request has ended; without a status, it got no answer.
   *
   * @param sent the body as text, and the value that it is made of: that is kept anyway as a part of a job, unless it is too long
   */
  end(
    record: RequestRecord | undefined,
    status: number | null,
    sent?: { mediaType: string | undefined; text: string; value: unknown },
  ): void {
    if (!record) return;
    record.status = status;
    if (!sent?.text) return;
    const { mediaType, text, value } = sent;
    record.answer = { mediaType, body: text.length > maxText ? cutText(text) : value };
  }

  /** The newest first, tokens redacted. */
  list(): LoggedRequest[] {
    return [...this.#records.values()].map(present).reverse();
  }

  /** Some requests, the newest first. `next` is where the next page starts, null when there is none. */
  page(
    {
      before = Infinity,
      limit,
      summary,
    }: { before: number | undefined; limit: number; summary: boolean },
    text = "",
  ): { requests: unknown[]; next: number | null } {
    const found = [...this.#records.values()]
      .filter((record) => record.id < before && matches(record, text))
      .reverse();
    const shown = found.slice(0, limit).map(present);
    const following = found[limit];
    return {
      requests: summary ? shown.map(summarizeRequest) : shown,
      next: following ? following.id + 1 : null,
    };
  }

  get(id: number): LoggedRequest | undefined {
    const record = this.#records.get(id);
    return record && present(record);
  }

  clear(): void {
    this.#records.clear();
    this.#count = 0;
  }
}

/** So much of a text as is kept. A copy, because a part of a text keeps the whole of it. */
export function cutText(text: string): string {
  return text.length > maxText ? Buffer.from(text.slice(0, maxText)).toString() : text;
}

/** A request without what is long. */
function summarizeRequest(request: LoggedRequest) {
  const { headers: _, body: _body, response: _response, ...summary } = request;
  return summary;
}

/** Requests with a text in what is shown of them in one line. */
function matches({ method, url, operation, status, reason, fault }: RequestRecord, text: string) {
  const line = [method, url, operation, status, reason, fault].join(" ");
  return line.toLowerCase().includes(text);
}

function present({ atMs, headers, body, answer, ...record }: RequestRecord): LoggedRequest {
  return {
    ...record,
    at: new Date(atMs).toISOString(),
    url: record.url.replace(secretInQuery, "$1[redacted]"),
    headers: redact(headers),
    body: body ? presentBody(body) : null,
    response: answer
      ? { mediaType: answer.mediaType ?? null, body: presentBody(answer.body) }
      : null,
  };
}

function presentBody(body: unknown): unknown {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  try {
    return parseJson(text);
  } catch {
    return text.slice(0, maxText);
  }
}

function redact(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const redacted = { ...headers };
  for (const name of ["authorization", "cookie", "proxy-authorization"]) {
    if (redacted[name] !== undefined) redacted[name] = "[redacted]";
  }
  return redacted;
}
