/** Where the client has called the emulator. */
import type { IncomingMessage } from "node:http";
import type { EmulatorParts } from "../parts.ts";

/** For addresses in answers: `http://127.0.0.1:4010`. */
export function originOf(
  { publicUrl }: Pick<EmulatorParts, "publicUrl">,
  { headers, socket }: IncomingMessage,
): string {
  if (publicUrl !== null) return publicUrl;
  const scheme = "encrypted" in socket ? "https" : "http";
  return `${scheme}://${headers.host ?? `127.0.0.1:${socket.localPort}`}`;
}
