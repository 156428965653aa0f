/** A connection to a server that can be cut, as if the server were away. */
import { connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { listen } from "../../../test/support/listen.ts";

/** Use with `await using`. */
export async function startProxy(port: number) {
  let isAway = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (isAway) return void socket.destroy();
    sockets.add(socket.once("close", () => sockets.delete(socket)));
    pipeline(socket, connect(port, "127.0.0.1"), socket, () => {});
  });
  const listening = await listen(server);
  return {
    port: listening.port,
    /** Cuts all connections, and lets none through for a time. */
    async beAway(ms: number) {
      isAway = true;
      for (const socket of sockets) socket.destroy();
      await setTimeout(ms);
      isAway = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await listening[Symbol.asyncDispose]();
    },
  };
}
