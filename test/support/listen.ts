/** Servers of tests: on loopback, on any port, closed with their connections. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port. Use with `await using`. */
export async function listen(server: Server): Promise<{ address: string } & AsyncDisposable> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
