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
  durationMs: number;
}

/** Answers per second. Rejects when one of them is no success: a fast refusal is not what is measured. */
export async function measureLoad(options: LoadOptions): Promise<number> {
  const bytes = requestBytes(options);
  const { hostname, port } = new URL(options.url);
  const endMs = performance.now() + options.durationMs;
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => repeat(hostname, Number(port), bytes, endMs)),
  );
  const seconds = (performance.now() - start) / 1000;
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
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

function repeat(hostname: string, port: number, bytes: Buffer, endMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = "";
    const socket = connect(port, hostname, () => socket.write(bytes));
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      if (!received.startsWith("HTTP/1.1 2")) return reject(new Error(received.slice(0, 500)));
      count++;
      received = "";
      if (performance.now() < endMs) socket.write(bytes);
      else {
        socket.destroy();
        resolve(count);
      }
    });
  });
}
