/** The least a server can do: parse the same JSON and answer with the same JSON, on `node:http` alone. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const job = { job_id: "71e8301464248ebb", status: "rendering", output: "" };
const record = {
  job_type: "hp_job",
  job_id: job.job_id,
  project_name: "P",
  status: job.status,
  output: {},
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (request.method === "POST") JSON.parse(Buffer.concat(chunks).toString());
    const body = Buffer.from(JSON.stringify(request.method === "POST" ? job : record));
    response.writeHead(request.method === "POST" ? 201 : 200, {
      "content-type": "application/json",
      "content-length": body.length,
    });
    response.end(body);
  });
});

server.listen(0, "127.0.0.1", () => {
  console.log(`Address  http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
