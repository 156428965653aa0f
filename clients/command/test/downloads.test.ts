/** What `--download` says. What it does with hostile outputs and servers, the tests of the client show. */
import { readdir, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type FaultServer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { connect } from "../src/connect.ts";
import { listTools } from "../src/mcp-tools.ts";
import type { Surroundings } from "../src/process-io.ts";
import type { ConnectionFlags } from "../src/program.ts";
import { runCommand, type RunOptions, testToken } from "./support/run-command.ts";

const content = "\x00123456789".repeat(10);

let folder: TemporaryFolder;
let server: FaultServer;
let out: string;
let status: string;
let output: unknown;
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  folder = await temporaryFolder();
  out = join(folder.path, "out");
  status = "done";
  respond = (response) =>
    void response.writeHead(200, { "content-type": "video/mp4", etag: '"one"' }).end(content);
  server = await startFaultServer({
    respond: (response, _, { path }) => {
      if (!path.startsWith("/api/")) return respond(response);
      sendJson(response, { job_id: "job-1", status, output });
    },
  });
  output = { videos: [{ url: `${server.baseUrl}/1`, row: 7 }] };
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const get = (words: string[] = [], options: RunOptions = {}) =>
  runCommand(["hp", "get", "job-1", "--download", out, ...words], {
    baseUrl: server.baseUrl,
    ...options,
  });
const toGoOn = () => `To go on: video-generation hp get job-1 --download ${out}\n`;

/** How a job was asked for, as flags: an agent's tool has no words of its own. */
type Save = (
  flags: ConnectionFlags,
  env: Record<string, string>,
  tell?: (message: string) => void,
) => Promise<unknown>;

const plain = "--allow-plain-http";
const saveByCommand: Save = ({ baseUrl, header = [], allowPlainHttp }, env) =>
  get([...header.flatMap((each) => ["--header", each]), ...(allowPlainHttp ? [plain] : [])], {
    ...(baseUrl !== undefined && { baseUrl }),
    env,
  });

const saveByTool = async (...[flags, env, tell = () => {}]: Parameters<Save>) => {
  const { signal } = new AbortController();
  const known = { VIDEO_GENERATION_TOKEN: testToken, ...env };
  const surroundings = { env: known, signal, notify() {} } as unknown as Surroundings;
  const connection = await connect({ baseUrl: server.baseUrl, ...flags }, surroundings);
  const place = { allowsCreate: false, receipts: undefined, downloads: out, notify() {} };
  const tools = listTools({ connection, ...place });
  const tool = tools.find(({ name }) => name === "save_videos")!;
  return tool.call({ job_id: "job-1" }, { signal, tell });
};

describe.each([
  ["--download", saveByCommand],
  ["the tool save_videos", saveByTool],
])("what a connection has reaches the files of %s:", (_, save) => {
  /** A server of another origin, or a proxy: what it was asked for. */
  let other: FaultServer;
  beforeEach(async () => {
    other = await startFaultServer({
      respond: (response, __, { path }) => {
        if (!path.includes("/api/")) return respond(response);
        sendJson(response, { job_id: "job-1", status, output });
      },
    });
  });
  afterEach(() => other.close());
  const asked = () => other.received.map(({ path }) => path);

  test("its headers", async () => {
    const keys: unknown[] = [];
    const send = respond;
    respond = (response) => {
      keys.push(response.req.headers["x-key"]);
      send(response);
    };
    await save({ header: ["x-key: of the gateway"] }, {});
    expect(keys).toEqual(["of the gateway"]);
  });

  test.each([
    [true, ["/1"]],
    [false, []],
  ])("whether plain http is allowed: %s", async (allowPlainHttp, paths) => {
    output = [`${other.baseUrl}/1`];
    await save(allowPlainHttp ? { allowPlainHttp } : {}, {});
    expect(asked()).toEqual(paths);
  });

  test("its proxy", async () => {
    output = ["http://service.test/1"];
    const flags = { baseUrl: "http://service.test", allowPlainHttp: true };
    await save(flags, { HTTP_PROXY: other.baseUrl });
    expect(asked()).toEqual(["http://service.test/api/hp_job/job-1", "http://service.test/1"]);
    expect(await readdir(out)).toEqual(["job-1-1.mp4"]);
  });
});

test("each file is reported, with its row in its name", async () => {
  const { exitCode, messages } = await get();
  expect(messages).toBe(`Saved: ${out}/job-1-7.mp4 (100 bytes)\n`);
  expect(exitCode).toBe(0);
  expect(await readdir(out)).toEqual(["job-1-7.mp4"]);
  const headers = { "content-type": "video/mp4", "content-length": 100 };
  respond = (response) => void response.writeHead(200, headers).end(content);
  const again = await get();
  expect(again.messages).toBe(`Exists already: ${out}/job-1-7.mp4 (100 bytes)\n`);
  const forced = await get(["--force"]);
  expect([forced.exitCode, forced.messages]).toEqual([0, messages]);
});

test("progress is shown at a terminal, and makes room for what follows", async () => {
  respond = (response) => void response.writeHead(200, { "content-length": 100 }).end(content);
  const { messages } = await get([], { onTerminal: true });
  expect(messages).toContain("… file 1 of 1: 100 bytes of 100 bytes\r\u001b[2KSaved: ");
});

test("of each file is told which it is, of how many, and how far it is", async () => {
  output = [`${server.baseUrl}/1.mp4`, `${server.baseUrl}/2.mp4`];
  respond = (response) => {
    const half = Buffer.alloc(response.req.url === "/1.mp4" ? 512 : 1_536);
    response.writeHead(200, { "content-length": 2 * half.length });
    // Read before the rest comes.
    response.write(half, () => setTimeout(() => response.end(half), 400));
  };
  const { messages } = await get([], { onTerminal: true });
  expect(messages.match(/(?<=… )file [^\r]*/g)).toEqual([
    "file 1 of 2: 0 bytes",
    "file 1 of 2: 512 bytes of 1.0 KiB",
    "file 1 of 2: 1.0 KiB of 1.0 KiB",
    "file 2 of 2: 0 bytes",
    "file 2 of 2: 1.5 KiB of 3.0 KiB",
    "file 2 of 2: 3.0 KiB of 3.0 KiB",
  ]);
  await rm(out, { recursive: true });
  const said: string[] = [];
  await saveByTool({}, {}, (message) => void said.push(message));
  expect(said).toEqual([
    "File 1 of 2: 0 bytes",
    "File 1 of 2: 512 bytes",
    "File 1 of 2: 1.0 KiB",
    "File 2 of 2: 0 bytes",
    "File 2 of 2: 1.5 KiB",
    "File 2 of 2: 3.0 KiB",
  ]);
});

test("a tool says of each address what became of it, and why", async () => {
  const [video, captions, missing] = ["1.mp4", "1.vtt", "missing"].map(
    (name) => `${server.baseUrl}/${name}`,
  );
  const send = respond;
  respond = (response) => {
    if (response.req.url === "/missing") return void response.writeHead(404).end("gone");
    if (response.req.url === "/1.vtt") return void response.end("WEBVTT");
    send(response);
  };
  output = [video, captions];
  const leftOut = [
    { url: captions, row: 2, reason: expect.stringMatching(/no video, but a text/) },
  ];
  const saved = { url: video, row: 1, path: join(out, "job-1-1.mp4"), bytes: 100 };
  const complete = await saveByTool({}, {});
  expect(complete.isError).toBe(false);
  expect(JSON.parse(complete.text)).toEqual({
    saved: [{ ...saved, wasThere: false }],
    left_out: leftOut,
  });
  await rm(out, { recursive: true });
  output = [video, captions, missing];
  const part = await saveByTool({}, {});
  expect(part.isError).toBe(true);
  expect(JSON.parse(part.text)).toEqual({
    error: "save",
    message: expect.stringMatching(/^1 of 3 files are missing: .*404/),
    saved: [expect.objectContaining(saved)],
    left_out: leftOut,
    failed: [{ url: missing, row: 3, reason: expect.stringMatching(/status 404: gone/) }],
  });
});

test("files that are missing are reported beside the others, with how to go on", async () => {
  output = [`${server.baseUrl}/missing`, `${server.baseUrl}/2`];
  const send = respond;
  respond = (response) =>
    response.req.url === "/missing" ? void response.writeHead(404).end() : send(response);
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(7);
  expect(messages).toMatch(/^Saved: .*job-1-2\.mp4.*\n✗ .*missing: .*404/);
  expect(messages).toContain(`✗ 1 of 2 downloads are not complete. ${toGoOn()}`);
  const lines = (await get(["--format", "jsonl", "--force"])).output.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).slice(1)).toMatchObject([
    { row: 2, bytes: 100 },
    { row: 1, error: "api", url: `${server.baseUrl}/missing` },
  ]);
});

