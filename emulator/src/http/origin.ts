/** Where the client has called the emulator. */
import type { IncomingMessage } from "node:http";

/** For addresses in answers: `http://127.0.0.1:4010`. */
export function originOf({ headers, socket }: IncomingMessage): string {
  const scheme = "encrypted" in socket ? "https" : "http";
  return `${scheme}://${headers.host ?? `127.0.0.1:${socket.localPort}`}`;
}
