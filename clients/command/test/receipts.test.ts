/** Receipts: no crash loses a job that was started, and none is started twice. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { chmod, mkdir, open, readFile, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Responder, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import type { Connection } from "../src/connect.ts";
import { keepReceipt, type KeptJob } from "../src/receipts.ts";
import { runAgainst, type RunOptions, runCommand, testToken } from "./support/run-command.ts";

let folder: TemporaryFolder;
/** Not there before it is needed. */
let receipts: string;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  receipts = join(folder.path, "state", "video-generation");
  file = join(receipts, "jobs.jsonl");
});
afterEach(() => folder.remove());

const input = JSON.stringify(hpRequest());
const create = (
  respond: Responder,
  words: string[] = ["--receipts", receipts],
  options: RunOptions = {},
) => runAgainst(respond, ["hp", "create", "--file", "-", "--yes", ...words], { input, ...options });
const receipt: Responder = (response) =>
  sendJson(response, { job_id: "job-1", status: "rendering" });

async function listJobs(): Promise<KeptJob[]> {
  const { output, exitCode } = await runCommand(["jobs", "--receipts", receipts]);
  expect(exitCode).toBe(0);
  return (JSON.parse(output) as { jobs: KeptJob[] }).jobs;
}

/** When a process that creates a job is killed. */
const kills = ["connected", "read", "responded", "kept"] as const;

test("kill -9 at any step: at most one job each, and none is forgotten", async () => {
  const made: string[] = [];
  const states = await Promise.all(
    kills.map(async (at) => {
      const own = join(folder.path, at);
      const kept = () => {
        try {
          return readFileSync(join(own, "jobs.jsonl"), "utf8");
        } catch {
          return "";
        }
      };
      let kill = () => {};
      const server = await startFaultServer({
        onConnection: () => {
          if (at === "connected") kill();
        },
        respond: (response, _, { method }) => {
          if (method === "POST")
            made.push(kept().includes('"createHpJob"') ? at : "not kept before");
          if (at === "read") return kill();
          sendJson(response, { job_id: at, status: "rendering" });
          if (at === "responded") kill();
        },
      });
      const job = await folder.write(`${at}.json`, input);
      const words = ["hp", "create", "-f", job, "--yes", "--wait", "--receipts", own];
      const cli = join(import.meta.dirname, "../src/cli.ts");
      const env = { VIDEO_GENERATION_BASE_URL: server.baseUrl, VIDEO_GENERATION_TOKEN: testToken };
      const child = spawn(process.execPath, [cli, ...words], { env, stdio: "ignore" });
      kill = () => child.kill("SIGKILL");
      if (at === "kept")
        await expect.poll(kept, { timeout: 60_000 }).toContain('"created"').then(kill);
      if (child.signalCode === null) await once(child, "close");
      expect(child.signalCode).toBe("SIGKILL");
      await server.close();
      const listed = await runCommand(["jobs", "--receipts", own, "--format", "json"]);
      return (JSON.parse(listed.output) as { jobs: KeptJob[] }).jobs;
    }),
  );
  // Not sent again, neither by the process that died nor by who asks for the list. What was sent
  // before the first kill may have arrived.
  expect(made.filter((at) => at !== "connected").sort()).toEqual(["kept", "read", "responded"]);
  const unclear = { state: "maybe started", operation: "createHpJob" };
  const [connected, read, responded, kept] = states;
  expect([connected, read]).toMatchObject([[unclear], [unclear]]);
  expect(responded).toMatchObject([{ operation: "createHpJob" }]);
  expect(kept).toMatchObject([{ state: "created", job_id: "kept" }]);
}, 120_000);

test("a create is listed with the time when it was sent", async () => {
  await mkdir(receipts, { recursive: true });
  const lines = [{ at: "2026-01-01" }, { at: "2026-01-02", state: "created" }];
  await writeFile(file, lines.map((line) => JSON.stringify({ create: "1", ...line })).join("\n"));
  expect(await listJobs()).toMatchObject([{ at: "2026-01-01", state: "created" }]);
});

test("two at once, a line that was cut, and what came of each: all are listed", async () => {
  await mkdir(receipts, { recursive: true });
  await writeFile(file, '{"create":"cut');
  await Promise.all([create(receipt), create(receipt)]);
  await create((response) => sendJson(response, { id: `job-9 ${testToken}` }, 500));
  await create((response) => sendJson(response, {}, 422));
  const jobs = await listJobs();
  expect(jobs.map(({ state }) => state)).toEqual([
    "created",
    "created",
    "maybe started",
    "not started",
  ]);
  expect(jobs[0]).toMatchObject({ job_id: "job-1", base_url: expect.stringContaining("http") });
  expect(jobs[2]?.response).toContain("job-9 [redacted]");
  expect(jobs[3]).not.toHaveProperty("response");
  const lines = await runCommand(["jobs", "--receipts", receipts, "--format", "jsonl"]);
  expect(lines.output.trim().split("\n")).toHaveLength(4);
  expect(lines.messages).toBe(
    "Without a receipt: 1. Find out whether they exist before you create them again.\n",
  );
});

