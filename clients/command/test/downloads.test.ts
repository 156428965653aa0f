/** What `--download` makes of outputs, servers and folders that are not as one would wish. */
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type FaultServer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { fileName } from "../src/file-names.ts";
import { findAddresses } from "../src/find-addresses.ts";
import { runCommand } from "./support/run-command.ts";

type Answer = (response: ServerResponse, range: string | undefined) => void;

let folder: TemporaryFolder;
let server: FaultServer;
let output: (baseUrl: string) => unknown;
let answer: Answer;
let jobId: string;

const content = Buffer.from("0123456789".repeat(10));
const sendContent: Answer = (response) =>
  void response.writeHead(200, { "content-type": "video/mp4", etag: '"one"' }).end(content);

beforeEach(async () => {
  folder = await temporaryFolder();
  jobId = "job-1";
  output = (baseUrl) => ({ videos: [{ url: `${baseUrl}/1` }] });
  answer = sendContent;
  server = await startFaultServer({
    answer: (response, _, { path }) => {
      if (!path.startsWith("/api/")) return answer(response, response.req.headers.range);
      sendJson(response, { job_id: jobId, status: "done", output: output(server.baseUrl) });
    },
  });
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const get = (...words: string[]) =>
  runCommand(["hp", "get", "job-1", "--download", join(folder.path, "out"), ...words], {
    baseUrl: server.baseUrl,
  });
const saved = async () => (await readdir(join(folder.path, "out"))).sort();
const read = (name: string) => readFile(join(folder.path, "out", name));
const put = async (name: string, text: string | Buffer) => {
  await mkdir(join(folder.path, "out"), { recursive: true });
  await writeFile(join(folder.path, "out", name), text);
};

test("a file is named after its job, its number and its type", async () => {
  const { exitCode, messages } = await get();
  expect(messages).toMatch(/^Saved: .*job-1-1\.mp4 \(100 bytes\)\n$/);
  expect(exitCode).toBe(0);
  expect(await saved()).toEqual(["job-1-1.mp4"]);
  expect(await read("job-1-1.mp4")).toEqual(content);
});

test("a file that is there is left alone; with --force it is overwritten", async () => {
  await put("job-1-1.mp4", "mine");
  const refused = await get();
  expect(refused.exitCode).toBe(7);
  expect(refused.messages).toMatch(/job-1-1\.mp4 is there already, and differs. --force/);
  expect(String(await read("job-1-1.mp4"))).toBe("mine");
  expect((await get("--force")).exitCode).toBe(0);
  expect(await read("job-1-1.mp4")).toEqual(content);
  expect(await saved()).toEqual(["job-1-1.mp4"]);
});

test("a file of the same size counts as done, so that a command can be run again", async () => {
  answer = (response) =>
    void response
      .writeHead(200, { "content-type": "video/mp4", "content-length": 100 })
      .end(content);
  await get();
  const again = await get();
  expect(again).toMatchObject({ exitCode: 0, messages: expect.stringMatching(/^There already: /) });
});

test("a download that broke off goes on where it was, at the next call", async () => {
  const headers = { "content-type": "video/mp4", etag: '"one"', "content-length": 100 };
  answer = (response) => {
    response.writeHead(200, headers);
    response.write(content.subarray(0, 40), () => setTimeout(() => response.destroy(), 50));
  };
  const broken = await get("--download-deadline", "1s");
  expect(broken.exitCode).toBe(7);
  expect(await saved()).toEqual(["job-1-1.part", "job-1-1.part.json"]);
  expect(broken.messages).toContain("To go on: video-generation hp get job-1 --download");
  const ranges: unknown[] = [];
  answer = (response, range) => {
    ranges.push(range);
    const rest = { ...headers, "content-length": 60, "content-range": "bytes 40-99/100" };
    response.writeHead(206, rest).end(content.subarray(40));
  };
  expect((await get()).exitCode).toBe(0);
  expect(ranges).toEqual(["bytes=40-"]);
  expect(await read("job-1-1.mp4")).toEqual(content);
  expect(await saved()).toEqual(["job-1-1.mp4"]);
});

test("what was begun of another content is begun again", async () => {
  await put("job-1-1.part", "older and longer than the new one ".repeat(10));
  await put("job-1-1.part.json", '{"etag":"\\"two\\""}');
  expect((await get()).exitCode).toBe(0);
  expect(await read("job-1-1.mp4")).toEqual(content);
});

test.each(["no JSON", "{}", '{"etag":"W/\\"weak\\""}', '{"etag":7}'])(
  "a note %j beside what was begun is not trusted",
  async (note) => {
    await put("job-1-1.part", "half");
    await put("job-1-1.part.json", note);
    expect((await get()).exitCode).toBe(0);
    expect(await read("job-1-1.mp4")).toEqual(content);
  },
);

test("a link in place of the file that is written is not followed", async () => {
  await mkdir(join(folder.path, "out"));
  await writeFile(join(folder.path, "victim"), "mine");
  await symlink(join(folder.path, "victim"), join(folder.path, "out/job-1-1.part"));
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(7);
  expect(messages).toMatch(/job-1-1\.part cannot be written: ELOOP/);
  expect(await readFile(join(folder.path, "victim"), "utf8")).toBe("mine");
});

test("a full disk, or a folder that is none, is an error of one line", async () => {
  const words = ["hp", "get", "job-1", "--download", "/dev/full/out"];
  const { exitCode, messages } = await runCommand(words, { baseUrl: server.baseUrl });
  expect(exitCode).toBe(7);
  expect(messages).toMatch(/^✗ The folder \/dev\/full\/out cannot be made: E\w+\.\n$/);
  await mkdir(join(folder.path, "out"));
  await symlink("/dev/full", join(folder.path, "out/job-1-1.mp4"));
  expect((await get()).messages).toMatch(/job-1-1.mp4 is there already/);
});

test("Ctrl-C keeps what has come, and says how to go on", async () => {
  const controller = new AbortController();
  answer = (response) => {
    response.writeHead(200, { etag: '"one"' });
    response.write(content, () => setTimeout(() => controller.abort("SIGINT"), 50));
  };
  const out = join(folder.path, "out");
  const { exitCode, messages } = await runCommand(["hp", "get", "job-1", "--download", out], {
    baseUrl: server.baseUrl,
    signal: controller.signal,
  });
  expect(exitCode).toBe(130);
  expect(messages).toContain(`To go on: video-generation hp get job-1 --download ${out}\n`);
  expect(await read("job-1-1.part")).toEqual(content);
});

test("one file that fails does not cost the others", async () => {
  output = (baseUrl) => [`${baseUrl}/missing`, `${baseUrl}/2`];
  answer = (response, range) =>
    response.req.url === "/missing"
      ? void response.writeHead(404).end()
      : sendContent(response, range);
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(7);
  expect(messages).toMatch(/missing: .*404[^]*Saved: .*job-1-2\.mp4[^]*1 of 2 downloads/);
  expect(await saved()).toEqual(["job-1-2.mp4"]);
});

test.each([
  ["a file larger than --max-size", ["--max-size", "50"], /maxBytes of 50/],
  ["more files than --max-files", ["--max-files", "0"], /names 1 addresses. --max-files allows 0/],
  ["a server that drips for ever", ["--download-deadline", "300ms"], /deadlineMs/],
])("%s is refused", async (_, words, message) => {
  if (words[0] === "--download-deadline") {
    answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 20);
      response.once("close", () => clearInterval(timer));
    };
  }
  const { exitCode, messages } = await get(...words);
  expect(exitCode).toBe(7);
  expect(messages).toMatch(message);
});

