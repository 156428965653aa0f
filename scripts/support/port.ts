/** Ports for processes that are told where to listen. */
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Resolves as soon as a process listens on the port. The limit of the test is the limit of the
 * wait.
 */
export async function untilListening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.on("connect", () => socket.end());
    });
    if (isOpen) return;
    await delay(100);
  }
}
