/** Who may tell the emulator what to do: programs on the same machine, and not the pages of other sites in its browser. */
import type { IncomingMessage } from "node:http";

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * True when a request comes from this machine, was sent to it by a name of its own (a foreign name can be pointed here), and not
 * by a page from elsewhere.
 */
export function isLoopback({ socket, headers }: IncomingMessage): boolean {
  const { host = "localhost", origin } = headers;
  if (!loopbackAddress.test(socket.remoteAddress ?? "") || !loopbackHost.test(host)) return false;
  return origin === undefined || URL.parse(origin)?.host === host;
}
