/** Loads a server over a few connections, one request at a time on each, and waits for the responses. */

// It need not be installed, and has no types then: what is used of it is said here.
interface Pool {
  request: (
    options: object,
  ) => Promise<{ statusCode: number; body: { text: () => Promise<string> } }>;
  close: () => Promise<void>;
}
const { Pool } = (await import("undici")) as {
  Pool: new (url: string, options: { connections: number }) => Pool;
};

export interface LoadOptions {
  /** Address of the server, without a path. */
  url: string;
  method: "GET" | "POST";
  path: string;
  token: string;
  /** JSON text. */
  body?: string;
  connections: number;
  /** So many requests, and nothing else: what is measured is then the same on any machine. */
  count: number;
}

/** Returns the seconds that the requests took. */
export async function sendRequests(options: LoadOptions): Promise<number> {
  const { url, token, connections, body, method, path } = options;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = { method, path, headers, ...(body !== undefined && { body }) };
  let left = options.count;
  const pool = new Pool(url, { connections });
  const work = async () => {
    while (left-- > 0) {
      const response = await pool.request(request);
      const text = await response.body.text();
      if (response.statusCode >= 300) throw new Error(text.slice(0, 500));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return seconds;
}
