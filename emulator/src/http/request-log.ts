/** What the emulator has received, and its responses, for the assertions of a consumer's tests. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseJson } from "../contract/json.ts";

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
  /** Status code of the response; null when there was none. */
  status: number | null;
  /** Why the request was refused. */
  reason?: string;
  /** The fault that was injected. */
  fault?: string;
  /** The behaviours of gaps that were played. */
  played?: string[];
  /** The response, its body in the form that `body` has; whole where the connection has ended before it. Null when there was none. */
  response: { mediaType: string | null; body: unknown } | null;
}

/** What is kept of a request until its response is sent, and after. Texts are cut by {@link cutText}. */
export type RequestRecord = Omit<LoggedRequest, "at" | "body" | "response"> & {
  atMs: number;
  body?: string;
  /** Characters of all that is kept of it; of its bodies from its end on. */
  length: number;
  reply?: { mediaType: string | undefined; text: string };
};

/** What is kept of a body. A thousand whole ones could fill the memory. */
const maxText = 65_536;

/** Enough for a test run; old ones make room. */
const maxRequests = 1000;

/** Characters of all that is kept: a thousand requests with their longest headers and bodies would fill the memory. */
const maxLength = 16 * 1024 * 1024;

export class RequestLog {
  /** The oldest first. */
  #records: RequestRecord[] = [];
  #count = 0;
  #length = 0;
  readonly #listeners = new Set<() => void>();

  /** Adds a request that has no response yet. */
  add(request: IncomingMessage, operation: string | null, atMs: number): RequestRecord {
    const { method = "", url = "", headers, rawHeaders } = request;
    // The values of `headers` would take longer to visit than all else that is done here.
    const length = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
    const known = { method, url, operation, headers, status: null, length };
    const record = { id: ++this.#count, atMs, ...known };
    this.#length += length;
    if (this.#records.push(record) > maxRequests) this.#dropOldest();
    return record;
  }

  #dropOldest(): void {
    this.#length -= this.#records.shift()!.length;
  }

  /** Calls a listener each time a request has been served, until the function that it returns is called. */
  onResponse(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A request has been served: all that is kept of it is known. Of those before it, some may have to go. */
  end(record: RequestRecord): void {
    // One that has left the log meanwhile takes no room in it. From the end: most are served soon.
    if (this.#records.lastIndexOf(record) >= 0) {
      const { body = "", reply } = record;
      const length = body.length + (reply?.text.length ?? 0);
      record.length += length;
      this.#length += length;
    }
    while (this.#length > maxLength && this.#records.length > 1) this.#dropOldest();
    for (const listener of this.#listeners) listener();
  }

  /** How many were received since the last clearing. */
  get count(): number {
    return this.#count;
  }

  /**
   * The newest first, tokens redacted.
   *
   * @param text only those with this text in what is shown of them in one line
   * @param before only those that came before the one with this identifier
   */
  list(limit: number = maxRequests, text = "", before: number = Infinity): LoggedRequest[] {
    const wanted = text.toLowerCase();
    const found = this.#records.filter(({ id, method, url, operation, status, reason, fault }) => {
      const line = [method, url, operation, status, reason, fault].join(" ");
      return id < before && line.toLowerCase().includes(wanted);
    });
    return found.reverse().slice(0, limit).map(present);
  }

  get(id: number): LoggedRequest | undefined {
    const record = this.#records.find((other) => other.id === id);
    return record && present(record);
  }

  clear(): void {
    this.#records = [];
    this.#count = this.#length = 0;
  }
}

/** So much of a text as is kept. A copy, because a part of a text keeps the whole of it. */
export function cutText(text: string): string {
  return text.length > maxText ? Buffer.from(text.slice(0, maxText)).toString() : text;
}

function present({
  atMs,
  headers,
  body,
  reply,
  length: _,
  ...record
}: RequestRecord): LoggedRequest {
  const shown = { ...headers };
  for (const name of ["authorization", "cookie", "proxy-authorization"])
    if (shown[name] !== undefined) shown[name] = "[redacted]";
  return {
    ...record,
    at: new Date(atMs).toISOString(),
    headers: shown,
    body: body ? parse(body) : null,
    response: reply ? { mediaType: reply.mediaType ?? null, body: parse(reply.text) } : null,
  };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
