/** An MCP server for models, made of the operations. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { executePackage } from "../execute.ts";
import { type McpServer, withServer } from "../mcp-server.ts";
import { body, expectStory } from "../story.ts";
import { type Bench, Failure, type Tool } from "../tool.ts";

export const mcp: Tool = {
  name: "openapi-mcp-generator",
  package: "openapi-mcp-generator",
  trials: [
    {
      does: "generates",
      isBasis: true,
      async run({ document, folder }) {
        const options = ["--input", document, "--output", "server"];
        await executePackage("openapi-mcp-generator", options, { cwd: folder });
      },
    },
    {
      does: "compiles",
      isBasis: true,
      async run({ folder }) {
        await executePackage("typescript", ["--project", "server"], { cwd: folder });
      },
    },
    {
      does: "has a default address",
      async run({ folder }) {
        const source = await readFile(join(folder, "server/src/index.ts"), "utf8");
        const [, address = ""] = /API_BASE_URL \|\| "(.*)"/.exec(source) ?? [];
        if (!URL.canParse(address)) throw new Failure(`the default address is ${address}`);
      },
    },
    {
      // A model reads them before every answer, and pays for them.
      does: "describes its tools",
      run: (bench) =>
        withServer(serverOf(bench), async (client) => {
          const { tools } = await client.listTools();
          return `in ${(Buffer.byteLength(JSON.stringify(tools)) / 1024).toFixed(1)} KB`;
        }),
    },
    {
      does: "creates and reads a job",
      run: (bench) =>
        withServer(serverOf(bench), async (client) => {
          const call = async (name: string, input: Record<string, unknown>) => {
            const { content } = await client.callTool({ name, arguments: input });
            const [{ text = "" } = {}] = content as { text?: string }[];
            const answer = text.slice(text.indexOf("{"));
            if (!answer.startsWith("{")) throw new Failure(text);
            return JSON.parse(answer) as { job_id: string };
          };
          const created = await call("createHpJob", { requestBody: body });
          const read = await call("getHpJob", { job_id: created.job_id });
          expectStory(JSON.stringify({ created, read }));
        }),
    },
  ],
};

function serverOf({ folder, origin, token }: Bench): McpServer {
  return { folder: join(folder, "server"), origin, token };
}
