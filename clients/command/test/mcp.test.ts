/** The tools, as an agent's own client meets them over standard input and output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands } from "../../../generated/command/commands.ts";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import { hpRequest, lipsyncRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runCommand } from "./support/run-command.ts";
import { areOpen, doneStatus, videosOf } from "../../../test/support/gaps.ts";
import {
  type FaultServer,
  type Responder,
  refusingUrl,
  sendJson,
  startFaultServer,
} from "../../faults/fault-server.ts";

const cli = join(import.meta.dirname, "../src/cli.ts");
const token = "secret-token-of-an-agent";

interface Session {
  client: Client;
  /** What the server has written to its standard error. */
  messages(): string;
}

let sessions: Session[] = [];
afterEach(async () => {
  await Promise.all(sessions.map(({ client }) => client.close()));
  sessions = [];
});

const home = await temporaryFolder();
afterAll(() => home.remove());

async function open(baseUrl: string, ...words: string[]): Promise<Session> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp", ...words],
    env: {
      VIDEO_GENERATION_BASE_URL: baseUrl,
      VIDEO_GENERATION_TOKEN: token,
      XDG_STATE_HOME: home.path,
      HOME: home.path,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    },
    stderr: "pipe",
  });
  let messages = "";
  transport.stderr?.on("data", (part: Buffer) => (messages += part.toString()));
  const client = new Client({ name: "test", version: "1" });
  // Whatever is no message of the protocol ends up here.
  client.onerror = (error) => (messages += `protocol error: ${error.message}`);
  await client.connect(transport);
  return { client, messages: () => messages };
}

/** For one test. */
async function connect(baseUrl: string, ...words: string[]): Promise<Session> {
  const session = await open(baseUrl, ...words);
  sessions.push(session);
  return session;
}

/** The server without a client: what is written to it are lines. */
const start = (baseUrl: string) =>
  spawn(process.execPath, [cli, "mcp", "--allow-create", "--base-url", baseUrl], {
    env: { ...process.env, VIDEO_GENERATION_TOKEN: token, XDG_STATE_HOME: home.path },
    stdio: "pipe",
  });
const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const initialize =
  line({
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    },
  }) + line({ method: "notifications/initialized" });

async function call({ client }: Session, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as unknown as [{ text: string }];
  return { isError, text };
}

