/** Where the client has called the emulator. */
import type { IncomingMessage } from "node:http";
import { Problem } from "./problem.ts";

/** A name or an address, and a port. RFC 9110, 7.2. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * For addresses in answers: `http://127.0.0.1:4010`.
 *
 * @param publicUrl stands for it, unless it is null
 * @throws {Problem} 400 when the header `Host` is none: it would be a part of them
 */
export function originOf(publicUrl: string | null, { headers, socket }: IncomingMessage): string {
  if (publicUrl !== null) return publicUrl;
  const scheme = "encrypted" in socket ? "https" : "http";
  const host = headers.host || `127.0.0.1:${socket.localPort}`;
  if (hostForm.test(host) && URL.canParse(`http://${host}`)) return `${scheme}://${host}`;
  throw malformedHost("is no name or address with a port");
}

/** @throws {Problem} 400 when the header `Host` is there twice: Node would take the first. RFC 9112, 3.2 */
export function requireOneHost({ rawHeaders }: IncomingMessage): void {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  if (count > 1) throw malformedHost("is there twice");
}

function malformedHost(reason: string): Problem {
  return new Problem({
    code: "malformed_request",
    detail: `The header Host ${reason}. Send the one that you call.`,
  });
}