test("captions beside a video are left out with their reason, and --only takes what is wanted", async () => {
  output = [`${server.baseUrl}/1.mp4`, `${server.baseUrl}/1.vtt`, `${server.baseUrl}/2.mp4`];
  const send = respond;
  respond = (response) =>
    response.req.url === "/1.vtt" ? void response.end("WEBVTT") : send(response);
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(0);
  expect(messages).toMatch(
    /Saved: .*job-1-1\.mp4.*\nSaved: .*job-1-3\.mp4.*\nLeft out: .*1\.vtt: .*text/,
  );
  const lines = (await get(["--format", "jsonl", "--force"])).output.trim().split("\n");
  const url = `${server.baseUrl}/1.vtt`;
  expect(JSON.parse(lines.at(-1)!)).toEqual({ url, row: 2, leftOut: expect.any(String) });
  const only = await get(["--force", "--only", "/2", "--only", "nothing"]);
  expect(only.messages).toBe(`Saved: ${out}/job-1-3.mp4 (100 bytes)\n`);
});

test("Ctrl-C leaves no half file, and says how to go on", async () => {
  const controller = new AbortController();
  respond = (response) => {
    response.writeHead(200, { etag: '"one"' });
    response.write(content, () => setTimeout(() => controller.abort("SIGINT"), 50));
  };
  const { exitCode, messages } = await get([], { signal: controller.signal });
  expect(exitCode).toBe(130);
  expect(messages).toContain(toGoOn());
  expect(await readdir(out)).toEqual([]);
});

