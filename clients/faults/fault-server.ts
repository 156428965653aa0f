/** A small HTTP server on loopback that misbehaves as the options say, and counts what reaches it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { listen } from "../../test/support/listen.ts";

export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
  /** By the clock of `performance`. */
  atMs: number;
}

/** Responds to a request; `count` is 1 for the first one. */
export type Responder = (response: ServerResponse, count: number, request: ReceivedRequest) => void;

export interface FaultServer {
  baseUrl: string;
  /** Requests whose head and body were read. */
  received: ReceivedRequest[];
  /** Connections that were opened. */
  connections: number;
  close(): Promise<void>;
}

export interface FaultServerOptions {
  respond: Responder;
  /** Called once. */
  onFirstRequest?: () => void;
  /** Called before anything is read from a connection. */
  onConnection?: (socket: Socket) => void;
  /** Whether to expect TLS, and to refuse every handshake for want of a certificate. */
  tls?: boolean;
}

/**
 * Starts a server that stops accepting when the test closes it, whatever connections it still
 * holds.
 */
export async function startFaultServer({
  respond,
  onFirstRequest,
  onConnection,
  tls = false,
}: FaultServerOptions): Promise<FaultServer> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const atMs = performance.now();
    // Of a request that was given up, it counts that it came.
    const reading = text(request).catch(() => "");
    void reading.then((body) => {
      const { method = "", url = "", headers } = request;
      const received = { method, path: url, authorization: headers.authorization, body, atMs };
      if (state.received.push(received) === 1) onFirstRequest?.();
      respond(response, state.received.length, received);
    });
  };
  const server = tls ? createTlsServer(handle) : createServer(handle);
  server.on("connection", (socket: Socket) => {
    state.connections++;
    onConnection?.(socket);
  });
  const { origin, [Symbol.asyncDispose]: close } = await listen(server);
  const state: FaultServer = {
    baseUrl: tls ? origin.replace("http:", "https:") : origin,
    received: [],
    connections: 0,
    close: async () => close(),
  };
  return state;
}

/**
 * An address where nothing listens, and where no server can come to listen meanwhile: the port belongs to no service, and no
 * system gives it to who asks for any.
 */
export const refusingUrl = "http://127.0.0.1:4";

/** An address to which no system opens a connection: it stands for many machines. Nothing is sent. */
export const unreachableUrl = "https://224.0.0.1";

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
