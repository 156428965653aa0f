/**
 * Measures the emulator against a bare server and against Prism, in turns, so that what disturbs the machine disturbs all. The verdict
 * is by processor time: rates vary with what else the machine does. Build the package first: what is measured is what is published.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asObject, resolvePointer } from "openapi-gaps/document";
import { bundleContract } from "../../scripts/support/contract.ts";
import { freePort } from "../../test/support/port.ts";
import { median, untilListening } from "../measure.ts";
import { sendRequests } from "./load.ts";
import {
  onLinux,
  residentMegabytes,
  spawnPinned,
  type Started,
  startProgram,
  startServer,
  stopServer,
  usedMicroseconds,
} from "./server.ts";

const prism = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");

const rounds = Number(process.env["ROUNDS"] ?? 11);
const connections = 16;
/** Of a round: short ones that alternate, so that what disturbs the machine disturbs all alike. A server that waits uses nothing. */
const batches = 10;

const token = "bench";
/** The example of the contract. Its job never ends, so that nothing but creating is measured. */
const example = resolvePointer(
  bundleContract().document,
  "#/components/examples/segments_as_variables.request",
);
const createBody = JSON.stringify({
  ...asObject(example["value"]),
  project_name: "emulator:stall",
});

const folder = await mkdtemp(join(tmpdir(), "bench-"));
const emulatorWords = ["--port", "0", "--token", token, "--seed", "1"];

interface Subject {
  start: () => Promise<Started>;
  /** Requests to measure; until code has been compiled, it is slower. */
  requests: number;
  warmUp: number;
}

const subjects: Record<string, Subject> = {
  bare: {
    start: () => startProgram([join(import.meta.dirname, "bare-server.ts")]),
    requests: 20_000,
    warmUp: 20_000,
  },
  emulator: { start: () => startServer(emulatorWords), requests: 20_000, warmUp: 20_000 },
  stored: {
    start: () => startServer([...emulatorWords, "--data", join(folder, "jobs")]),
    requests: 20_000,
    warmUp: 20_000,
  },
  prism: { start: startPrism, requests: 1000, warmUp: 500 },
};

// The load on one core, the servers on another.
if (onLinux) execFileSync("taskset", ["-acp", "1", String(process.pid)], { stdio: "ignore" });

await measureStart();
await measureThroughput();
await measureStored();
await rm(folder, { recursive: true });

async function startPrism(): Promise<Started> {
  const port = await freePort();
  const contract = join(import.meta.dirname, "../../generated/emulator.openapi.yaml");
  // By default it writes some lines for each request.
  const words = ["mock", "--port", String(port), "--verboseLevel", "error", contract];
  const child = spawnPinned([prism, ...words]);
  await untilListening(port);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Goals: at most 120 ms to the first response, at most 65 MB when idle. */
async function measureStart(): Promise<void> {
  const milliseconds: number[] = [];
  const processor: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const server = await startServer(emulatorWords);
    const response = await fetch(`${server.url}/api/avatars/public`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.text();
    milliseconds.push(performance.now() - began);
    processor.push((await usedMicroseconds(server)) / 1000);
    if (onLinux) megabytes.push(await residentMegabytes(server));
    await stopServer(server);
  }
  console.log(
    `start to first response: ${median(milliseconds).toFixed(0)} ms, ${median(processor).toFixed(0)} ms of processor (goal: at most 120)`,
  );
  console.log(`memory when idle: ${median(megabytes).toFixed(0)} MB (goal: at most 65)`);
}

/** Goals: POST and GET at least 0.75 and 0.92 of the bare server, 0.60 and 0.80 with `--data`, and 12 and 18 times Prism. */
async function measureThroughput(): Promise<void> {
  const rates: Record<string, number[]> = {};
  const costs: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    const started = await startAll();
    // Reading comes first: the jobs that creating leaves behind would be collected while it is measured.
    for (const method of ["GET", "POST"] as const) {
      for (const subject of started) await load(subject, method, subject.warmUp);
      const before = await Promise.all(started.map(usedMicroseconds));
      const seconds = started.map(() => 0);
      for (let batch = 0; batch < batches; batch++) {
        const order = batch % 2 === 0 ? started : started.toReversed();
        for (const subject of order)
          seconds[started.indexOf(subject)]! += await load(
            subject,
            method,
            subject.requests / batches,
          );
      }
      for (const [index, subject] of started.entries()) {
        const used = (await usedMicroseconds(subject)) - (before[index] as number);
        const key = `${method} ${subject.name}`;
        (rates[key] ??= []).push(subject.requests / (seconds[index] as number));
        (costs[key] ??= []).push(used / subject.requests);
      }
    }
    await Promise.all(started.map((server) => stopServer(server)));
    await rm(join(folder, "jobs"), { recursive: true, force: true });
  }
  for (const key of Object.keys(rates)) {
    const cost = median(costs[key]).toFixed(0);
    console.log(
      `${key}: ${median(rates[key]).toFixed(0)} per second, ${cost} µs of processor each`,
    );
  }
  const ratio = (above: number[] = [], below: number[] = []) =>
    median(above.map((value, round) => value / (below[round] as number))).toFixed(2);
  const report = (name: string, ours: string, theirs: string, goal: number) => {
    const byRate = ratio(rates[ours], rates[theirs]);
    const byCost = ratio(costs[theirs], costs[ours]);
    console.log(`${name}: ${byCost} by processor time (goal: at least ${goal}), ${byRate} by rate`);
  };
  report("POST, emulator to bare server", "POST emulator", "POST bare", 0.75);
  report("GET, emulator to bare server", "GET emulator", "GET bare", 0.92);
  report("POST, emulator to Prism", "POST emulator", "POST prism", 12);
  report("GET, emulator to Prism", "GET emulator", "GET prism", 18);
  report("POST, with --data to bare server", "POST stored", "POST bare", 0.6);
  report("GET, with --data to bare server", "GET stored", "GET bare", 0.8);
}

/** Goals: with 100,000 stored jobs, at most 400 ms to start and at most 130 MB. */
async function measureStored(): Promise<void> {
  const words = [...emulatorWords, "--data", join(folder, "many"), "--max-jobs", "200000"];
  const first = await startServer(words);
  const load = { url: first.url, token, connections, method: "POST" as const, path: "/api/hp_job" };
  await sendRequests({ ...load, body: createBody, count: 100_000 });
  await stopServer(first);
  const began = performance.now();
  const server = await startServer(words);
  const startMs = (performance.now() - began).toFixed(0);
  const memory = onLinux ? (await residentMegabytes(server)).toFixed(0) : "?";
  console.log(
    `100,000 stored jobs: start ${startMs} ms (goal: at most 400), ${memory} MB (goal: at most 130)`,
  );
  await stopServer(server);
}

async function startAll() {
  const started = [];
  for (const [name, subject] of Object.entries(subjects)) {
    const server = await subject.start();
    started.push({ ...subject, ...server, name, jobId: await createJob(server.url) });
  }
  return started;
}

/** Returns the seconds that it took. */
function load(
  { url, jobId }: { url: string; jobId: string },
  method: "GET" | "POST",
  count: number,
): Promise<number> {
  const request =
    method === "POST"
      ? { path: "/api/hp_job", body: createBody }
      : { path: `/api/hp_job/${jobId}` };
  return sendRequests({ url, token, connections, method, ...request, count });
}

async function createJob(url: string): Promise<string> {
  const response = await fetch(`${url}/api/hp_job`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: createBody,
  });
  return ((await response.json()) as { job_id: string }).job_id;
}
