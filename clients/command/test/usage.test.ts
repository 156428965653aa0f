/** What the command understands, what it refuses, and how it helps. */
import { describe, expect, test } from "vitest";
import { startFaultServer } from "../../faults/fault-server.ts";
import { hpRequest, hpSegments } from "../../../test/support/example-requests.ts";
import { commands } from "../../../generated/command/commands.ts";
import { operationRoutes } from "../../../generated/operations.ts";
import { exitCodes } from "../src/exit-codes.ts";
import { runCommand } from "./support/run-command.ts";

describe("help", () => {
  test("lists a command for every operation, and every exit code", async () => {
    const { output, exitCode } = await runCommand(["--help"]);
    expect(exitCode).toBe(0);
    for (const { resource, verb } of commands) expect(output).toContain(`  ${resource} ${verb}`);
    for (const code of Object.values(exitCodes))
      expect(output).toMatch(new RegExp(`\\b${code}\\b`));
    expect(new Set(commands.map(({ operation }) => operation))).toEqual(
      new Set(Object.keys(operationRoutes)),
    );
  });

  test.each([
    [[], /Usage: video-generation <command>/],
    [["help"], /Usage: video-generation <command>/],
    [["hp"], /hp <command>[^]*create[^]*get/],
    [["help", "hp", "get"], /hp get JOB-ID[^]*GET \/api\/hp_job\/\{job_id\}[^]*--wait/],
    [
      ["hp", "create", "--help"],
      /--project-name TEXT\n +Required\..*\n[^]*--\[no-\]music[^]*--dry-run/,
    ],
    [["avatars", "list", "-h"], /GET \/api\/avatars\/custom[^]*--custom/],
    [["lipsync", "create", "--help"], /--actor\.use avatar\|video[^]*With --actor.use avatar/],
    [["mcp", "--help"], /--allow-create/],
    [["completion", "--help"], /fish/],
    [["--version"], /^\d+\.\d+\.\d+\n$/],
  ])("%j", async (words, expected) => {
    const { output, exitCode, messages } = await runCommand(words);
    expect([exitCode, messages]).toEqual([0, ""]);
    expect(output).toMatch(expected);
  });

  test("has no line that a terminal of 100 columns has to break", async () => {
    const levels = [[], ...commands.map(({ resource, verb }) => [resource, verb, "--help"])];
    for (const words of levels) {
      const { output } = await runCommand(words);
      expect(output.split("\n").filter((line) => line.length > 100)).toEqual([]);
    }
  });
});

const noToken = "would show the token to every user";
test.each([
  [["avatras", "list"], "Did you mean avatars?"],
  [["frobnicate"], "There is no command frobnicate. --help lists"],
  [["hp", "creat"], "Did you mean hp create?"],
  [["hp", "destroy"], "It has create, get."],
  [["hp", "get", "1", "--wiat"], "Did you mean --wait?"],
  [["hp", "create", "--project_name", "x"], "Did you mean --project-name?"],
  [["hp", "get", "1", "--secret=hunter2"], "hp get has no flag --secret."],
  [["hp", "get"], "hp get needs JOB-ID after it."],
  [["hp", "get", "1", "2"], 'hp get takes no "2".'],
  [["hp", "get", "."], 'job_id cannot be "."'],
  [["hp", "get", ""], 'job_id cannot be ""'],
  // while status-of-other-jobs is open
  [["lipsync", "get", "1"], "no documented endpoint returns their status or their video"],
  [["slides", "get", "1"], "status-of-other-jobs"],
  // end
  [["voices", "list", "--custom"], "voices list has no flag --custom"],
  [["avatars", "list", "--public", "--custom"], "--public and --custom exclude each other"],
  [["hp", "create"], "needs a body"],
  [["hp", "create", "--file"], "--file needs a value"],
  [["hp", "create", "--file", "--yes"], "--file needs a value"],
  [["hp", "create", "--yes=1"], "--yes is a switch"],
  [["hp", "create", "--music", "--no-music"], "exclude each other"],
  [["hp", "create", "--variable-count", "2.5"], "--variable-count is no whole number"],
  [["hp", "create", "--variable-count", "1e400"], "--variable-count is no whole number"],
  [["hp", "create", "--variable-count", "9007199254740993"], "is no whole number"],
  [["hp", "create", "--project-name", "a", "--project-name", "b"], "stands there twice"],
  [["slides", "create", "--customizations", "[{"], "--customizations is no JSON"],
  [["lipsync", "create", "--model", "v9"], "--model is one of v1, v2. Did you mean v1?"],
  [["hp", "get", "1", "--output", "xml"], "one of table, json, jsonl"],
  [["hp", "get", "1", "--timeout", "5"], "--timeout has to be like 20s"],
  [["hp", "get", "1", "--timeout", "0s"], "--timeout has to be like 20s"],
  [["hp", "get", "1", "--retries", "-1"], "--retries has to be like"],
  [["hp", "get", "1", "--download", "x", "--max-size", "many"], "--max-size has to be like 500M"],
  [
    ["hp", "get", "1", "--base-url", "http://example.com"],
    "--base-url (VIDEO_GENERATION_BASE_URL)",
  ],
  [["--base-url", "https://example.com", "hp", "get"], "A command comes before its flags"],
  [["hp", "get", "1", "--token", "hunter2"], noToken],
  [["hp", "get", "1", "--token=hunter2"], noToken],
  [["--api-token=hunter2", "hp", "get", "1"], noToken],
  [["mcp", "--token=hunter2"], noToken],
  [["mcp", "--allow-creat"], "Did you mean --allow-create?"],
  [["hp", "create", "--download", "out", "--yes"], "--download has no effect without --wait"],
  [["hp", "get", "1", "--max-wait", "1m"], "--max-wait has no effect without --wait"],
  [["hp", "get", "1", "--wait", "--force"], "--force has no effect without --download"],
  [["mcp", "--base-url"], "--base-url needs a value"],
  [["mcp", "now"], 'mcp takes no "now"'],
  [["completion", "tcsh"], "completion is for bash, zsh, fish"],
])("refuses %j in words, with exit code 2, and sends nothing", async (words, message) => {
  const server = await startFaultServer({ answer: (response) => void response.end() });
  const ended = await runCommand(words, { baseUrl: server.baseUrl });
  await server.close();
  expect(ended.messages).toContain(message);
  expect([ended.exitCode, ended.output]).toEqual([2, ""]);
  expect(ended.messages).not.toContain("hunter2");
  expect(ended.messages).not.toMatch(/^ +at /m);
  expect(server.received).toEqual([]);
});

