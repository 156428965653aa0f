/** The command as a process: pipes that close, disks that are full, signals, terminals, shells. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, readlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type FaultServer, sendJson, startFaultServer } from "../../faults/fault-server.ts";

const run = promisify(execFile);
const cli = join(import.meta.dirname, "../src/cli.ts");

let folder: TemporaryFolder;
let server: FaultServer;
/** Of a process that has nothing else: no home of a person, no terminal. */
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startFaultServer({
    respond: (response, _, { method, path }) => {
      const avatars = Array.from({ length: 50_000 }, (__, id) => ({ avatar_id: `avatar-${id}` }));
      if (path.includes("avatars")) return sendJson(response, { avatars_list: avatars });
      sendJson(response, { job_id: "job-1", status: method === "POST" ? "done" : "rendering" });
    },
  });
  env = {
    PATH: `${folder.path}${delimiter}${process.env["PATH"]}`,
    VIDEO_GENERATION_BASE_URL: server.baseUrl,
    VIDEO_GENERATION_TOKEN: "token-of-the-process",
    XDG_STATE_HOME: join(folder.path, "state"),
    // Not of the person's: what Node has compiled is the same every time.
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
  };
  await folder.write("job.json", JSON.stringify(hpRequest()));
  const command = await folder.write(
    "video-generation",
    `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`,
  );
  await run("chmod", ["+x", command]);
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** Runs a line of a shell, in the folder of the test. */
async function shell(line: string) {
  const child = spawn("bash", ["--norc", "-c", line], { cwd: folder.path, env, stdio: "pipe" });
  child.stdin.end();
  const [output, messages, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { output, messages, exitCode: code as number };
}

test("without a home, and in a pipe, it prints JSON and nothing else", async () => {
  const { output, messages, exitCode } = await shell("video-generation hp get job-1 | cat");
  expect([exitCode, messages]).toEqual([0, ""]);
  expect(JSON.parse(output)).toEqual({ job_id: "job-1", status: "rendering" });
});

test("a reader that has gone ends it without a word", async () => {
  const line = "video-generation avatars list --format jsonl | head -1; echo ${PIPESTATUS[0]}";
  const { output, messages } = await shell(line);
  expect(output).toBe('{"avatar_id":"avatar-0"}\n141\n');
  expect(messages).toBe("");
});

test("a receipt that cannot be written is reported on the standard error", async () => {
  const line = "video-generation hp create --file job.json --yes > /dev/full";
  const { messages, exitCode } = await shell(line);
  const why = "✗ The standard output cannot be written: ENOSPC.";
  expect([exitCode, messages]).toEqual([8, `The job was created: job-1\n${why}\n`]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 143],
] as const)("%s ends a wait, and says how to go on", async (signal, exitCode) => {
  const { VIDEO_GENERATION_BASE_URL: address, ...others } = env;
  const words = ["hp", "get", "job-1", "--wait", "--format", "jsonl", "--base-url", address!];
  const child = spawn(process.execPath, [cli, ...words], { env: others, stdio: "pipe" });
  const said = text(child.stderr);
  await once(child.stdout, "data");
  child.kill(signal);
  expect((await once(child, "close"))[0]).toBe(exitCode);
  expect(await said).toMatch(
    /^The job goes on. To wait again: .*hp get job-1 --base-url 'http:\S+' --format jsonl --wait\n\{"error":"abort"/,
  );
});

test("a second signal ends at once what the first does not stop", async () => {
  const child = spawn(process.execPath, [cli, "avatars", "list"], { env, stdio: "pipe" });
  // Nobody reads more than the beginning.
  await once(child.stdout, "readable");
  child.kill("SIGINT");
  await expect.poll(() => listensFor(child.pid!, 2), { timeout: 60_000 }).toBe(false);
  child.kill("SIGINT");
  expect((await once(child, "exit"))[1]).toBe("SIGINT");
});

/** Whether a process handles a signal itself, as the system tells. */
async function listensFor(pid: number, signal: number): Promise<boolean> {
  const [, caught = "0"] = /^SigCgt:\s*(\w+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))!;
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n;
}

test.each(["--file", "--token-file"])(
  "the first signal ends it where %s is a pipe that nobody writes to",
  async (flag) => {
    const pipe = join(folder.path, `pipe of ${flag}`);
    await run("mkfifo", [pipe]);
    const words = flag === "--file" ? ["hp", "create"] : ["hp", "get", "job-1"];
    const child = spawn(process.execPath, [cli, ...words, flag, pipe], { env, stdio: "pipe" });
    const said = text(child.stderr);
    // It listens for signals as soon as it runs.
    await expect.poll(() => isReading(child.pid!, pipe), { timeout: 60_000 }).toBe(true);
    child.kill("SIGINT");
    expect([(await once(child, "close"))[0], await said]).toEqual([
      130,
      "✗ Stopped. Nothing was sent.\n",
    ]);
  },
);

/** Whether a process has a file open. */
async function isReading(pid: number, file: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  const targets = await Promise.all(
    names.map((name) => readlink(join(folder, name)).catch(() => "")),
  );
  return targets.includes(file);
}

test("a body is read from a pipe that is written to later, and in parts", async () => {
  const line =
    "video-generation hp create --file <(head -c 20 job.json; sleep 0.2; tail -c +21 job.json) --dry-run";
  const { output, exitCode } = await shell(line);
  expect([exitCode, JSON.parse(output)]).toEqual([0, hpRequest()]);
});

describe("at a terminal", requires(tools.python), () => {
  /** Types at a terminal of its own, each text once the one before was asked for, and gives what it showed. */
  async function type(line: string, typed: [prompt: string, answer: string][]) {
    const script = `
import json, os, pty, sys
line, typed = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("bash", ["bash", "--norc", "-c", line])
shown = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
    if typed and typed[0][0].encode() in shown:
        os.write(terminal, typed.pop(0)[1].encode())
print(json.dumps([shown.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])]))`;
    const { stdout } = await run("python3", ["-c", script, JSON.stringify([line, typed])], {
      cwd: folder.path,
      env,
    });
    return JSON.parse(stdout) as [shown: string, exitCode: number];
  }

  test.each([
    ["y", "y\r", 0],
    ["Ctrl-C", "\u0003", 130],
    ["Ctrl-D", "\u0004", 2],
  ])("asks before a job, and takes %s", async (_, key, exitCode) => {
    const before = server.received.length;
    const line = "video-generation hp create --file job.json";
    expect((await type(line, [["[y/N] ", key]]))[1]).toBe(exitCode);
    expect(server.received).toHaveLength(before + (exitCode === 0 ? 1 : 0));
  });

  test("asks nobody who would not see the question", async () => {
    const before = server.received.length;
    const line = "video-generation hp create --file job.json 2> asked";
    expect((await type(line, []))[1]).toBe(2);
    expect(server.received).toHaveLength(before);
  }, 20_000);

  test.each(["", " > printed"])(
    "shows progress that Ctrl-C clears, with%j behind the command",
    async (rest) => {
      const [shown, exitCode] = await type(`video-generation hp get job-1 --wait${rest}`, [
        ["rendering", "\u0003"],
      ]);
      expect(shown).toMatch(/… rendering, \d+ s[^]*\r\p{Cc}\[2KThe job goes on/u);
      expect(exitCode).toBe(130);
    },
    20_000,
  );
});
