/**
 * Measures whether answers slow down with the number of jobs: 1,000, 100,000 and 1,000,000 of them, put into the data folder before
 * the start. Processor time, because rates vary with what else the machine does. Build the package first.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteStore } from "../../emulator/src/jobs/sqlite-store.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { sendRequests } from "./load.ts";
import { type Started, startServer, stopServer, usedMicroseconds } from "./server.ts";

const sizes = [1000, 100_000, 1_000_000];
const connections = 8;
const warmUpRequests = 5000;
const requests = 10_000;
const token = "bench";

const folder = await mkdtemp(join(tmpdir(), "scale-"));
const example = { ...hpRequest(), project_name: "emulator:stall" };
const input = JSON.stringify(example);

/** A database as an emulator leaves it behind: every job is done, and has three videos. */
async function writeJobs(path: string, size: number): Promise<void> {
  const store = new SqliteStore(path);
  const timeMs = Date.now();
  for (let sequence = 1; sequence <= size; sequence++) {
    store.put({
      id: sequence.toString(16).padStart(16, "0"),
      operation: "createHpJob",
      input,
      name: example.project_name,
      sequence,
      createdAtMs: timeMs,
      dueAtMs: timeMs,
      status: "completed",
      changes: [{ status: "completed", atMs: timeMs }],
      videos: [1, 2, 3].map((row) => ({ row, clip: "still", expiresAtMs: timeMs })),
    });
    if (sequence % 1000 === 0) await store.saved();
  }
  await store.saved();
  store.close();
}

async function measure(server: Started, method: string, path: string): Promise<number> {
  const body = method === "POST" ? input : "";
  const load = { url: server.url, token, connections, method, path, body };
  await sendRequests({ ...load, count: warmUpRequests });
  const before = await usedMicroseconds(server);
  await sendRequests({ ...load, count: requests });
  return ((await usedMicroseconds(server)) - before) / requests;
}

const costs: { read: number; create: number; page: number }[] = [];
for (const size of sizes) {
  const data = join(folder, String(size));
  await mkdir(data);
  await writeJobs(join(data, "jobs.sqlite"), size);
  const began = performance.now();
  const server = await startServer([
    "--port",
    "0",
    "--token",
    token,
    "--data",
    data,
    "--max-jobs",
    "2000000",
  ]);
  const startMs = performance.now() - began;
  const startCpuMs = (await usedMicroseconds(server)) / 1000;
  const read = await measure(
    server,
    "GET",
    `/api/hp_job/${(size >> 1).toString(16).padStart(16, "0")}`,
  );
  const create = await measure(server, "POST", "/api/hp_job");
  const page = await measure(server, "GET", "/emulator/jobs?limit=10&summary=true");
  costs.push({ read, create, page });
  console.log(
    `${size} jobs: started in ${startMs.toFixed(0)} ms (${startCpuMs.toFixed(0)} ms of processor), read ${read.toFixed(0)} µs, create ${create.toFixed(0)} µs, page of 10 ${page.toFixed(0)} µs`,
  );
  await stopServer(server);
  await rm(data, { recursive: true });
}
await rm(folder, { recursive: true });
const ratio = (name: "read" | "create" | "page") =>
  ((costs.at(-1)?.[name] ?? NaN) / (costs[0]?.[name] ?? NaN)).toFixed(2);
console.log(
  `With 1,000,000 jobs a read takes ${ratio("read")}, a create ${ratio("create")} and a page ${ratio("page")} times as long as with 1,000.`,
);
