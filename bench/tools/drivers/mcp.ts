/** Makes the calls of the matrix with the server for models that was generated in the folder of the first argument. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { DriverInput } from "../../../clients/faults/driver.ts";

const [folder = ""] = process.argv.slice(2);
/** The protocol has a limit of its own, which is not what is looked at here. */
const options = { timeout: 600_000 };

createInterface({ input: process.stdin }).on("line", (line) => {
  const input = JSON.parse(line) as DriverInput;
  const send = (report: object) => console.log(JSON.stringify({ id: input.id, ...report }));
  void call(input).then(
    (value) => send({ ok: true, value }),
    (error: unknown) => send({ ok: false, error: "error", message: String(error) }),
  );
});

/** A server for each call: it takes the address at its start, and nothing else. */
async function call({ op, base, token, body }: DriverInput): Promise<unknown> {
  if (op === "wait") throw new Error("It has no wait.");
  const client = new Client({ name: "bench", version: "0.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, "build/index.js")],
    cwd: folder,
    env: { API_BASE_URL: base, BEARER_TOKEN_BEARERTOKEN: token },
    stderr: "ignore",
  });
  try {
    await client.connect(transport);
    const request = {
      read: { name: "getHpJob", arguments: { job_id: "job-1" } },
      create: { name: "createHpJob", arguments: { requestBody: body } },
      lipsync: { name: "createLipsyncVideo", arguments: { requestBody: body } },
    }[op];
    const { content } = await client.callTool(request, undefined, options);
    const [{ text = "" } = {}] = content as { text?: string }[];
    // It marks no failure but in its words.
    if (!text.startsWith("API Response")) throw new Error(text);
    return text;
  } finally {
    await client.close();
  }
}
