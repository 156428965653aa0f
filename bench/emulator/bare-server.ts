/** The least a server can do: parse the same JSON and respond with the same JSON, on `node:http` alone. */
import { createServer } from "node:http";
import { listen } from "../../test/support/listen.ts";

const job = { job_id: "71e8301464248ebb", status: "rendering" };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const isCreate = request.method === "POST";
    const data = isCreate ? create(Buffer.concat(chunks).toString()) : read();
    const body = Buffer.from(JSON.stringify(data));
    response.writeHead(isCreate ? 201 : 200, {
      "content-type": "application/json",
      "content-length": body.length,
    });
    response.end(body);
  });
});

function create(text: string): object {
  const input = JSON.parse(text) as { project_name: string };
  const { project_name } = input;
  return { ...job, output: "", data_json: JSON.stringify(input), project_name };
}

function read(): object {
  return { job_type: "hp_job", ...job, project_name: "P", output: {} };
}

const { origin } = await listen(server);
console.log(`Address  ${origin}`);
