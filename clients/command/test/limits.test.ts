/** Each limit to its last unit, and what each option about attempts changes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Responder, sendJson } from "../../faults/fault-server.ts";
import type { Connection } from "../src/connect.ts";
import { listTools, type Tool } from "../src/mcp-tools.ts";
import { createProgress } from "../src/terminal.ts";
import { runAgainst, runCommand } from "./support/run-command.ts";

/** A text of so many bytes, or of one more, that begins and ends so. */
const fill = (bytes: number, start: string, letter: string, end: string) =>
  start + letter.repeat(bytes - start.length - end.length) + end;

const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const anchors = (count: number) => `a: &a 1\nb: [${Array<string>(count).fill("*a").join(", ")}]\n`;

describe("a body may", () => {
  const dryRun = ["hp", "create", "--file", "-", "--dry-run", "--no-check"];
  test.each<[what: string, input: (over: number) => string, says: string]>([
    [
      "have 4 MiB",
      (over) => fill(4 * 1024 * 1024 + over, '{"a":"', "x", '"}'),
      "is larger than 4194304 bytes",
    ],
    ["be nested 100 deep", (over) => nested(100 + over), "is nested more than 100 deep"],
    ["repeat an alias 99 times", (over) => anchors(99 + over), "alias"],
  ])("%s, and no more", async (_, input, says) => {
    expect(await runCommand(dryRun, { input: input(0) })).toMatchObject({ exitCode: 0 });
    const { exitCode, messages } = await runCommand(dryRun, { input: input(1) });
    expect([exitCode, messages]).toEqual([2, expect.stringContaining(says)]);
  });
});

const voices: Responder = (response) => response.end('{"voices_list":[]}');

test.each([
  ["--token-file", "", (bytes: number) => fill(bytes, "token-of-the-file", " ", "\n")],
  ["--header", "@", (bytes: number) => fill(bytes, "x-a: b\n", "\n", "\n")],
])("%s takes a file of 64 KiB, and no larger one", async (flag, sign, make) => {
  await using folder = await temporaryFolder();
  for (const over of [0, 1]) {
    const file = await folder.write("secret", make(64 * 1024 + over));
    const words = ["voices", "list", flag, sign + file];
    const { exitCode, messages, received } = await runAgainst(voices, words);
    expect([exitCode, received.length]).toEqual(over === 0 ? [0, 1] : [2, 0]);
    expect(messages).toContain(over === 0 ? "" : "is larger than 65536 bytes");
  }
});

test.each<[words: string[], requests: number, says: RegExp]>([
  [["--retries", "0"], 1, /Status +503/],
  [["--retries", "1"], 2, /Status +503/],
  [[], 3, /Status +503/],
])("with %j a read is sent %i times", async (words, requests, says) => {
  const busy: Responder = (response) => sendJson(response, {}, 503);
  const { messages, received } = await runAgainst(busy, ["voices", "list", ...words]);
  expect(messages).toMatch(says);
  expect(received).toHaveLength(requests);
});

test.each<[words: string, says: string, attempts: number]>([
  ["--deadline 50ms", "passed --deadline of 0.05s", 1],
  ["--timeout 50ms --retries 1", "passed --timeout of 0.05s", 2],
])("%s: a call that hangs %s", async (words, says, attempts) => {
  const read = ["voices", "list", "--verbose", ...words.split(" ")];
  const { exitCode, messages } = await runAgainst(() => {}, read);
  expect([exitCode, messages]).toEqual([4, expect.stringContaining(says)]);
  expect(messages.match(/^> GET/gm)).toHaveLength(attempts);
});

test("a receipt keeps the first 4,000 letters of what was said in its place", async () => {
  await using folder = await temporaryFolder();
  const refuse: Responder = (response) => void response.writeHead(500).end("x".repeat(5000));
  const input = JSON.stringify(hpRequest());
  const words = ["hp", "create", "--file", "-", "--yes", "--receipts", folder.path];
  await runAgainst(refuse, words, { input });
  const { output } = await runCommand(["jobs", "--receipts", folder.path]);
  expect(JSON.parse(output).jobs[0].response).toBe("x".repeat(4000));
});

describe("the tools of an agent", () => {
  const connection = { baseUrl: "https://example.com/" } as Connection;
  const context = { signal: new AbortController().signal, tell() {} };
  const toolsWith = (receipts: string): Record<string, Tool> => {
    const session = { connection, allowsCreate: true, receipts, downloads: "/x", notify() {} };
    return Object.fromEntries(listTools(session).map((tool) => [tool.name, tool]));
  };

  test("list the last 50 jobs", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "jobs.jsonl");
    const lines = Array.from({ length: 51 }, (_, index) =>
      JSON.stringify({ create: `${index}`, base_url: "https://example.com", job_id: `${index}` }),
    );
    await writeFile(file, lines.join("\n"));
    const { text } = await toolsWith(file)["list_started_jobs"]!.call({}, context);
    const { jobs } = JSON.parse(text) as { jobs: { job_id: string }[] };
    expect([jobs.length, jobs[0]?.job_id, jobs.at(-1)?.job_id]).toEqual([50, "50", "1"]);
  });

  test("wait for at most 50 seconds, and for 30 if they are not told", () => {
    const { properties } = toolsWith("/x")["wait_for_hp_job"]!.schema as unknown as {
      properties: Record<string, object>;
    };
    expect(properties["max_seconds"]).toEqual({
      ...{ type: "integer", minimum: 1, maximum: 50, default: 30 },
    });
  });
});

test("a line of progress shows 70 letters", () => {
  let shown = "";
  const progress = createProgress({
    ...{ isTerminal: true, env: {}, notify: (text: string) => void (shown += text) },
  } as Parameters<typeof createProgress>[0]);
  progress.show("x".repeat(100));
  expect(shown).toBe(`\r\u001b[2K… ${"x".repeat(70)}`);
});