test.each(["", "/dev/full/out", "/proc/out/videos", "/proc/sys"])(
  "a folder that cannot be written, %j, is refused before a job is started",
  async (path) => {
    const words = ["hp", "create", "--file", "-", "--yes", "--no-receipts", "--download", path];
    const options = { baseUrl: server.baseUrl, input: JSON.stringify(hpRequest()) };
    expect((await runCommand(words, options)).exitCode).toBe(2);
    expect(server.received).toEqual([]);
  },
);

test("rows that failed are named, and are no success although all that is there was saved", async () => {
  const video_url = `${server.baseUrl}/1`;
  output = {
    videos: [
      { row: 3, status: "completed", video_url },
      { row: 4, status: "failed", error: "no text" },
      { row: 5, status: "Cancelled" },
    ],
  };
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(9);
  expect(messages).toMatch(
    /^Saved: .*job-1-3\.mp4.*\n✗ Row 4 failed: no text\n✗ Row 5 failed: Cancelled\n✗ The job job-1 did not/,
  );
  const lines = (await get(["--format", "jsonl"])).output.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).slice(2)).toMatchObject([
    { row: 4, error: "job-failed", message: "no text" },
    { row: 5 },
  ]);
});

test.each([[[]], [["--format", "jsonl"]]])(
  "with %j the token is in nothing that is said of a job",
  async (words) => {
    const url = `${server.baseUrl}/1.mp4`;
    status = `failed ${testToken}`;
    output = { videos: [{ url, warning: `of ${testToken}` }, { error: `no ${testToken}` }] };
    const { exitCode, messages, output: printed } = await get(words);
    expect(exitCode).toBe(9);
    // The job itself is printed as it came.
    const lines = printed.trim().split("\n");
    expect(messages + lines.slice(-2).join("")).toMatch(
      /! Row undefined: of \[redacted\][^]*failed \[redacted\]/,
    );
    expect(messages + (words.length > 0 ? lines.slice(1).join("") : "")).not.toContain(testToken);
  },
);

test("what has no row of its own is named by its place, and a job by its status alone", async () => {
  output = [{ video_url: `${server.baseUrl}/1` }, { error: "no text" }];
  expect((await get()).messages).toContain("✗ Row 2 failed: no text\n");
  status = "failed";
  output = [`${server.baseUrl}/1`];
  const { exitCode, messages } = await get(["--force"]);
  expect([exitCode, messages]).toEqual([9, expect.stringContaining("✗ The job failed: failed\n")]);
});

test("a download that is missing counts for more than a row that failed", async () => {
  output = [`${server.baseUrl}/1`, { error: "no text" }];
  respond = (response) => void response.writeHead(404).end();
  const { exitCode, messages } = await get();
  expect([exitCode, messages]).toEqual([7, expect.stringContaining("✗ Row 2 failed: no text\n")]);
});

test("a job that failed leads to its cause, not to what it names", async () => {
  status = "failed";
  output = { error: "https://example.com/customers.xlsx cannot be fetched: 404" };
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(9);
  expect(messages).toMatch(/^✗ The job failed: https:\S+ cannot be fetched: 404\n✗ The job job-1/);
});

test("an output without an address is a failure", async () => {
  output = {};
  const messages = "✗ The output of job-1 has 0 addresses: 1 to 10000 can be saved.\n";
  expect(await get()).toMatchObject({ exitCode: 7, messages });
});
