/** Makes the calls of the matrix with the server for models that was generated in the folder of the first argument. */
import { createInterface } from "node:readline";
import type { DriverInput } from "../../../clients/faults/driver.ts";
import { withServer } from "../mcp-server.ts";

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
  const request = {
    read: { name: "getHpJob", arguments: { job_id: "job-1" } },
    create: { name: "createHpJob", arguments: { requestBody: body } },
    lipsync: { name: "createLipsyncVideo", arguments: { requestBody: body } },
  }[op];
  return withServer({ folder, origin: base, token }, async (client) => {
    const { content } = await client.callTool(request, undefined, options);
    const [{ text = "" } = {}] = content as { text?: string }[];
    // It marks no failure but in its words.
    if (!text.startsWith("API Response")) throw new Error(text);
    return text;
  });
}
