/** Ports for processes that are told where to listen. */
import { createServer } from "node:net";

/** Below the ports that a system gives to who asks for any, so that nobody else gets one meanwhile. */
const [firstPort, portCount] = [10_000, 20_000];
let next = process.pid * 100;

/** A port that nobody listens on. Each process begins at another one, and takes none twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (next++ % portCount);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
