/** What the command understands, what it refuses, and how it helps. */
import { describe, expect, test } from "vitest";
import type { Responder } from "../../faults/fault-server.ts";
import { hpRequest, hpSegments } from "../../../test/support/example-requests.ts";
import { absentCommands, commands } from "../../../generated/command/commands.ts";
import { operationRoutes } from "../../../generated/operations.ts";
import { baseUrlVariable, tokenVariable } from "../../../generated/policy.ts";
import { exitCodes } from "../src/errors.ts";
import { areOpen } from "../../../test/support/gaps.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runAgainst, runCommand } from "./support/run-command.ts";

describe("help", () => {
  test("lists a command for every operation, and every exit code", async () => {
    const { output, exitCode } = await runCommand(["--help"]);
    expect(exitCode).toBe(0);
    for (const { resource, verb } of commands) {
      expect(output).toContain(`\n  ${resource} `);
      expect((await runCommand([resource])).output).toContain(`\n  ${verb} `);
    }
    for (const code of Object.values(exitCodes))
      expect(output).toMatch(new RegExp(`\\b${code}\\b`));
    expect(new Set(commands.map(({ operation }) => operation))).toEqual(
      new Set(Object.keys(operationRoutes)),
    );
  });

  test.each([
    [[], /Usage: video-generation <command>/],
    [["help"], /Usage: video-generation <command>/],
    [["hp"], /hp \[options\] \[command\][^]*create[^]*get/],
    [["help", "hp", "get"], /hp get .*<job-id>[^]*GET \/api\/hp_job\/\{job_id\}[^]*--wait/],
    [
      ["hp", "create", "-h"],
      /--project-name <text>\s+Required[^]*--music[^]*--no-music[^]*--dry-run/,
    ],
    [["avatars", "list", "-h"], /GET \/api\/avatars\/custom[^]*--custom/],
    [["lipsync", "create", "-h"], /--actor\.use <text>[^]*`avatar`: a [^]*With --actor\.use/],
    [["mcp", "--help"], /--allow-create/],
    [["jobs", "--help"], /maybe started/],
    [["--version"], /^\d+\.\d+\.\d+\n$/],
  ])("%j", async (words, expected) => {
    const { output, exitCode, messages } = await runCommand(words);
    expect([exitCode, messages]).toEqual([0, ""]);
    expect(output).toMatch(expected);
  });

  test("of every command names the gaps of its body, and ends with examples that can be sent", async () => {
    for (const { resource, verb, operation, isCreate, example, bodyGaps = [] } of commands) {
      const { output } = await runCommand([resource, verb, "--help"]);
      expect(output).toMatch(/\nExamples:\n[^]*  video-generation /);
      // Of one that is closed, what the owner has said takes the place of its name.
      for (const gap of bodyGaps) expect(output).toMatch(/`[\w-]+`/.exec(gap)?.[0] ?? /Stated by/);
      if (!isCreate) continue;
      const words = [resource, verb, "--file", "-", "--dry-run"];
      expect((await runCommand(words, { input: example })).exitCode, operation).toBe(0);
    }
  });
});