test.each([
  ["a defect while a create is sent leaves open what came of it", new Error("no"), "maybe started"],
  ["what the client refuses was not sent", new TypeError("no"), "not started"],
])("%s", async (_, error, state) => {
  const connection = { baseUrl: "https://example.com", token: testToken } as Connection;
  const send = () => Promise.reject(error);
  const kept = keepReceipt(file, "createHpJob", connection, () => {}, send);
  await expect(kept).rejects.toThrow("no");
  expect(await listJobs()).toMatchObject([{ state }]);
});

test("only its owner can read it, and it holds no token and nothing of the body", async () => {
  await create(receipt, []);
  await create((response) => sendJson(response, { job_id: `job of ${testToken}`, status: "" }));
  const [{ mode: ofFile }, { mode: ofFolder }] = [await stat(file), await stat(receipts)];
  expect([ofFile & 0o777, ofFolder & 0o777]).toEqual([0o600, 0o700]);
  const text = await readFile(file, "utf8");
  expect(text).not.toContain(testToken);
  for (const value of Object.values(hpRequest())) {
    if (typeof value === "string") expect(text).not.toContain(value);
  }
});

test("a file that others can read becomes its owner's, and a folder stays as it was", async () => {
  await mkdir(receipts, { recursive: true });
  await writeFile(file, "");
  const connection = { baseUrl: "https://example.com", token: testToken } as Connection;
  const send = () => Promise.resolve({ data: { job_id: "job-1" }, text: "" });
  for (const mode of [0o600, 0o640, 0o620, 0o610, 0o604, 0o602, 0o601, 0o660, 0o644, 0o666]) {
    await chmod(file, mode);
    await chmod(receipts, mode | 0o700);
    await keepReceipt(file, "createHpJob", connection, () => {}, send);
    const modes = [file, receipts].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes, mode.toString(8)).toEqual(["600", (mode | 0o700).toString(8)]);
  }
});

test("each line is on the disk: the first before anything is sent, the second before the job is told", async () => {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const done: string[] = [];
  const { sync } = prototype;
  vi.spyOn(prototype, "sync").mockImplementation(async function (this: typeof handle) {
    await sync.call(this);
    done.push("on the disk");
  });
  const note = (what: string) => void done.push(isOpenHere(file) ? `${what} too early` : what);
  const connection = { baseUrl: "https://example.com", token: testToken } as Connection;
  const send = async () => (note("sent"), { data: { job_id: "job-1" }, text: "" });
  await keepReceipt(file, "createHpJob", connection, () => {}, send);
  note("told");
  vi.restoreAllMocks();
  expect(done).toEqual(["on the disk", "sent", "on the disk", "told"]);
});

/** Whether this process has a file open, where the system tells. */
function isOpenHere(path: string): boolean {
  const folder = "/proc/self/fd";
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const targets = names.map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return "";
    }
  });
  return targets.includes(path);
}

test("where nothing can be kept, nothing is sent, unless that is wanted", async () => {
  await writeFile(join(folder.path, "state"), "a file");
  const { exitCode, messages, received } = await create(receipt);
  expect([exitCode, received]).toEqual([2, []]);
  expect(messages).toMatch(
    /cannot be kept in .*jobs.jsonl: ENOTDIR. Nothing was sent.*--no-receipts/,
  );
  expect(await create(receipt, ["--no-receipts"])).toMatchObject({
    exitCode: 0,
    received: { length: 1 },
  });
});

test("a pipe that nobody reads is no file of receipts, and keeps nobody waiting", async () => {
  await mkdir(receipts, { recursive: true });
  execFileSync("mkfifo", [file]);
  const { exitCode, messages, received } = await create(receipt);
  expect([exitCode, received]).toEqual([2, []]);
  expect(messages).toMatch(/cannot be kept in .*jobs.jsonl: ENXIO. Nothing was sent/);
  expect(await listJobs()).toEqual([]);
}, 20_000);

test("on a disk that is full after a create, the receipt is told", async () => {
  const after = await create((response, count, request) => {
    void unlink(file)
      .then(() => symlink("/dev/full", file))
      .then(() => receipt(response, count, request));
  });
  expect(after.exitCode).toBe(0);
  expect(after.messages).toBe(`The receipt cannot be kept in ${file}: ENOSPC.\n`);
  expect(JSON.parse(after.output)).toMatchObject({ job_id: "job-1" });
});
