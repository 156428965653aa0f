/** Requests within the process: through a pair of streams, so that all of HTTP happens as on a network, faults included. */
import type { ClientRequest, IncomingMessage, Server } from "node:http";
import { duplexPair, pipeline, Readable } from "node:stream";
import { requestHttp } from "./node-http.ts";
import { bodiless } from "./reply.ts";

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** @param baseUrl where the server listens, if it does */
export function createFetch(server: Server, baseUrl: () => string | undefined): Fetch {
  return async (input, init) => {
    const base = baseUrl() ?? "http://localhost";
    const request = new Request(input instanceof Request ? input : new URL(input, base), init);
    const { href, host } = new URL(request.url);
    const [here, there] = duplexPair();
    // What comes from this process comes from this machine.
    Object.assign(there, { remoteAddress: "127.0.0.1", setTimeout: () => there });
    server.emit("connection", there);
    const sent = requestHttp(href.replace(/^https:/, "http:"), {
      createConnection: () => here,
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), host },
      signal: request.signal,
    });
    const response = responseTo(sent);
    if (request.body) pipeline(Readable.fromWeb(request.body as never), sent, () => {});
    else sent.end();
    return toResponse(await response);
  };
}

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve);
    // As `fetch` has it: a broken connection is a TypeError, an abort is its reason.
    sent.on("error", (cause) =>
      reject(cause.name === "AbortError" ? cause : new TypeError("fetch failed", { cause })),
    );
  });
}

function toResponse(message: IncomingMessage): Response {
  const headers = message.headers as Record<string, string>;
  const { statusCode = 200, statusMessage = "" } = message;
  const body = bodiless.has(statusCode) ? null : (Readable.toWeb(message) as ReadableStream);
  return new Response(body, { status: statusCode, statusText: statusMessage, headers });
}
