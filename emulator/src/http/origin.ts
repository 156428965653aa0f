/** Where the client has called the emulator. */
import type { IncomingMessage } from "node:http";
import type { EmulatorParts } from "../parts.ts";
import { rememberLast } from "../remember.ts";
import { Problem } from "./problem.ts";

/** A name or an address, and a port. RFC 9110, 7.2. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Nearly every request has the same. Of `http` and `https` the same hosts are taken. */
const isHost = rememberLast((host) => hostForm.test(host) && URL.canParse(`http://${host}`));

/**
 * For addresses in answers: `http://127.0.0.1:4010`.
 *
 * @throws {Problem} 400 when the header `Host` is none: it would be a part of them
 */
export function originOf(
  { publicUrl }: Pick<EmulatorParts, "publicUrl">,
  { headers, socket }: IncomingMessage,
): string {
  if (publicUrl !== null) return publicUrl;
  const scheme = "encrypted" in socket ? "https" : "http";
  const host = headers.host || `127.0.0.1:${socket.localPort}`;
  if (isHost(host)) return `${scheme}://${host}`;
  throw new Problem({
    code: "malformed_request",
    detail: "The header Host is no name or address with a port. Send the one that you call.",
  });
}
