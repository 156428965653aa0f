/**
 * Measures the emulator against a bare server and against Prism, in turns, so that what disturbs the machine disturbs all. Build
 * the package first: what is measured is what is published.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { median } from "../measure.ts";
import { findPrism } from "./prism.ts";
import { freePort, untilListening } from "../../scripts/support/port.ts";
import { asObject, resolvePointer } from "../../scripts/contract/document.ts";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { measureLoad } from "./load.ts";

const rounds = 11;
const connections = 16;
const durationMs = 2000;
const warmUpMs = 1000;

/** Linux counts processor time in hundredths of a second. */
const microsecondsPerTick = 10_000;

const command = join(import.meta.dirname, "../../emulator/bin/video-generation-emulator.js");
const token = "bench";
/** The example of the contract. Its job never ends, so that nothing but creating is measured. */
const example = resolvePointer(
  await readBundle(),
  "#/components/examples/segments_as_variables.request",
);
const createBody = JSON.stringify({
  ...asObject(example["value"]),
  project_name: "emulator:stall",
});

const folder = await mkdtemp(join(tmpdir(), "bench-"));
const emulatorWords = [command, "--port", "0", "--token", token, "--seed", "1"];
const prismPort = await freePort();
const prismWords = [
  findPrism(),
  ...["mock", "--port", String(prismPort)],
  // By default it writes some lines for each request.
  ...["--verboseLevel", "error"],
  join(import.meta.dirname, "../../generated/emulator.openapi.yaml"),
];
const servers: Record<string, Subject> = {
  bare: { words: [join(import.meta.dirname, "bare-server.ts")] },
  emulator: { words: emulatorWords },
  journal: { words: [...emulatorWords, "--data", join(folder, "jobs")] },
  prism: { words: prismWords, port: prismPort },
};

const onLinux = process.platform === "linux";
// The load on one core, the servers on another.
if (onLinux) execFileSync("taskset", ["-acp", "1", String(process.pid)], { stdio: "ignore" });

await measureStart();
await measureThroughput();
await rm(folder, { recursive: true });

interface Subject {
  words: string[];
  /** Where it listens, if it does not print that. */
  port?: number;
}

interface Started {
  child: ChildProcess;
  url: string;
}

/** On a core of its own where the system can do that; the load then takes another. */
async function start({ words, port }: Subject): Promise<Started> {
  const [program, ...rest] = onLinux
    ? ["taskset", "-c", "0", process.execPath, ...words]
    : [process.execPath, ...words];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  if (port !== undefined) {
    await untilListening(port);
    return { child, url: `http://127.0.0.1:${port}` };
  }
  for await (const line of createInterface(child.stdout)) {
    const url = /^Address +(\S+)/.exec(line)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`${words.join(" ")} did not start`);
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Goals: at most 350 ms to the first answer, at most 100 MB when idle. */
async function measureStart(): Promise<void> {
  const milliseconds: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const server = await start({ words: emulatorWords });
    const answer = await fetch(`${server.url}/api/avatars/public`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.text();
    milliseconds.push(performance.now() - began);
    if (onLinux) megabytes.push(await residentMegabytes(server));
    await stop(server);
  }
  console.log(`start to first answer: ${median(milliseconds).toFixed(0)} ms (goal: at most 350)`);
  console.log(`memory when idle: ${median(megabytes).toFixed(0)} MB (goal: at most 100)`);
}

/** Processor time that a server has used, in microseconds; on a disturbed machine a steadier measure than the rate. */
async function usedMicroseconds({ child }: Started): Promise<number> {
  if (!onLinux) return NaN;
  const status = await readFile(`/proc/${child.pid}/stat`, "utf8");
  const [user = 0, system = 0] = (status.split(") ")[1] ?? "").split(" ").slice(11, 13).map(Number);
  return (user + system) * microsecondsPerTick;
}

async function residentMegabytes({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Goals: POST at least 0.75 and GET at least 0.70 of the bare server, 8 times Prism; the journal costs at most 15 %. */
async function measureThroughput(): Promise<void> {
  const rates: Record<string, number[]> = {};
  const costs: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, subject] of Object.entries(servers)) {
      const server = await start(subject);
      const created = await createJob(server.url);
      const creating = { method: "POST", path: "/api/hp_job", body: createBody };
      const reading = { method: "GET", path: `/api/hp_job/${created}` };
      const common = { url: server.url, token, connections };
      // Reading comes first: the jobs that creating leaves behind would be collected while it is measured.
      for (const request of [reading, creating]) {
        const key = `${request.method} ${name}`;
        await measureLoad({ ...common, ...request, durationMs: warmUpMs });
        const before = await usedMicroseconds(server);
        const rate = await measureLoad({ ...common, ...request, durationMs });
        const used = (await usedMicroseconds(server)) - before;
        (rates[key] ??= []).push(rate);
        (costs[key] ??= []).push(used / ((rate * durationMs) / 1000));
      }
      await stop(server);
      await rm(join(folder, "jobs"), { recursive: true, force: true });
    }
  }
  for (const key of Object.keys(rates)) {
    const cost = median(costs[key]).toFixed(0);
    console.log(
      `${key}: ${median(rates[key]).toFixed(0)} per second, ${cost} µs of processor each`,
    );
  }
  // Those of one round were measured one after the other: what disturbs the machine for longer disturbs both.
  const ratio = (above: number[] = [], below: number[] = []) =>
    median(above.map((value, round) => value / (below[round] as number))).toFixed(2);
  const report = (name: string, ours: string, theirs: string, goal: number) => {
    const byRate = ratio(rates[ours], rates[theirs]);
    const byCost = ratio(costs[theirs], costs[ours]);
    console.log(`${name}: ${byRate} by rate, ${byCost} by processor time (goal: at least ${goal})`);
  };
  report("POST, emulator to bare server", "POST emulator", "POST bare", 0.75);
  report("GET, emulator to bare server", "GET emulator", "GET bare", 0.7);
  report("POST, emulator to Prism", "POST emulator", "POST prism", 8);
  report("GET, emulator to Prism", "GET emulator", "GET prism", 8);
  report("POST, with journal to without", "POST journal", "POST emulator", 0.85);
}

async function createJob(url: string): Promise<string> {
  const response = await fetch(`${url}/api/hp_job`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: createBody,
  });
  return ((await response.json()) as { job_id: string }).job_id;
}
