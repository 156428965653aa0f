/**
 * Keeps an emulator busy with creates, reads, downloads, faults and moves of its clock, ends it again and again, every other time
 * with `kill -9`, and checks after each start that every job it has ever confirmed is still there. It takes an hour, or as many
 * minutes as it is told: `npm run soak -- 10`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { hpRequest } from "../../scripts/example-requests.ts";
import { median } from "../measure.ts";

const minutes = Number(process.argv[2] ?? 60);
const roundMs = 60_000;
const workers = 6;
/** Between two requests of a worker: a load that leaves the machine usable. */
const pauseMs = 10;
/** Jobs that the emulator keeps, and how many of the newest have to be among them. */
const maxJobs = 50_000;
const mustBeKept = 20_000;
/** Memory may be this much above that of the first rounds. */
const maxGrowth = 1.5;
const requestTimeoutMs = 5000;

const command = join(import.meta.dirname, "../../emulator/bin/video-generation-emulator.js");
const token = "soak";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const bodies = [
  ["hp_job", { project_name: "emulator:instant" }],
  ["hp_job", { project_name: "emulator:fail-row-2" }],
  ["hp_job", {}],
  ["hp_job", { music: "refused" }],
  ["hp_job", { data_xlsx_url: "https://nothing.invalid/x.xlsx" }],
] as const;
const hpJob = { ...hpRequest(), project_name: "Soak" };
const faults = [
  { effect: "status", status: 503 },
  { effect: "reset", when: "after-work" },
  { effect: "truncate" },
  { effect: "stall" },
  { effect: "malformed-json" },
  { effect: "delay", delayMs: 5, maxDelayMs: 200 },
  { effect: "truncate", operation: "downloadVideo" },
];

const folder = await mkdtemp(join(tmpdir(), "soak-"));
/** Jobs whose receipt has arrived whole, the oldest first. */
const confirmed: string[] = [];
const megabytes: number[] = [];
const answers = new Map<string, number>();
let lost = 0;
let rounds = 0;

const endMs = performance.now() + minutes * 60_000;
while (performance.now() < endMs) {
  const server = await start();
  await verify(server.url);
  await load(server.url, Math.min(endMs, performance.now() + roundMs));
  megabytes.push(await residentMegabytes(server.child));
  await stop(server.child, rounds % 2 === 0 ? "SIGKILL" : "SIGTERM");
  rounds++;
}
const last = await start();
await verify(last.url);
await stop(last.child, "SIGTERM");
await rm(folder, { recursive: true });

const first = median(megabytes.slice(0, 5));
const final = median(megabytes.slice(-5));
console.log(
  `${rounds} rounds, ${confirmed.length} jobs confirmed, ${lost} of the newest lost at a start`,
);
console.log(`answers: ${[...answers].map(([name, count]) => `${name} ${count}`).join(", ")}`);
console.log(
  `memory at the end of a round: ${first.toFixed(0)} MB at first, ${final.toFixed(0)} MB at last`,
);
if (lost > 0 || final > maxGrowth * first) process.exitCode = 1;

interface Server {
  child: ChildProcess;
  url: string;
}

async function start(): Promise<Server> {
  const words = [command, "--port", "0", "--token", token, "--data", folder];
  const options = ["--max-jobs", String(maxJobs), "--render", "1s..5s", "--outcome", "fail=5%"];
  const child = spawn(process.execPath, [...words, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /^Address +(\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error("The emulator did not start");
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  if (signal === "SIGTERM" && code !== 0) throw new Error(`It ended with exit code ${code}`);
}

/** Looks for the newest jobs that were confirmed. */
async function verify(url: string): Promise<void> {
  const kept = new Set<string>();
  let before = "";
  do {
    const answer = await fetch(`${url}/emulator/jobs?limit=1000&summary=true${before}`);
    const page = (await answer.json()) as { jobs: { job_id: string }[]; next: number | null };
    for (const { job_id } of page.jobs) kept.add(job_id);
    before = page.next === null ? "" : `&before=${page.next}`;
  } while (before !== "");
  lost += confirmed.slice(-mustBeKept).filter((id) => !kept.has(id)).length;
}

async function load(url: string, untilMs: number): Promise<void> {
  const work = async () => {
    while (performance.now() < untilMs) {
      await request(url);
      await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function request(url: string): Promise<void> {
  const drawn = Math.random();
  if (drawn < 0.5) await create(url);
  else if (drawn < 0.8) await read(url);
  else if (drawn < 0.95) await count("control", () => control(url));
  else await count("list", () => call(url, "GET", "/api/avatars/public"));
}

async function create(url: string): Promise<void> {
  const [path, change] = choose(bodies);
  await count("create", async () => {
    const { status, text } = await call(url, "POST", `/api/${path}`, { ...hpJob, ...change });
    if (status === 201) confirmed.push((JSON.parse(text) as { job_id: string }).job_id);
    return { status };
  });
}

async function read(url: string): Promise<void> {
  const id = confirmed.at(-1 - Math.floor(Math.random() * 500)) ?? "none";
  await count("read", async () => {
    const { status, text } = await call(url, "GET", `/api/hp_job/${id}`);
    const video = /http:[^"]+\.mp4/.exec(status === 200 ? text : "")?.[0];
    if (video !== undefined) await count("download", () => call("", "GET", video));
    return { status };
  });
}

function control(url: string): Promise<{ status: number }> {
  const drawn = Math.random();
  if (drawn < 0.4) return call(url, "POST", "/emulator/faults", choose(faults));
  if (drawn < 0.5) return call(url, "DELETE", "/emulator/faults");
  if (drawn < 0.7) return call(url, "PATCH", "/emulator/clock", { advance: "2s" });
  if (drawn < 0.8) return call(url, "GET", "/emulator/requests?limit=20");
  const id = confirmed.at(-1) ?? "none";
  return call(url, "PATCH", `/emulator/jobs/${id}`, { status: choose(["failed", "completed"]) });
}

async function call(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, {
    method,
    headers,
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Counts what is answered. What breaks is what the faults are for. */
async function count(name: string, send: () => Promise<{ status: number }>): Promise<void> {
  const outcome = await send().then(
    ({ status }) => String(status),
    () => "broken",
  );
  const key = `${name}:${outcome}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
}

function choose<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  if (process.platform !== "linux") return NaN;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
