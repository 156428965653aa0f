/** The server for models that `openapi-mcp-generator` makes, started for a client. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

export interface McpServer {
  /** Where it was generated and compiled. */
  folder: string;
  /** Address of the service, and the token for it: it takes them at its start. */
  origin: string;
  token: string;
}

/** Starts the server, and ends it when it has been used. */
export async function withServer<T>(
  { folder, origin, token }: McpServer,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: "bench", version: "0.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, "build/index.js")],
    cwd: folder,
    env: { API_BASE_URL: origin, BEARER_TOKEN_BEARERTOKEN: token },
    stderr: "ignore",
  });
  try {
    await client.connect(transport);
    return await use(client);
  } finally {
    await client.close();
  }
}
