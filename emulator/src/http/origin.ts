/** Where the client has called the emulator. */
import type { FastifyRequest } from "fastify";

/** For addresses in answers: `http://127.0.0.1:4010`. */
export function originOf(request: FastifyRequest): string {
  const host = request.headers.host ?? `127.0.0.1:${request.socket.localPort}`;
  return `${request.protocol}://${host}`;
}
