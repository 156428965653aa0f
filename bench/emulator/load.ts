/** Loads a server over a few connections, one request at a time on each, and counts the answers. */
import { connect } from "node:net";

export interface LoadOptions {
  /** Address of the server, without a path. */
  url: string;
  method: string;
  path: string;
  token: string;
  /** JSON text. */
  body?: string;
  connections: number;
}

/** So many requests, and nothing else: what is measured is then the same on any machine. Returns the seconds that they took. */
export async function sendRequests({
  count,
  ...options
}: LoadOptions & { count: number }): Promise<number> {
  const bytes = requestBytes(options);
  const { hostname, port } = new URL(options.url);
  let left = count;
  const take = () => left-- > 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: options.connections }, () => repeat(hostname, Number(port), bytes, take)),
  );
  return (performance.now() - start) / 1000;
}

function requestBytes({ url, method, path, token, body = "" }: LoadOptions): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    ...(body
      ? ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]
      : []),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

function repeat(hostname: string, port: number, bytes: Buffer, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, hostname, () => {
      if (take()) socket.write(bytes);
      else socket.end(resolve);
    });
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      if (!received.startsWith("HTTP/1.1 2")) return reject(new Error(received.slice(0, 500)));
      received = "";
      if (take()) socket.write(bytes);
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}
