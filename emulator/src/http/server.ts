/** The HTTP server and its port. */
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { OptionError } from "../options.ts";
import { createServer } from "./node-http.ts";

/** A connection that is idle is kept longer than by clients and proxies, so that none is closed while a request is on its way. */
export const buildServer = (listener: RequestListener): Server =>
  createServer({ keepAliveTimeout: 72_000 }, listener);

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
