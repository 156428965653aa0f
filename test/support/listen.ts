/** Servers on loopback, on any free port, closed with their connections. */
import { once } from "node:events";
import { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

export interface Listening extends AsyncDisposable {
  /** Of the server's addresses: without a slash at its end. */
  origin: string;
  port: number;
}

/** Starts a server. Use with `await using`. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<Listening> {
  await once(server.listen(0, host), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      if (server instanceof HttpServer) server.closeAllConnections();
      await closed;
    },
  };
}