describe("against the emulator", () => {
  let emulator: Emulator;
  let session: Session;
  beforeAll(async () => {
    emulator = await createEmulator({ seed: 1, renderMs: 50, token });
    session = await open(emulator.url, "--allow-create");
  });
  afterAll(async () => {
    await session.client.close();
    await emulator.close();
  });

  test("offers what reads, and nothing that costs", async () => {
    const session = await connect(emulator.url);
    const { tools } = await session.client.listTools();
    const reads = commands.filter(({ isCreate }) => !isCreate).length;
    expect(tools).toHaveLength(reads + 2);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(session.client.getInstructions()).toContain("--allow-create");
    const refused = await session.client
      .callTool({ name: "create_hp_job", arguments: hpRequest() })
      .then(
        ({ isError }) => isError,
        () => true,
      );
    expect(refused).toBe(true);
    expect(emulator.requests()).toEqual([]);
  });

  test("describes all of them in at most 1.6 KB each, with the gaps that cost", async () => {
    const { client } = session;
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(commands.length + 2);
    const size = Buffer.byteLength(JSON.stringify(tools)) + (client.getInstructions()?.length ?? 0);
    // What an owner says stands in the place of a shorter advice.
    expect(size).toBeLessThanOrEqual((areOpen("job-status-values") ? 1600 : 2000) * tools.length);
    const create = tools.find(({ name }) => name === "create_lipsync_video")!;
    expect(create.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: false });
    const [cost, idempotency] = ["status-of-other-jobs", "create-idempotency"] as const;
    expect(create.description?.includes(cost)).toBe(areOpen(cost));
    for (const { name, description } of tools) {
      const isCreate = name.startsWith("create_");
      expect(/Do not call .* cost money; look with list_started_jobs/.test(description!)).toBe(
        isCreate,
      );
      if (!isCreate) expect(description).not.toContain(cost);
    }
    expect(Object.keys(create.inputSchema["$defs"] as object)).not.toContain("HpSegment");
    expect(client.getInstructions()?.includes(idempotency)).toBe(areOpen(idempotency));
  });

  test("gives each argument its type in place, for hosts that follow no reference", async () => {
    const { tools } = await session.client.listTools();
    for (const { name, inputSchema } of tools) {
      const definitions = Object.values(inputSchema["$defs"] ?? {}) as (typeof inputSchema)[];
      for (const { properties = {} } of [inputSchema, ...definitions])
        for (const [argument, schema] of Object.entries(properties as Record<string, object>))
          if ("$ref" in schema) expect.soft(schema, `${name}: ${argument}`).toHaveProperty("type");
    }
    const { inputSchema } = tools.find((tool) => tool.name === "create_hp_job")!;
    expect(inputSchema.properties).toMatchObject({
      data_slice_start_index: { type: "integer", description: expect.stringContaining("slice") },
    });
  });

  test("creates a job, waits for it, and lists", async () => {
    const receipt = JSON.parse((await call(session, "create_hp_job", { ...hpRequest() })).text);
    expect(session.messages()).toContain(`The job was created: ${receipt.job_id}`);
    const waited = await call(session, "wait_for_hp_job", { job_id: receipt.job_id });
    expect(JSON.parse(waited.text)).toMatchObject({ status: doneStatus });
    const read = await call(session, "get_hp_job", { job_id: receipt.job_id });
    expect(JSON.parse(read.text).job_id).toBe(receipt.job_id);
    const lipsync = await call(session, "create_lipsync_video", { ...lipsyncRequest() });
    expect(JSON.parse(lipsync.text).input).toEqual(lipsyncRequest());
    const avatars = await call(session, "list_custom_avatars");
    expect(JSON.parse(avatars.text).avatars_list).not.toEqual([]);
    if (areOpen("avatar-fields")) expect(avatars.text).toContain("Mara");
    expect(session.messages()).not.toContain("protocol error");
  });

  test("saves the videos of a job where it was started to, and goes on when it is asked again", async () => {
    await using folder = await temporaryFolder();
    const out = join(folder.path, "out");
    const session = await connect(emulator.url, "--allow-create", "--download", out);
    const { tools } = await session.client.listTools();
    const hints = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
    for (const [name, idempotentHint] of [
      ["save_videos", true],
      ["create_hp_job", false],
    ] as const) {
      const found = tools.find((tool) => tool.name === name);
      expect(found?.annotations).toEqual({ ...hints, idempotentHint });
    }
    const { job_id } = JSON.parse((await call(session, "create_hp_job", { ...hpRequest() })).text);
    await call(session, "wait_for_hp_job", { job_id });
    const { isError, text } = await call(session, "save_videos", { job_id });
    const rows = [1, 2, 3].slice(0, await videosOf(3, emulator));
    const files = rows.map((row) => `${job_id}-${row}.mp4`);
    expect([isError, await readdir(out)]).toEqual([false, files]);
    const { saved } = JSON.parse(text);
    expect(saved.map(({ path }: { path: string }) => path)).toEqual(
      files.map((name) => join(out, name)),
    );
    const again = JSON.parse((await call(session, "save_videos", { job_id })).text);
    expect(again.saved[0]).toMatchObject({ wasThere: true });
    const unknown = await call(session, "save_videos", { job_id: "unknown" });
    expect([unknown.isError, JSON.parse(unknown.text).error]).toEqual([true, "api"]);
  });

  test("without receipts there is no list, and no tool names it", async () => {
    const { client } = await connect(emulator.url, "--allow-create", "--no-receipts");
    expect(JSON.stringify(await client.listTools())).not.toContain("list_started_jobs");
  });

  test.each([
    [
      "an unknown field",
      "list_public_voices",
      { colour: "red" },
      "colour: No field is known here. Remove it.",
    ],
    [
      "a long wait",
      "wait_for_hp_job",
      { job_id: "1", max_seconds: 3600 },
      "max_seconds: Expected a number <= ",
    ],
    [
      "lost digits",
      "create_hp_job",
      { ...hpRequest(), variable_count: 2 ** 62 },
      // An owner may have said how many there are at most.
      areOpen("variable-count-bounds")
        ? "An argument of create_hp_job holds the number 4611686018427388000, which JSON cannot carry exactly."
        : "variable_count",
    ],
    ["an identifier that leads elsewhere", "get_hp_job", { job_id: ".." }, "job"],
  ])("refuses %s before anything is sent", async (_, name, args, reason) => {
    const before = emulator.requests().length;
    const { isError, text } = await call(session, name, args);
    expect([isError, text]).toEqual([true, expect.stringContaining(reason)]);
    expect(emulator.requests()).toHaveLength(before);
  });
});

