/**
 * Keeps two emulators busy for an hour, or as many minutes as it is told: `npm run bench -- soak 10`. One runs all the time, and its memory
 * has to stay; the other is ended every minute, every other time with `kill -9`, and has to find every job that it has confirmed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../measure.ts";
import { residentMegabytes, startServer, stopServer } from "./server.ts";
import { SoakLoad, token } from "./soak-load.ts";

const minutes = Number(process.argv[3] ?? 60);
const roundMs = 60_000;
/** Jobs that an emulator keeps, and how many of the newest have to be among them. */
const maxJobs = 10_000;
const mustBeKept = 5000;
/** The last quarter of the rounds may take this much more memory than the second one, when the jobs to keep are there. */
const maxGrowth = 1.2;

const folder = await mkdtemp(join(tmpdir(), "soak-"));
const endMs = performance.now() + minutes * 60_000;
const nextRound = () => Math.min(endMs, performance.now() + roundMs);

const [steady, restarted] = await Promise.all([runSteadily(), runWithRestarts()]);
await rm(folder, { recursive: true });
console.log(`never restarted: ${steady.load.confirmed.length} jobs confirmed`);
console.log(
  `restarted ${restarted.restarts} times: ${restarted.load.confirmed.length} jobs confirmed`,
);
console.log(`${steady.lost + restarted.lost} of the newest confirmed jobs were lost`);
console.log(`memory after each minute, in MB: ${steady.megabytes.map(Math.round).join(" ")}`);
const quarter = Math.ceil(steady.megabytes.length / 4);
const growth =
  median(steady.megabytes.slice(-quarter)) / median(steady.megabytes.slice(quarter, 2 * quarter));
console.log(`last quarter to second quarter: ${growth.toFixed(2)} (goal: at most ${maxGrowth})`);
if (steady.lost + restarted.lost > 0) process.exitCode = 1;

async function runSteadily() {
  const load = new SoakLoad();
  const megabytes: number[] = [];
  const server = await start("steady");
  while (performance.now() < endMs) {
    await load.run(server.url, nextRound());
    megabytes.push(await residentMegabytes(server));
  }
  const lost = await load.countLost(server.url, mustBeKept);
  await stopServer(server);
  return { load, megabytes, lost };
}

async function runWithRestarts() {
  const load = new SoakLoad();
  let lost = 0;
  let restarts = 0;
  let server = await start("restarted");
  for (; performance.now() < endMs; restarts++) {
    await load.run(server.url, nextRound());
    await stopServer(server, restarts % 2 === 0 ? "SIGKILL" : "SIGTERM");
    server = await start("restarted");
    lost += await load.countLost(server.url, mustBeKept);
  }
  await stopServer(server);
  return { load, lost, restarts };
}

function start(name: string) {
  const options = ["--max-jobs", String(maxJobs), "--render", "3s"];
  return startServer(["--port", "0", "--token", token, "--data", join(folder, name), ...options]);
}
