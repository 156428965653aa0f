/** Sends one request, and keeps it with its answer, or with the reason why there is none. */
import {
  type BaseAddress,
  type Body,
  type Credential,
  essenceOf,
  toBody,
} from "openapi-gaps/evidence";
import type { Limiter } from "./in-parallel.ts";
import type { Exchange, Expectation } from "./result.ts";

export interface Call {
  story: string;
  /** In capitals. */
  method: string;
  /** Below the base address, with its parameters filled in. */
  path: string;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
  credential: Credential;
  expects: Expectation;
  /** Why nothing is decided about the request. */
  doubt?: string | undefined;
  /** The operation that has created the job it reads, where that is known. */
  creator?: string;
}

export interface SenderOptions {
  base: BaseAddress;
  token: string;
  /** Limit of a call, its body included, in milliseconds. */
  timeoutMs: number;
  /** Shared by all senders of a run: how many calls are open at a time. */
  limiter: Limiter;
  /** Called with every exchange, when it is complete. */
  record: (exchange: Exchange) => void;
  /** Once it is aborted, nothing more is sent. */
  signal?: AbortSignal | undefined;
  /** @default the one of the platform */
  fetch?: typeof fetch;
}

/** An answer of an interface is far shorter. */
const maxBody = 8 * 1024 * 1024;

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  send(call: Call): Promise<Exchange> {
    return this.#options.limiter(() => this.#send(call));
  }

  async #send(call: Call): Promise<Exchange> {
    const { story, method, path, body, credential, expects, doubt, creator } = call;
    this.#options.signal?.throwIfAborted();
    const { base, timeoutMs, record, fetch: send = fetch } = this.#options;
    const url = new URL(base.urlOf(path));
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const headers: Record<string, string> = this.#authorization(credential);
    if (text !== undefined) headers["content-type"] = "application/json";
    const exchange: Exchange = {
      time: new Date().toISOString(),
      method,
      origin: url.origin,
      path: url.pathname,
      status: 0,
      headers: {},
      credential,
      story,
      expects,
      doubt,
      creator,
      request: toBody("application/json", text as string | undefined),
      response: { mediaType: undefined, json: undefined },
    };
    try {
      // A timer of its own, because one of AbortSignal lets a waiting process end.
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(new TimeLimit(timeoutMs)), timeoutMs);
      try {
        const answer = await send(url, {
          method,
          headers,
          redirect: "manual",
          signal: limit.signal,
          ...(text === undefined ? {} : { body: text as string }),
        });
        exchange.status = answer.status;
        exchange.headers = Object.fromEntries(answer.headers);
        exchange.response = await readBody(answer);
      } finally {
        clearTimeout(timer);
      }
    } catch (error) {
      exchange.failure = reasonOf(error);
    }
    record(exchange);
    return exchange;
  }

  #authorization(credential: Credential): Record<string, string> {
    const { token } = this.#options;
    switch (credential) {
      case "token":
        return { authorization: `Bearer ${token}` };
      case "wrong":
        return { authorization: "Bearer not-a-token" };
      case "other-scheme":
        return { authorization: `Basic ${Buffer.from(`user:${token}`).toString("base64")}` };
      case "none":
        return {};
    }
  }
}

class TimeLimit extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} s`);
  }
}

async function readBody(answer: Response): Promise<Body> {
  const contentType = answer.headers.get("content-type") ?? undefined;
  const without = (unread: Body["unread"]): Body => ({
    mediaType: essenceOf(contentType),
    json: undefined,
    unread,
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) break;
    length += value.length;
    if (length > maxBody) {
      await reader?.cancel();
      return without("too long");
    }
    chunks.push(value);
  }
  try {
    // JSON is UTF-8 (RFC 8259); what is not cannot be read by everybody.
    return toBody(
      contentType,
      new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    );
  } catch {
    return without("not UTF-8");
  }
}

/** The code of a failed connection, without what the runtime says around it. */
function reasonOf(error: unknown): string {
  if (error instanceof TimeLimit) return error.message;
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  if (cause instanceof TimeLimit) return cause.message;
  return `no answer: ${cause?.code ?? cause?.message ?? (message || name)}`;
}
