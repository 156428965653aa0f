/** The HTTP server, and its answers to what is no request. */
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { createServer } from "./node-http.ts";
import { Problem, problemMediaType } from "./problem.ts";

/** Longer than clients and proxies keep a connection that is idle, so that none is closed while a request is on its way. */
const keepAliveTimeout = 72_000;

export function buildServer(listener: RequestListener): Server {
  return (
    createServer({ keepAliveTimeout }, listener)
      // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1). Node would refuse it, unseen by the log.
      .on("checkExpectation", listener)
      .on("clientError", refuseBrokenHttp)
  );
}

function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const problem = describe(error);
  const { title, ...rest } = problem.toBody();
  const body = JSON.stringify({ title, ...rest });
  socket.end(
    `HTTP/1.1 ${problem.status} ${String(title)}\r\nContent-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function describe({ code, message }: NodeJS.ErrnoException): Problem {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new Problem({
      code: "request_timeout",
      detail: "The request did not arrive in time. Send it again, faster.",
    });
  if (code === "HPE_HEADER_OVERFLOW")
    return new Problem({
      code: "headers_too_large",
      detail: "The headers are larger than 16 KiB. Send fewer, or shorter ones.",
    });
  return new Problem({
    code: "malformed_request",
    detail: `This is no HTTP request: ${message}`,
  });
}