describe("against a server that fails", () => {
  const against = async (respond: Responder, name: string, args: Record<string, unknown>) => {
    const server = await startFaultServer({ respond });
    const session = await connect(server.baseUrl, "--allow-create");
    const result = await call(session, name, args);
    await server.close();
    return { ...result, messages: session.messages(), received: server.received };
  };

  test("an error is reported with all that is known, without the token", async () => {
    const respond: Responder = (response) => sendJson(response, { echo: token }, 500);
    const { isError, text, received } = await against(respond, "create_hp_job", { ...hpRequest() });
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      error: "api",
      status: 500,
      sent: "yes",
      mayHaveStarted: true,
      advice: expect.stringMatching(/^Do not call .* list_started_jobs, and tell the user/),
      body: { echo: "[redacted]" },
    });
    expect(received).toHaveLength(1);
  });

  describe("a host that gives up on a create", () => {
    const create = { name: "create_hp_job", arguments: { ...hpRequest() } };
    let responses: (() => void)[];
    let server: FaultServer;
    let session: Session;
    beforeEach(async () => {
      responses = [];
      server = await startFaultServer({
        respond: (response, count) => {
          responses.push(() => sendJson(response, { job_id: `job-${count}`, status: "rendering" }));
        },
      });
      session = await connect(server.baseUrl, "--allow-create");
      // A host's own limit cancels in the same way. Here it ends once the create has been sent, however slow this machine is.
      const limit = new AbortController();
      const given = session.client.callTool(create, { signal: limit.signal });
      await expect.poll(() => responses.length, { timeout: 30_000 }).toBe(1);
      limit.abort(new Error("gave up"));
      await expect(given).rejects.toThrow("gave up");
    });
    afterEach(() => server.close());

    const listed = async () =>
      (JSON.parse((await call(session, "list_started_jobs")).text) as { jobs: object[] }).jobs;

    test("finds the job on the list, without a response and with it", async () => {
      expect(await listed()).toMatchObject([{ state: "maybe started" }]);
      responses[0]!();
      await expect.poll(session.messages).toContain("The job was created: job-1");
      expect(await listed()).toMatchObject([{ state: "created", job_id: "job-1" }]);
    });

    test.each(["before", "after"])(
      "and asks again %s the response came gets the same job, and then another one",
      async (when) => {
        if (when === "after") {
          responses[0]!();
          await expect.poll(session.messages).toContain("job-1");
        }
        // An agent may write the fields in another order.
        const fields = Object.fromEntries(Object.entries(hpRequest()).reverse());
        const again = call(session, "create_hp_job", fields);
        // The server has the call when it responds to what came after.
        await session.client.listTools();
        if (when === "before") responses[0]!();
        expect(JSON.parse((await again).text)).toMatchObject({ job_id: "job-1" });
        expect(server.received).toHaveLength(1);
        const next = call(session, "create_hp_job", fields);
        await expect.poll(() => responses.length).toBe(2);
        responses[1]!();
        expect(JSON.parse((await next).text)).toMatchObject({ job_id: "job-2" });
      },
    );

    test("and waits longer for what tells that it goes on gets the job", async () => {
      const other = { ...create, arguments: { ...hpRequest(), project_name: "other" } };
      const seen: string[] = [];
      const onprogress = ({ message = "" }) => {
        seen.push(message);
        responses[1]!();
      };
      const options = { onprogress, timeout: 30_000, resetTimeoutOnProgress: true };
      const { content } = await session.client.callTool(other, options);
      expect(JSON.stringify(content)).toContain("job-2");
      expect(seen).toEqual([expect.stringMatching(/^Create an HP job \(3 s\)$/)]);
    });
  });

  test.each(["goes", "cancels"])(
    "a job that is created after the agent %s is reported on the standard error",
    async (how) => {
      let respondNow = () => {};
      const server = await startFaultServer({
        respond: (response) => {
          respondNow = () => sendJson(response, { job_id: "job-9", status: "rendering" });
        },
      });
      const { client, messages } = await connect(server.baseUrl, "--allow-create");
      const cancelling = new AbortController();
      const create = { name: "create_hp_job", arguments: { ...hpRequest() } };
      const created = client.callTool(create, { signal: cancelling.signal }).catch(() => {});
      await expect.poll(() => server.received.length).toBe(1);
      const ended = how === "goes" ? client.close() : created;
      if (how === "cancels") {
        cancelling.abort();
        // The server has heard of it when it responds to what came after.
        await client.listTools();
      }
      respondNow();
      await ended;
      await expect.poll(messages).toBe("The job was created: job-9\n");
      await server.close();
    },
  );

  test("SIGTERM during a create leaves it on the list of jobs", async () => {
    const server = await startFaultServer({ respond: () => {} });
    const child = start(server.baseUrl);
    const args = { name: "create_hp_job", arguments: hpRequest() };
    child.stdin.write(initialize + line({ id: 1, method: "tools/call", params: args }));
    await expect.poll(() => server.received.length, { timeout: 30_000 }).toBe(1);
    child.kill("SIGTERM");
    expect((await once(child, "close"))[0]).toBe(143);
    await server.close();
    const env = { XDG_STATE_HOME: home.path };
    const { output } = await runCommand(["jobs", "--format", "json"], { env });
    const unclear = { state: "maybe started", base_url: server.baseUrl };
    expect(JSON.parse(output)).toMatchObject({
      jobs: expect.arrayContaining([expect.objectContaining(unclear)]),
    });
  }, 60_000);

  // JSON may hold what other texts break lines at.
  const ping = line({ id: 1, method: "ping", params: { note: "\u2028" } });
  const message = "The line is no message of JSON-RPC 2.0: send an object with jsonrpc and method.";
  const error = { code: -32600, message };
  test.each<[what: string, input: string, responses: object[]]>([
    ["no message", "", []],
    [
      "what is none",
      `{\n[]\n\n${initialize}${ping}`,
      [{ error }, { id: 0 }, { id: 1, result: {} }],
    ],
  ])("%s in the input stops nothing, and its end is no failure", async (_, input, expected) => {
    const child = start(refusingUrl);
    const said = text(child.stderr);
    let received = "";
    child.stdout.on("data", (part: Buffer) => (received += part.toString()));
    child.stdin.write(input);
    const responses = () =>
      received
        .split("\n")
        .filter(Boolean)
        .map((each) => JSON.parse(each));
    await expect.poll(() => responses().length, { timeout: 30_000 }).toBe(expected.length);
    child.stdin.end();
    expect([(await once(child, "close"))[0], await said]).toEqual([0, ""]);
    expect(responses()).toMatchObject(expected);
  });

  test("a call that was told of now and then keeps nobody from ending", async () => {
    const server = await startFaultServer({
      respond: (response) => sendJson(response, { job_id: "job-1", status: "rendering" }),
    });
    const child = start(server.baseUrl);
    const params = {
      name: "get_hp_job",
      arguments: { job_id: "job-1" },
      _meta: { progressToken: 1 },
    };
    child.stdin.write(initialize + line({ id: 1, method: "tools/call", params }));
    let received = "";
    child.stdout.on("data", (part: Buffer) => (received += part.toString()));
    await expect.poll(() => received, { timeout: 30_000 }).toContain('"id":1');
    child.stdin.end();
    expect((await once(child, "close"))[0]).toBe(0);
    await server.close();
  }, 60_000);

  test("a wait that is over gives the last poll", async () => {
    const job = { job_id: "job-1", status: "rendering" };
    const args = { job_id: "job-1", max_seconds: 3 };
    const { isError, text } = await against(
      (response) => sendJson(response, job),
      "wait_for_hp_job",
      args,
    );
    expect([isError, JSON.parse(text)]).toEqual([false, job]);
  });

  test.each<[string, string]>([
    ["nested 5,000 deep", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
    ["nested 200,000 deep, which is cut", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["with a text that is cut, and says so", JSON.stringify("x".repeat(100_000))],
  ])("a receipt %s is a success that has the identifier", async (_, output) => {
    const { isError, text, messages } = await against(
      (response) => response.end(`{"status":"rendering","output":${output},"job_id":"job-77"}`),
      "create_hp_job",
      { ...hpRequest() },
    );
    expect(isError).toBe(false);
    expect(text).toContain('"job_id":"job-77"');
    expect(text.length).toBeLessThan(51_000);
    expect(text.includes("(cut: ")).toBe(output.length > 50_000);
    expect(messages).toContain("The job was created: job-77");
  });

  test("what an agent gets is cut above 50,000 letters, and then says so", async () => {
    let status: number;
    let note: string;
    const server = await startFaultServer({
      respond: (response) => sendJson(response, { job_id: "job-77", status: "", note }, status),
    });
    const session = await connect(server.baseUrl, "--allow-create");
    const kinds: [what: string, tool: string, args: object, status: number, first: string][] = [
      ["a success", "get_hp_job", { job_id: "job-77" }, 200, '{"job_id":"job-77"}\n'],
      ["a create", "create_hp_job", hpRequest(), 200, '{"job_id":"job-77"}\n'],
      ["an error", "get_hp_job", { job_id: "job-77" }, 404, ""],
      ["an error of a create", "create_hp_job", hpRequest(), 500, ""],
    ];
    for (const [what, tool, args, code, first] of kinds) {
      const textOf = async (letters: number) => {
        [status, note] = [code, "x".repeat(letters)];
        return (await call(session, tool, { ...args })).text;
      };
      const short = await textOf(1_000);
      const long = (letters: number) =>
        short.replace("x".repeat(1_000), "x".repeat(1_000 + letters - short.length));
      for (const letters of [49_999, 50_000, 50_001, 60_000]) {
        const text = await textOf(1_000 + letters - short.length);
        const cut = `${first}${long(letters).slice(0, 50_000)}\n(cut: ${letters} letters in all)`;
        const expected = letters <= 50_000 ? long(letters) : cut;
        expect(text === expected, `${what} of ${letters} letters: ${text.slice(-60)}`).toBe(true);
      }
    }
    await server.close();
  });

  test("numbers come as they were sent, a token does not, and invisible letters are shown", async () => {
    const escaped = `\\u0073${token.slice(1)}`;
    const hidden = String.fromCodePoint(0xe0069, 0xe0067, 0x200b);
    const numbers = '"big":9007199254740993123,"huge":1e400,"one":1.0';
    const { text } = await against(
      (response) =>
        response.end(
          `{"job_id":"j","status":"","echo":"${escaped}","note":"hi${hidden}",${numbers}}`,
        ),
      "get_hp_job",
      { job_id: "j" },
    );
    const shown = "hi\\udb40\\udc69\\udb40\\udc67\\u200b";
    expect(text).toBe(
      `{"job_id":"j","status":"","echo":"[redacted]","note":"${shown}",${numbers}}`,
    );
  });
});