test.each([
  ["an address", { VIDEO_GENERATION_BASE_URL: "" }, /--base-url, or VIDEO_GENERATION_BASE_URL/],
  ["a token", { VIDEO_GENERATION_TOKEN: " \n" }, /set VIDEO_GENERATION_TOKEN/],
  ["a token that can be sent", { VIDEO_GENERATION_TOKEN: "a\nb" }, /VIDEO_GENERATION_TOKEN cannot/],
])("asks for %s", async (_, env, message) => {
  const { exitCode, messages } = await runCommand(["avatars", "list"], {
    env: { VIDEO_GENERATION_BASE_URL: "https://example.com", ...env },
  });
  expect(exitCode).toBe(2);
  expect(messages).toMatch(message);
});

test("a token is typed at a terminal, and taken without the spaces around it", async () => {
  const server = await startFaultServer({
    answer: (response) => void response.end('{"avatars_list":[]}'),
  });
  const ended = await runCommand(["avatars", "list"], {
    baseUrl: server.baseUrl,
    env: { VIDEO_GENERATION_TOKEN: "" },
    answers: [" typed-token "],
  });
  await server.close();
  expect(ended).toMatchObject({ exitCode: 0, questions: ["Token: "] });
  expect(server.received[0]?.authorization).toBe("Bearer typed-token");
});

test("a flag for every field makes the body that a file makes", async () => {
  const { project_name: name, data_slice_end_index: _, ...rest } = hpRequest();
  const [[list, segments]] = Object.entries(hpSegments([1, 2])) as [[string, unknown]];
  const flags = [
    ...["--file", "-", "--project-name", `${name} again`, "--data-slice-end-index", "-1"],
    ...["--no-music", `--${list}`, JSON.stringify(segments), "--dry-run"],
  ];
  const { output, exitCode } = await runCommand(["hp", "create", ...flags], {
    input: JSON.stringify(rest),
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toEqual({
    ...hpRequest(),
    project_name: `${name} again`,
    data_slice_end_index: -1,
    music: false,
    [list]: segments,
  });
});

test("fields of objects inside have flags of their own", async () => {
  const { output } = await runCommand([
    ...["lipsync", "create", "--dry-run", "--model", "v2"],
    ...["--actor.use", "avatar", "--actor.avatar-id=ada", "--actor.avatar-type", "public"],
    ...["--script.use", "audio", "--script.audio-url", "https://a.example/1"],
  ]);
  const actor = { use: "avatar", avatar_id: "ada", avatar_type: "public" };
  const script = { use: "audio", audio_url: "https://a.example/1" };
  expect(JSON.parse(output)).toEqual({ model: "v2", actor, script });
});

test("an error is a line of JSON where JSON was asked for", async () => {
  const { messages } = await runCommand(["hp", "get", "1", "--wiat", "--output=json"]);
  expect(JSON.parse(messages)).toMatchObject({ error: "usage", exitCode: 2 });
});
