/** Jobs and lists, against the emulator and against servers that fail. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { areOpen, doneStatus, videosOf } from "../../../test/support/gaps.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Responder, refusingUrl, sendJson } from "../../faults/fault-server.ts";
import { outputError } from "../src/errors.ts";
import { continueWith } from "../src/operate.ts";
import { runAgainst, type RunOptions, runCommand, testToken } from "./support/run-command.ts";

const hpJob = JSON.stringify(hpRequest());
const create = ["hp", "create", "--file", "-"];

describe("against the emulator", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await createEmulator({ seed: 1, renderMs: 50, token: testToken });
  });
  afterAll(() => emulator.close());

  const run = (words: string[], options: RunOptions = {}) =>
    runCommand(words, { baseUrl: emulator.url, ...options });

  test("waits for the videos that it saves, and reports each step as a line", async () => {
    await using folder = await temporaryFolder();
    const words = [...create, "--yes", "--interval", "50ms", "--format", "jsonl"];
    const { output } = await run([...words, "--download", folder.path], { input: hpJob });
    const lines = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const job = lines[0].job_id;
    expect(lines[0].status).toBe("rendering");
    const rows = [1, 2, 3].slice(0, await videosOf(3, emulator));
    expect(lines.at(-1 - rows.length)).toMatchObject({ job_id: job, status: doneStatus });
    expect(lines.slice(-rows.length)).toMatchObject(
      rows.map((row) => ({
        path: join(folder.path, `${job}-${row}.mp4`),
        wasThere: false,
      })),
    );
  });

  test("lists, in each format", async () => {
    const words = ["avatars", "list", "--format"];
    const { avatars_list: avatars } = JSON.parse((await run([...words, "json"])).output);
    const lines = (await run([...words, "jsonl"])).output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(avatars);
    const custom = await run([...words, "jsonl", "--custom"]);
    const [first = ""] = custom.output.split("\n");
    expect(JSON.parse(first)).toMatchObject(areOpen("avatar-fields") ? { avatar_id: "mara" } : {});
  });

  test("asks before a job is started, and takes only a yes", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("job.json", hpJob);
    const before = emulator.jobs.list().length;
    for (const answer of ["n", "", "yesterday"]) {
      const ended = await run(["hp", "create", "-f", file], { answers: [answer] });
      expect([ended.exitCode, ended.messages]).toEqual([2, "✗ Not confirmed. Nothing was sent.\n"]);
      expect(ended.questions[0]).toMatch(/Create an HP job at http.*cost money/);
    }
    // Where the input is the body, or there is no terminal, nobody can be asked.
    for (const options of [{ answers: ["y"] }, {}]) {
      const { exitCode, messages } = await run(create, { input: hpJob, ...options });
      expect([exitCode, messages]).toEqual([2, expect.stringContaining("Add --yes")]);
    }
    expect(emulator.jobs.list()).toHaveLength(before);
    expect((await run(["hp", "create", "-f", file], { answers: ["Y"] })).exitCode).toBe(0);
    expect(emulator.jobs.list()).toHaveLength(before + 1);
  });

  test("reports the attempts when it is asked to, without the token", async () => {
    const { messages } = await run(["voices", "list", "--verbose"]);
    expect(messages).toMatch(
      /^> GET http.*\/api\/voices\/public \(attempt 1\)\n< 200 in \d+ ms\n$/,
    );
  });
});

describe("exit codes and errors", () => {
  const status =
    (code: number, body: unknown = {}): Responder =>
    (response) =>
      sendJson(response, body, code);
  const rendering = status(200, { job_id: "job-1", status: "rendering" });
  const upwards = status(200, { job_id: ".." });
  const cutOff: Responder = (response) => response.socket?.destroy();
  const brokenOff: Responder = (response) =>
    response.writeHead(201).write('{"job_id":"job-7', () => response.socket?.destroySoon());
  const get = ["hp", "get", "job-1", "--retries", "0"];
  const briefly = [...get, "--timeout", "50ms"];
  const post = [...create, "--yes"];
  const toNobody = [...post, "--base-url", refusingUrl];
  const wait = ["hp", "get", "job-1", "--wait", "--max-wait", "200ms"];
  const again = /To wait again: video-generation hp get job-1 --wait .*\n✗[^]*Job +job-1/;

  test.each<[number, string, Responder, string[], RegExp]>([
    [3, "a refused read", status(404), get, /Sent +yes[^]*Status +404/],
    [3, "a refused create", status(422), post, /Status +422\n +Started +nothing/],
    [4, "a read that hangs", () => {}, briefly, /passed --timeout of 0.05s\./],
    [4, "a read without a response", status(200), get, /no usable job_id/],
    [4, "a create to nobody", () => {}, toNobody, /Sent +no: [^]*Started +nothing/],
    [5, "a create that failed in the service", status(500), post, /Started +perhaps/],
    [5, "a create that leads elsewhere", status(302), post, /Status +302\n +Started +perhaps/],
    [5, "a create without a receipt", status(200), post, /no usable job_id[^]*Started +perhaps/],
    [5, "a receipt of no use", upwards, [...post, "--wait"], /: \.\.\n✗ The job cannot/],
    [5, "a create that was cut off", cutOff, post, /Sent +maybe[^]*Started +perhaps/],
    [5, "half a receipt", brokenOff, post, /Received +\{"job_id":"job-7\n +Started +perhaps/],
    [6, "a wait that is over", rendering, wait, again],
  ])("%i for %s", async (exitCode, _, respond, words, message) => {
    const ended = await runAgainst(respond, words, { input: hpJob });
    expect(ended.messages).toMatch(message);
    expect([ended.exitCode, ended.output]).toEqual([exitCode, ""]);
    const asJson = await runAgainst(respond, [...words, "--format", "json"], { input: hpJob });
    const report = JSON.parse(asJson.messages.trim().split("\n").at(-1)!);
    expect(report.exitCode).toBe(exitCode);
    if (words === post) expect(report.mayHaveStarted).toBe(exitCode === 5);
  });

  test.each([
    [399, 5],
    [400, 3],
    [499, 3],
    [500, 5],
    [501, 5],
    [503, 5],
    [599, 5],
  ])("a create that gets status %i ends with %i", async (code, exitCode) => {
    expect(await runAgainst(status(code), post, { input: hpJob })).toMatchObject({ exitCode });
  });

  test("of half a receipt 200 letters are shown, and the last poll of a wait names the flag of its limit", async () => {
    const long: Responder = (response) =>
      response.writeHead(201).write("x".repeat(1_000), () => response.socket?.destroySoon());
    const { messages } = await runAgainst(long, post, { input: hpJob });
    expect(messages).toMatch(/Received +x{200}\n/);
    const words = [...wait, "--timeout", "20ms"];
    const waited = await runAgainst(() => {}, words);
    expect(waited.messages).toMatch(/Last poll: .* passed --timeout of 0.02s/);
  });

  // As soon as an owner has said which statuses are final, those end a wait.
  test
    .runIf(areOpen("job-status-transitions"))
    .each<[flags: string[], status: string, requests: number]>([
      [[], "queued", 1],
      [["--pending", "queued"], "done", 2],
      [["--pending", "queued", "--pending", "done"], "archived", 3],
    ])("with %j a wait ends at %s", async (flags, end, requests) => {
    const statuses = ["queued", "done", "archived"];
    const next: Responder = (response) =>
      sendJson(response, { job_id: "job-1", status: statuses.shift() ?? "done" });
    const words = ["hp", "get", "job-1", "--wait", "--interval", "1ms", ...flags];
    const { exitCode, output, received } = await runAgainst(next, words);
    expect([exitCode, JSON.parse(output).status, received.length]).toEqual([0, end, requests]);
  });

  test.each<[words: string[], requests: string[]]>([
    [[], ["POST"]],
    [["--wait"], ["POST", "GET"]],
    [
      ["--max-wait", "20s"],
      ["POST", "GET"],
    ],
    [
      ["--interval", "1ms"],
      ["POST", "GET"],
    ],
    [
      ["--pending", "rendering"],
      ["POST", "GET"],
    ],
    [
      ["--download", "."],
      ["POST", "GET"],
    ],
  ])("a create with %j alone sends %j", async (words, requests) => {
    await using folder = await temporaryFolder();
    const given = words.map((word) => (word === "." ? folder.path : word));
    const next: Responder = (response) =>
      sendJson(response, { job_id: "job-1", status: doneStatus, output: {} });
    const { received } = await runAgainst(next, [...post, ...given], { input: hpJob });
    expect(received.map(({ method }) => method)).toEqual(requests);
  });

  test("an error names the request and what is asked for, without the token", async () => {
    const respond: Responder = (response) =>
      response
        .writeHead(429, { "x-request-id": "req-\u00801", "retry-after": "3600" })
        .end(`slow down: its pauseMs of 30, ${testToken}`);
    const { messages } = await runAgainst(respond, get);
    expect(messages).toContain("slow down: its pauseMs of 30, [redacted]");
    expect(messages).toMatch(/Request +req-\\u00801\n +Wait +3600 s are asked for/);
    expect(messages).not.toContain(testToken);
  });

  test("SIGTERM during a create says that a job may have started", async () => {
    const controller = new AbortController();
    const ended = await runAgainst(() => controller.abort("SIGTERM"), post, {
      input: hpJob,
      signal: controller.signal,
    });
    expect(ended).toMatchObject({ exitCode: 143, received: { length: 1 } });
    expect(ended.messages).toMatch(/Started +perhaps/);
  });

  test.each([
    ["plain-1", "plain-1 --wait"],
    ["-rf", "--wait -- -rf"],
    ["a'; rm -rf ~", `'a'\\''; rm -rf ~' --wait`],
  ])("an identifier %j is quoted for a shell", (id, words) => {
    expect(continueWith("hp", id, { wait: true })).toBe(`video-generation hp get ${words}`);
  });
});

test("tells which videos are not all that was asked for", async () => {
  const videos = [{ row: 1 }, { row: 2, warning: "Nobody speaks \u001b[31m李." }];
  const job = { job_id: "job-1", status: "completed", output: { videos } };
  const ended = await runAgainst((response) => sendJson(response, job), ["hp", "get", "job-1"]);
  const messages = "! Row 2: Nobody speaks \\u001b[31m李.\n";
  expect(ended).toMatchObject({ exitCode: 0, messages });
});

test("a reader that has gone before the receipt came does not cost the identifier", async () => {
  const gone = outputError(Object.assign(new Error(), { code: "EPIPE" }));
  const { exitCode, messages } = await runAgainst(
    (response) => sendJson(response, { job_id: "job-7", status: "done" }),
    [...create, "--yes"],
    { input: hpJob, write: () => Promise.reject(gone) },
  );
  expect(exitCode).toBe(8);
  expect(messages).toMatch(/^The job was created: job-7\n✗.*EPIPE/);
});

describe("a response is printed as it came", () => {
  const job = `{"job_id":"job-1","status":"${doneStatus}","big":9007199254740993123,"huge":1e400}`;
  const respond: Responder = (response) => response.end(job);

  test.each([
    ["json", /"big": 9007199254740993123,\n +"huge": 1e400\n/],
    ["jsonl", /^\{.*"big":9007199254740993123,"huge":1e400\}\n$/],
  ])("with all digits of its numbers: %s", async (format, expected) => {
    for (const wait of [[], ["--wait"]]) {
      const words = ["hp", "get", "job-1", "--format", format, ...wait];
      expect((await runAgainst(respond, words)).output).toMatch(expected);
    }
  });

  test("also in an error, and in the last poll of a wait", async () => {
    const refuse: Responder = (response) => response.writeHead(400).end(job);
    const read = ["hp", "get", "job-1", "--format", "json"];
    expect((await runAgainst(refuse, read)).messages).toContain('"big":9007199254740993123');
    const rendering: Responder = (response) => response.end(job.replace(doneStatus, "rendering"));
    const wait = [...read, "--wait", "--max-wait", "200ms"];
    const { exitCode, messages } = await runAgainst(rendering, wait);
    expect(exitCode).toBe(6);
    expect(messages).toContain("The wait passed --max-wait of 0.2s. A job may be rendering.");
    expect(messages).toContain('"big":9007199254740993123,"huge":1e400');
  });
});

test.each([
  ["as it came, and is parsed by the client alone", "[".repeat(10_000) + "]".repeat(10_000), 0],
  ["with its indents, if the brackets are in a text", `"\\"${"[".repeat(10_000)}"`, 1],
])("a response of ten thousand brackets is printed %s", async (_, output, parsings) => {
  const job = `{"job_id":"job-1","status":"done","output":${output}}`;
  const parse = vi.spyOn(JSON, "parse");
  const printed = await runAgainst((response) => response.end(job), ["hp", "get", "job-1"]);
  // With a second argument it keeps the text of each number, and takes a hundred bytes of memory for each bracket.
  const exact = parse.mock.calls.filter(([text, reviver]) => text === job && reviver);
  parse.mockRestore();
  expect([printed.exitCode, exact.length]).toEqual([0, parsings]);
  expect(printed.output.replace(/\s/g, "")).toBe(job);
});

describe("what a service sends to a terminal", () => {
  const evil = "\u{e0041}\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.exe\r\nrm -rf\u2028\u0000";
  const respond: Responder = (response) =>
    sendJson(response, { job_id: evil, status: "done", [evil]: { [evil]: evil } });
  /** Line breaks are the command's own. */
  const unsafe = /(?!\n)[\p{Cc}\u2028-\u202e\u{e0000}-\u{e007f}]/u;

  test.each(["json", "jsonl"])("is written out, as %s", async (format) => {
    const words = ["hp", "get", "x", "--format", format];
    const { output } = await runAgainst(respond, words, { onTerminal: true });
    expect(output).not.toMatch(unsafe);
    expect(output).toContain("\\u001b");
    expect(JSON.parse(output).job_id).toBe(evil);
  });

  test("is written out in errors and receipts, too", async () => {
    const refused: Responder = (response) =>
      response.writeHead(400, { "x-request-id": "a\u009bb" }).end(evil);
    const { messages } = await runAgainst(refused, ["hp", "get", "x"], { onTerminal: true });
    expect(messages).not.toMatch(unsafe);
    const words = [...create, "--yes", "--wait", "--max-wait", "100ms"];
    const waited = await runAgainst(respond, words, { input: hpJob });
    expect(waited.messages).not.toMatch(unsafe);
  });
});