test.each([
  ["nothing", {}],
  ["no web address", { url: "file:///etc/passwd", other: "ftp://x/y", text: "see http://" }],
])("an output that names %s is an error", async (_, value) => {
  output = () => value;
  const { exitCode, messages } = await get();
  expect(exitCode).toBe(7);
  expect(messages).toContain("names no address");
});

describe("another origin", () => {
  let other: FaultServer;
  beforeEach(async () => {
    other = await startFaultServer({ answer: (response) => sendContent(response, undefined) });
    output = () => [`${other.baseUrl}/1.mp4`];
  });
  afterEach(() => other.close());

  test("is not asked over plain http", async () => {
    const { exitCode, messages } = await get();
    expect(exitCode).toBe(7);
    expect(messages).toContain("Plain http is refused");
    expect(other.received).toEqual([]);
  });

  test("does not get the token", async () => {
    expect((await get("--allow-plain-http")).exitCode).toBe(0);
    expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  test("is not asked over plain http by a redirect either", async () => {
    output = (baseUrl) => [`${baseUrl}/1.mp4`];
    answer = (response) => void response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
    const { exitCode, messages } = await get();
    expect(exitCode).toBe(7);
    expect(messages).toContain("Plain http is refused");
    expect(other.received).toEqual([]);
  });

  test("does not get it by a redirect either", async () => {
    output = (baseUrl) => [`${baseUrl}/1.mp4`];
    answer = (response) => void response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
    expect((await get("--allow-plain-http")).exitCode).toBe(0);
    expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(server.received.at(-1)?.authorization).toMatch(/^Bearer /);
  });
});

describe("names", () => {
  test.each([
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".ssh",
    "-rf",
    "con",
    "nul.txt",
    "a\u0000b",
    "\u001b[2J",
    "C:\\x",
    "ä/ö",
    "",
    "x".repeat(100_000),
    "~",
    "$(reboot)",
  ])("of a job %j are plain, and short", (id) => {
    const name = fileName(id, 1, "https://example.com/%2e%2e%2f..\\evil.sh%00.MP4?x=/y.exe");
    expect(name).toMatch(/^\w[\w-]{0,150}-1\.mp4$/);
  });

  test.each([
    ["a/b", "a_b"],
    ["a?b", "a*b"],
    ["Job", "job"],
    ["x".repeat(200), "x".repeat(201)],
  ])("of %j and %j differ, also where case does not count", (one, other) => {
    const names = [one, other].map((id) => fileName(id, 1, "https://example.com/").toLowerCase());
    expect(new Set(names).size).toBe(2);
  });

  test("of a job that is nothing but hostile stay in the folder", async () => {
    jobId = "../../escaped";
    expect((await get()).exitCode).toBe(0);
    expect(await saved()).toEqual([expect.stringMatching(/^_+escaped-[0-9a-f]{8}-1\.mp4$/)]);
    expect((await readdir(folder.path)).sort()).toEqual(["out"]);
  });
});

test("addresses are found at any depth, once each, in their order", () => {
  let deep: unknown = "https://example.com/deep";
  for (let depth = 0; depth < 200_000; depth++) deep = [deep];
  const value = {
    a: ["https://example.com/1", { b: "http://example.com/2" }],
    c: deep,
    d: "https://example.com/1",
  };
  expect(findAddresses(value)).toEqual([
    "https://example.com/1",
    "http://example.com/2",
    "https://example.com/deep",
  ]);
});
