/** The HTTP server: its port, and its responses to what is no request. */
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { OptionError } from "../contract/option-error.ts";
import { createServer, STATUS_CODES } from "./node-http.ts";
import { Problem } from "./problem.ts";

/** Longer than clients and proxies keep a connection that is idle, so that none is closed while a request is on its way. */
const keepAliveTimeout = 72_000;

export function buildServer(listener: RequestListener): Server {
  return (
    // Two Host headers become a list, which is no host. Node would take the first one.
    createServer({ keepAliveTimeout, joinDuplicateHeaders: true }, listener)
      // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1). Node would refuse it, unseen by the log.
      .on("checkExpectation", listener)
      .on("clientError", refuseBrokenHttp)
  );
}

/** Takes the port. @throws {OptionError} when that is not possible, with what can be done */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen({ port, host });
    await once(server, "listening");
  } catch (error) {
    throw new OptionError(
      `Cannot listen on ${host}:${port}: ${(error as Error).message}. Choose another --port, 0 for any, or another --host.`,
    );
  }
}

/** Where a server listens, if it does. One that listens on every address is called on the machine itself. */
export function urlOf(server: Server): string | undefined {
  const bound = server.address() as AddressInfo | null;
  if (!bound) return undefined;
  const address = { "0.0.0.0": "127.0.0.1", "::": "::1" }[bound.address] ?? bound.address;
  return `http://${bound.family === "IPv6" ? `[${address}]` : address}:${bound.port}`;
}

/** What else than the form of a request is refused before it is one. */
const refusals: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(
    "request_timeout",
    "The request did not arrive in time. Send it again, faster.",
  ),
  HPE_HEADER_OVERFLOW: new Problem(
    "headers_too_large",
    "The headers are larger than 16 KiB. Send fewer, or shorter ones.",
  ),
};

/** There is no response to write to yet. */
function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const problem =
    refusals[error.code ?? ""] ??
    new Problem("malformed_request", `This is no HTTP request: ${error.message}`);
  const { status, mediaType, body } = problem.toReply();
  const payload = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${mediaType}\r\nContent-Length: ${Buffer.byteLength(payload)}\r\nConnection: close\r\n\r\n${payload}`,
  );
}
