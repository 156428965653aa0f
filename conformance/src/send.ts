/** Sends one request, and keeps it with its response, or with the reason why there is none. */
import { type BaseAddress, type Body, essenceOf, toBody } from "openapi-gaps/evidence";
import type { Credential, Exchange } from "./result.ts";

/** The path is below the base address, with its parameters filled in. */
export interface Call extends Pick<
  Exchange,
  "purpose" | "method" | "path" | "expects" | "doubt" | "creator"
> {
  /** Sent as JSON; a string as it is. */
  body?: object | string | undefined;
  credential: Credential;
}

export interface SenderOptions {
  base: BaseAddress;
  token: string;
  /** Limit of a call, its body included, in milliseconds. */
  timeoutMs: number;
  /** @default the one of the platform */
  fetch?: typeof fetch;
}

/** A response of an interface is far shorter. */
const maxBody = 8 * 1024 * 1024;

/** Sends one request. What goes wrong on the way is in the exchange. */
export async function sendCall(call: Call, options: SenderOptions): Promise<Exchange> {
  const { path, body, ...meant } = call;
  const { base, token, timeoutMs, fetch: send = fetch } = options;
  const url = new URL(base.urlOf(path));
  const text = typeof body === "object" ? JSON.stringify(body) : body;
  const exchange: Exchange = {
    ...meant,
    time: new Date().toISOString(),
    origin: url.origin,
    path: url.pathname,
    status: 0,
    headers: {},
    request: toBody(jsonType, text),
    response: { mediaType: undefined, json: undefined },
  };
  const authorization = authorizations[meant.credential]?.(token);
  // A timer of its own, because one of AbortSignal lets a waiting process end.
  const limit = new AbortController();
  const reason = new Error(`no complete response within ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => limit.abort(reason), timeoutMs);
  try {
    const response = await send(url, {
      method: meant.method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(text === undefined ? {} : { "content-type": jsonType }),
      },
      redirect: "manual",
      signal: limit.signal,
      ...(text === undefined ? {} : { body: text }),
    });
    exchange.status = response.status;
    exchange.headers = Object.fromEntries(response.headers);
    exchange.response = await readBody(response);
  } catch (error) {
    exchange.failure = limit.signal.aborted ? reason.message : `no response: ${reasonOf(error)}`;
  } finally {
    clearTimeout(timer);
  }
  return exchange;
}

const jsonType = "application/json";

const authorizations: Record<Credential, ((token: string) => string) | undefined> = {
  token: (token) => `Bearer ${token}`,
  none: undefined,
  wrong: () => "Bearer not-a-token",
  "other-scheme": (token) => `Basic ${Buffer.from(`user:${token}`).toString("base64")}`,
};

async function readBody(response: Response): Promise<Body> {
  const contentType = response.headers.get("content-type") ?? undefined;
  const without = { mediaType: essenceOf(contentType), json: undefined };
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = response.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    if (length > maxBody) return { ...without, unread: "too long" };
    chunks.push(chunk);
  }
  try {
    // JSON is UTF-8 (RFC 8259); what is not cannot be read by everybody.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return toBody(contentType, text);
  } catch {
    return { ...without, unread: "not UTF-8" };
  }
}

/** The code of a failed connection, without what the runtime says around it. */
function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (message || name);
}

/**
 * The request as a command that repeats it.
 *
 * @param tokenName the variable of the shell that holds the token
 */
export function toCurl(
  { method, origin, path, credential = "token", request }: Exchange,
  tokenName = "VIDEO_TOKEN",
): string {
  const authorization = authorizations[credential]?.(`$${tokenName}`);
  const parts = ["curl", "-i"];
  // curl encodes a login itself.
  if (credential === "other-scheme") parts.push(`-u "user:$${tokenName}"`);
  else if (authorization !== undefined) parts.push(`-H "Authorization: ${authorization}"`);
  if (method !== "GET") parts.push("-X", method);
  if (request.json !== undefined || request.unread === "not JSON") {
    const body = request.json === undefined ? "@request.json" : JSON.stringify(request.json);
    parts.push(`-H "Content-Type: ${jsonType}"`, "--data", quote(body));
  }
  return [...parts, quote(origin + path)].join(" ");
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