const noToken = "would show the token to every user";
test.each([
  [["avatras", "list"], "Unknown command 'avatras'. Did you mean avatars?"],
  [["frobnicate"], "Unknown command 'frobnicate'. Commands: lipsync, "],
  [["frobnicate", "--help"], "Unknown command 'frobnicate'. Commands: lipsync, "],
  [["help", "hp", "frobnicate"], "Unknown command 'frobnicate'. Commands: create, get."],
  [["hp", "creat"], "Did you mean create?"],
  [["hp", "destroy"], "Unknown command 'destroy'"],
  [["hp", "get", "1", "--wiat"], "Did you mean --wait?"],
  [["hp", "create", "--project_name", "x"], "Did you mean --project-name?"],
  [["hp", "get", "1", "--secret=hunter2"], "Unknown option '--secret=…'"],
  [["hp", "get"], "Missing required argument 'job-id'"],
  [["hp", "get", "1", "2"], "Too many arguments for 'get'"],
  [["hp", "get", "."], "job_id must be an identifier"],
  [["hp", "get", ""], "job_id must be an identifier"],
  [["hp", "get", "\ud800"], "job_id must be"],
  ...absentCommands.map(({ resource, verb, gap }) => [[resource, verb, "1", "-h"], gap] as const),
  ...(areOpen("custom-voices-endpoint")
    ? [[["voices", "list", "--custom"], "Unknown option '--custom'"] as const]
    : []),
  [["avatars", "list", "--public", "--custom"], "'--public' cannot be used with option '--custom'"],
  [["hp", "create"], "needs a body"],
  [["hp", "create", "--file"], "argument missing"],
  [["hp", "create", "--file", "--yes"], "a value is missing"],
  [["hp", "create", "--yes=1"], "Unknown option '--yes=…'"],
  [["hp", "create", "--variable-count", "2.5"], "It must be a whole number."],
  [["hp", "create", "--variable-count", "1e400"], "It must be a whole number."],
  [["hp", "create", "--variable-count", "9007199254740993"], "It must be a whole number."],
  [["slides", "create", "--customizations", "[{"], "It must be JSON."],
  [["lipsync", "create", "--model", "v9"], "Allowed choices are v1, v2."],
  [["hp", "get", "1", "--format", "xml"], "Allowed choices are json, jsonl."],
  [["hp", "get", "1", "--timeout", "5"], "It must be like 20s or 5m."],
  [["hp", "get", "1", "--timeout", "0s"], "It must be like 20s or 5m."],
  [["hp", "get", "1", "--retries", "-1"], "It must be like 0 or 3."],
  [["hp", "get", "1", "--base-url", "http://a.example"], "--base-url (VIDEO_GENERATION_BASE_URL)"],
  [["--base-url", "https://example.com", "hp", "get"], "Unknown option '--base-url'"],
  [["hp", "get", "1", "--token", "hunter2"], noToken],
  [["hp", "get", "1", "--token=hunter2"], noToken],
  [["--api-token=hunter2", "hp", "get", "1"], noToken],
  [["mcp", "--token=hunter2"], noToken],
  [["hp", "get", "1", "--token-file", "/nowhere"], "--token-file /nowhere cannot be read: ENOENT."],
  [["hp", "get", "1", "--token-file", "/dev/null"], "--token-file /dev/null is empty."],
  [["mcp", "--allow-creat"], "Did you mean --allow-create?"],
  [["mcp", "--base-url"], "argument missing"],
  [["mcp", "now"], "Too many arguments for 'mcp'"],
  [["voices", "list", "--header", "hunter2"], '"Name: value", or @file'],
  [["voices", "list", "--header", "x: hunter2\u00e9"], '"Name: value", or @file'],
  [["voices", "list", "--header", "authorization: hunter2"], "cannot set Authorization"],
  [["voices", "list", "--token-file", "/dev/zero"], "/dev/zero is larger than 65536 bytes"],
  [["voices", "list", "--token-file", "/"], "--token-file / cannot be read: EISDIR"],
  [["voices", "list"], `--base-url, or ${baseUrlVariable}.`, { [baseUrlVariable]: "" }],
  [["voices", "list"], `set ${tokenVariable}`, { [tokenVariable]: " \n" }],
  [
    ["voices", "list"],
    `The token (${tokenVariable}) is empty or cannot be sent`,
    { [tokenVariable]: "a\nb" },
  ],
] as [string[], string, Record<string, string>?][])(
  "refuses %j in words, with exit code 2, and sends nothing",
  async (words, message, env = {}) => {
    const ended = await runAgainst((response) => void response.end(), words, { env });
    expect(ended.messages).toContain(message);
    expect([ended.exitCode, ended.output]).toEqual([2, ""]);
    expect(ended.messages).not.toContain("hunter2");
    expect(ended.messages).not.toMatch(/^ +at /m);
    expect(ended.received).toEqual([]);
  },
);

test("a token is taken from a file, without the spaces around it", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("token", " token-of-the-file\n");
  const list: Responder = (response) => response.end('{"avatars_list":[]}');
  const { received } = await runAgainst(list, ["avatars", "list", "--token-file", file]);
  expect(received[0]?.authorization).toBe("Bearer token-of-the-file");
  await folder.write("token", "\0of\0another\0coding");
  const { messages } = await runAgainst(list, ["avatars", "list", "--token-file", file]);
  expect(messages).toContain(`The token (${file}) is empty or cannot be sent`);
});

test("headers are sent, from flags and from lines of a file", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("headers", "X-Key: of a file\n\nx-zone:eu \n");
  const headers: object[] = [];
  const list: Responder = (response) => {
    headers.push(response.req.headers);
    response.end('{"avatars_list":[]}');
  };
  const words = ["avatars", "list", "--header", "X-Trace: a:b", "--header", `@${file}`];
  expect((await runAgainst(list, words)).exitCode).toBe(0);
  expect(headers).toMatchObject([{ "x-trace": "a:b", "x-key": "of a file", "x-zone": "eu" }]);
});

test("a flag for every field makes the body that a file makes", async () => {
  const { project_name: name, data_slice_end_index: shown, ...rest } = hpRequest();
  const [[list, segments]] = Object.entries(hpSegments([1, 2])) as [[string, unknown]];
  const end = areOpen("data-slice-rows") ? -1 : shown + 1;
  const flags = [
    ...["--file", "-", "--project-name", `${name} again`, "--data-slice-end-index", `${end}`],
    ...["--no-music", `--${list}`, JSON.stringify(segments), "--dry-run"],
  ];
  const { output, exitCode } = await runCommand(["hp", "create", ...flags], {
    input: JSON.stringify(rest),
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toEqual({
    ...hpRequest(),
    project_name: `${name} again`,
    data_slice_end_index: end,
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
  for (const format of ["--format=json", "--format=jsonl", "--format json", "--format jsonl"]) {
    const words = ["hp", "get", "1", "--wiat", ...format.split(" ")];
    const { messages } = await runCommand(words);
    expect(JSON.parse(messages), format).toMatchObject({ error: "usage", exitCode: 2 });
  }
});
