/** What the contract says of the statuses of a job, every client obeys by generating alone: what ends a wait, and what is a failure. */
import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FaultServer, sendJson, startFaultServer } from "../clients/faults/fault-server.ts";
import { generateFiles } from "../scripts/emit/generate.ts";
import { bundleContract } from "../scripts/support/contract.ts";
import { frozenContract } from "./support/frozen.ts";
import { runGo, useGoClient } from "./support/go.ts";
import { findPython } from "./support/python.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";
import { requires, tools } from "./support/requires.ts";
import { temporaryFolder, type TemporaryFolder } from "./support/temporary-folder.ts";

const run = promisify(execFile);

/** None of the last two is what its word looks like: the owner's word counts. */
const jobs = [
  { id: "job-ready", status: "ready", isFailure: false },
  { id: "job-broken", status: "broken", isFailure: true },
  { id: "job-cancelled", status: "cancelled", isFailure: false },
];

let copy: RepositoryCopy;
let service: FaultServer;
let folder: TemporaryFolder;

beforeAll(async () => {
  copy = await RepositoryCopy.create();
  const { document } = bundleContract();
  // As it is while nobody has answered.
  const status = structuredClone(frozenContract.components.schemas["JobStatus"]!);
  document.components.schemas["JobStatus"] = Object.assign(status, {
    "x-extensible-enum": ["queued", "rendering", ...jobs.map(({ status }) => status)],
    "x-final-values": jobs.map(({ status }) => status),
    "x-failure-values": ["broken"],
  });
  for (const [file, content] of await generateFiles({ ...bundleContract(), document }))
    await copy.write(file, content);
});
afterAll(() => copy[Symbol.asyncDispose]());

beforeEach(async () => {
  folder = await temporaryFolder();
  const polls = new Map<string, number>();
  service = await startFaultServer({
    respond: (response, _, { path }) => {
      const job = jobs.find(({ id }) => path === `/api/hp_job/${id}`);
      if (!job) return void response.setHeader("content-type", "video/mp4").end("\0video");
      const poll = polls.get(job.id) ?? 0;
      polls.set(job.id, poll + 1);
      const status = ["queued", "not in the list"][poll] ?? job.status;
      const output = status === job.status ? { url: `${service.baseUrl}/1` } : {};
      sendJson(response, { job_id: job.id, status, output });
    },
  });
  return async () => {
    await service.close();
    await folder.remove();
  };
});

const ids = JSON.stringify(jobs.map(({ id }) => id));
/** What each program prints: where each wait ended, and whether the save was an error. */
const waitedAndSaved = jobs.map(({ status, isFailure }) => `${status} ${isFailure}`).join("\n");

test("TypeScript", async () => {
  await copy.write(
    "use.ts",
    `import { createClient } from "./clients/typescript/src/index.ts";
import { SaveError, saveVideos } from "./clients/typescript/src/save.ts";
const [baseUrl = "", folder = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, token: "token" });
for (const id of ${ids}) {
  const job = await client.waitForHpJob(id, { intervalMs: 1 });
  const saved = await saveVideos(job, folder, { baseUrl }).catch((error: unknown) => error);
  console.log(job.status, saved instanceof SaveError);
}
`,
  );
  const { output } = await copy.run("use.ts", service.baseUrl, folder.path);
  expect(output.trim()).toBe(waitedAndSaved);
});

test("Python", requires(tools.httpx), async () => {
  await copy.write(
    "use.py",
    `import sys
from video_generation import Client, SaveError

with Client(sys.argv[1], "token") as client:
    for id in ${ids}:
        job = client.wait_for_hp_job(id, interval=0.001)
        try:
            client.save_videos(job, sys.argv[2])
            print(job.status, "false")
        except SaveError:
            print(job.status, "true")
`,
  );
  const env = { PYTHONPATH: join(copy.folder, "clients/python/src") };
  const words = ["use.py", service.baseUrl, folder.path];
  const { stdout } = await run(findPython("httpx")!, words, { cwd: copy.folder, env });
  expect(stdout.trim()).toBe(waitedAndSaved);
});

test("Go", requires(tools.go), async () => {
  await useGoClient(folder.path, join(copy.folder, "clients/go"));
  await writeFile(
    join(folder.path, "main.go"),
    `package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	vg "video-generation.example/videogeneration"
)

func main() {
	ctx := context.Background()
	client, _ := vg.New(vg.Options{BaseURL: os.Args[1], Token: "token"})
	for _, id := range []string{${ids.slice(1, -1)}} {
		job, err := client.WaitForHpJob(ctx, id, vg.WaitOptions{Interval: time.Millisecond})
		if err != nil {
			panic(err)
		}
		_, err = client.SaveVideos(ctx, job, os.Args[2], vg.DownloadOptions{})
		fmt.Println(job.Status, errors.Is(err, vg.SaveError))
	}
}
`,
  );
  const videos = join(folder.path, "videos");
  const printed = await runGo(folder.path, "go", "run", ".", service.baseUrl, videos);
  expect(printed.trim()).toBe(waitedAndSaved);
});

const command = () => join(copy.folder, "clients/command/src/cli.ts");
const env = () => ({
  ...process.env,
  VIDEO_GENERATION_BASE_URL: service.baseUrl,
  VIDEO_GENERATION_TOKEN: "token",
  XDG_STATE_HOME: folder.path,
});

test.each<[what: string, words: (job: string) => string[]]>([
  ["a wait", () => ["--wait"]],
  ["a wait with another pending status", () => ["--pending", "paused"]],
  ["a wait and a download", (job) => ["--wait", "--download", join(folder.path, job)]],
])("the exit code of the command after %s", async (_, words) => {
  for (const { id, status, isFailure } of jobs) {
    const all = [command(), "hp", "get", id, "--interval", "1ms", ...words(id)];
    const child = spawn(process.execPath, all, { env: env() });
    const ended = new Promise((resolve) => child.once("close", resolve));
    const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([await ended, JSON.parse(printed).status], said).toEqual([isFailure ? 9 : 0, status]);
  }
});

test("the tool that waits says what is final, and waits for it", async () => {
  const child = spawn(process.execPath, [command(), "mcp"], { env: env() });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 0, method: "initialize", params });
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/list" });
  const name = "wait_for_hp_job";
  send({ id: 2, method: "tools/call", params: { name, arguments: { job_id: "job-broken" } } });
  let printed = "";
  for await (const part of child.stdout) {
    printed += String(part);
    if (/"id":2\b/.test(printed)) break;
  }
  child.stdin.end();
  expect(printed).toContain("its status is final (ready, broken, cancelled; failed: broken)");
  expect(printed).toContain(String.raw`\"status\":\"broken\"`);
});
