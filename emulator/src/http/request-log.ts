/** What the emulator has received, for the assertions of a consumer's tests. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseJson } from "./read-json.ts";

export interface LoggedRequest {
  /** Counts the requests from 1. */
  id: number;
  /** By the clock of the emulator, as a timestamp of RFC 3339. */
  at: string;
  method: string;
  /** Path and query. */
  url: string;
  /** Operation of the contract, if the path and the method are those of one. */
  operation: string | null;
  headers: IncomingHttpHeaders;
  /** The body: as JSON where it is JSON, else as text, at most 65,536 characters of it. Null when there is none. */
  body: unknown;
  /** Status code of the answer; null when there was none. */
  status: number | null;
  /** The fault that was injected. */
  fault?: string;
  /** The readings of gaps that were played. */
  played?: string[];
}

export type RequestRecord = Omit<LoggedRequest, "at" | "headers" | "body"> & {
  atMs: number;
  headers: IncomingHttpHeaders;
  /** Text of the body, once it has been read. */
  body?: string;
};

/** What is known of a request before it is answered. */
export function recordOf(
  { method = "", url = "", headers }: IncomingMessage,
  operation: string | null,
  atMs: number,
): Omit<RequestRecord, "id"> {
  return { atMs, method, url, operation, headers, status: null };
}

/** What is shown of a body that is no JSON. */
const longestText = 65_536;

/** Enough for a test run; old ones make room. */
const mostRequests = 1000;
/** An address may carry a token as well. */
const secretInQuery = /([?&](?:access_token|token|api_key)=)[^&]*/gi;

export class RequestLog {
  /** A ring: the newest record takes the place of the oldest. */
  #records: RequestRecord[] = [];
  #next = 0;
  #count = 0;
  readonly #listeners = new Set<(record: LoggedRequest) => void>();

  /** Adds a request, and gives it its number. */
  add(request: Omit<RequestRecord, "id">): RequestRecord {
    const record = { id: ++this.#count, ...request };
    this.#records[this.#next] = record;
    this.#next = (this.#next + 1) % mostRequests;
    return record;
  }

  /** Tells a listener of every request that is answered. Returns how to stop that. */
  onEnd(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes how a request is answered. */
  end(record: RequestRecord, status: number): void {
    record.status = status;
    for (const listener of this.#listeners) listener(present(record));
  }

  /** The newest first, tokens redacted. */
  list(): LoggedRequest[] {
    return this.#records.map((_, age) =>
      present(this.#records.at(this.#next - 1 - age) as RequestRecord),
    );
  }

  clear(): void {
    this.#records = [];
    this.#next = 0;
    this.#count = 0;
  }
}

function present({ atMs, headers, body, ...record }: RequestRecord): LoggedRequest {
  return {
    ...record,
    at: new Date(atMs).toISOString(),
    url: record.url.replace(secretInQuery, "$1[redacted]"),
    headers: redact(headers),
    body: body ? presentBody(body) : null,
  };
}

function presentBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text.slice(0, longestText);
  }
}

function redact(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const redacted = { ...headers };
  for (const name of ["authorization", "cookie", "proxy-authorization"]) {
    if (redacted[name] !== undefined) redacted[name] = "[redacted]";
  }
  return redacted;
}
