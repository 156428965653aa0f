/** Each option that `--help` names, at its main use: what it changes, and what holds without it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { commands } from "../../../generated/command/commands.ts";
import { inputSchemas } from "../../../generated/command/schemas.ts";
import { optionsOf } from "../../../test/support/command.ts";
import { doneStatus } from "../../../test/support/gaps.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import {
  type Responder,
  refusingUrl,
  sendJson,
  startFaultServer,
} from "../../faults/fault-server.ts";
import { serveMcp } from "../src/mcp.ts";
import { parseDuration } from "../src/quantities.ts";
import { type RunOptions, runAgainst, runCommand } from "./support/run-command.ts";

/** An agent that calls one tool, and goes. */
vi.mock("../src/mcp.ts", () => ({
  serveMcp: vi.fn<typeof serveMcp>(({ connection }) =>
    connection.client.listPublicVoices().then(() => 0),
  ),
}));

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** A call of each command, which sends one request where all is well. */
const calls: Record<string, { words: string[]; input?: string; isCreate?: boolean }> = {
  ...Object.fromEntries(
    commands
      .filter(({ variant }) => variant === undefined || variant === "public")
      .map(({ resource, verb, isCreate, example, parameters }) => [
        `${resource} ${verb}`,
        isCreate
          ? {
              words: [resource, verb, "--file", "-", "--yes", "--no-receipts"],
              ...{ input: example, isCreate },
            }
          : { words: [resource, verb, ...parameters.map(() => "job-1")] },
      ]),
  ),
  mcp: { words: ["mcp"] },
};

const items = [{ id: "1" }, { id: "2" }];
const done: Responder = (response) =>
  sendJson(response, {
    ...{ job_id: "job-1", status: doneStatus, output: {} },
    ...{ voices_list: items, avatars_list: items },
  });
const busy: Responder = (response) => sendJson(response, {}, 503);
const hang: Responder = () => {};

/** How a call with an option goes. */
interface Outcome {
  exitCode: number;
  messages: string;
  received: { authorization: string | undefined; path: string }[];
  headers: Record<string, unknown>[];
}

/** An option of the connection: what the service does, the option in use, and what has to come of it. */
interface ConnectionCase {
  respond?: Responder;
  words: (serverUrl: string) => string[];
  options?: (serverUrl: string) => RunOptions;
  expects: (outcome: Outcome, isCreate: boolean) => void;
}

const connectionOptions: Record<string, ConnectionCase> = {
  "--base-url": {
    words: (url) => ["--base-url", url],
    options: () => ({ baseUrl: refusingUrl }),
    expects: ({ received }) => expect(received, "instead of the variable").toHaveLength(1),
  },
  "--token-file": {
    words: () => ["--token-file", join(folder.path, "token")],
    expects: ({ received }) => expect(received[0]?.authorization).toBe("Bearer of-the-file"),
  },
  "--header": {
    words: () => ["--header", "x-one: 1", "--header", `@${join(folder.path, "headers")}`],
    expects: ({ headers }) => expect(headers).toMatchObject([{ "x-one": "1", "x-two": "2" }]),
  },
  "--allow-plain-http": {
    words: () => ["--allow-plain-http"],
    options: (url) => ({ baseUrl: "http://service.test", env: { HTTP_PROXY: url } }),
    expects: ({ received }) =>
      expect(received[0]?.path, "through the proxy").toMatch(/^http:\/\/service\.test\/api\//),
  },
  "--timeout": {
    respond: hang,
    words: () => ["--timeout", "30ms", "--retries", "0"],
    expects: ({ messages }) => expect(messages).toContain("passed --timeout of 0.03s"),
  },
  "--deadline": {
    respond: hang,
    words: () => ["--deadline", "30ms"],
    expects: ({ messages }) => expect(messages).toContain("passed --deadline of 0.03s"),
  },
  "--retries": {
    respond: busy,
    words: () => ["--retries", "1", "--verbose"],
    expects({ received, messages }, isCreate) {
      expect(received, "a create is sent once").toHaveLength(isCreate ? 1 : 2);
      // When it is sent again is said where all is said.
      expect(/^ {2}again in \d+ ms$/m.test(messages)).toBe(!isCreate);
    },
  },
  "--verbose": {
    words: () => ["--verbose"],
    expects: ({ messages }) =>
      expect(messages).toMatch(/^> (GET|POST) http\S+ \(attempt 1\)\n< 200 in \d+ ms\n/),
  },
};

describe.each(Object.entries(calls))("%s", (_, { words: call, input = "", isCreate = false }) => {
  test.each(Object.entries(connectionOptions))("with %s", async (option, each) => {
    await folder.write("token", "of-the-file");
    await folder.write("headers", "x-two: 2");
    const headers: Outcome["headers"] = [];
    const server = await startFaultServer({
      respond(response, count, request) {
        headers.push(response.req.headers);
        (each.respond ?? done)(response, count, request);
      },
    });
    const run = (words: string[]) =>
      runCommand([...call, ...words], {
        ...{ baseUrl: server.baseUrl, input },
        ...each.options?.(server.baseUrl),
      });
    const { exitCode, messages } = await run(each.words(server.baseUrl));
    await server.close();
    each.expects({ exitCode, messages, headers, received: server.received }, isCreate);
    expect(messages, option).not.toContain("defect");
  });
});

/** An option of a create: beside a body, what comes of it. The first is there in all of them. */
const createOptions: Record<
  string,
  {
    words: string[];
    requests: number;
    kept?: number;
    input?: string;
    exitCode?: number;
    says?: RegExp;
  }
> = {
  "--file": { words: [], requests: 0, exitCode: 2, says: /nobody can be asked. Add --yes/ },
  "--yes": { words: ["--yes"], requests: 1, kept: 1 },
  "--schema": { words: ["--schema", "--yes"], requests: 0, says: /^\{\n[^]*"properties": \{/ },
  "--dry-run": {
    words: ["--dry-run", "--yes"],
    requests: 0,
    says: /^The body .*\. Nothing was sent/m,
  },
  "--no-check": { words: ["--yes", "--no-check"], input: "newer: 1", requests: 1, kept: 1 },
  "without --no-check": {
    words: ["--yes"],
    ...{ input: "newer: 1", requests: 0, exitCode: 2, says: /does not match the contract/ },
  },
  "--receipts": { words: ["--yes", "--receipts", folder.path], requests: 1 },
  "--no-receipts": { words: ["--yes", "--no-receipts"], requests: 1 },
};

describe.each(commands.filter(({ isCreate }) => isCreate))(
  "$resource create",
  ({ resource, verb, example }) => {
    test.each(Object.entries(createOptions))("with %s", async (option, each) => {
      const { words, requests, kept = 0, input = example, exitCode = 0, says = /./ } = each;
      await using home = await temporaryFolder();
      const env = { XDG_STATE_HOME: home.path };
      const create = [resource, verb, "--file", "-", ...words];
      const ended = await runAgainst(done, create, { input, env });
      expect(ended.output + ended.messages, option).toMatch(says);
      expect([ended.exitCode, ended.received.length]).toEqual([exitCode, requests]);
      for (const { body } of ended.received) expect(JSON.parse(body)).toEqual(parse(input));
      const { output } = await runCommand(["jobs"], { env });
      expect(JSON.parse(output).jobs, "receipts in the usual place").toHaveLength(kept);
    });
  },
);

/** An option of a wait or a download: how often a job is read that is pending at first. */
const waitOptions: Record<string, { words: string[]; requests: number }> = {
  none: { words: [], requests: 1 },
  "--wait": { words: ["--wait"], requests: 2 },
  "--max-wait": { words: ["--max-wait", "20s"], requests: 2 },
  "--interval": { words: ["--interval", "1ms"], requests: 2 },
  "--pending": { words: ["--pending", "queued"], requests: 2 },
  "--download": { words: ["--download", join(folder.path, "out")], requests: 1 },
  "--only": { words: ["--only", "1.mp4"], requests: 1 },
  "--force": { words: ["--force"], requests: 1 },
};

test.each(Object.entries(waitOptions))("hp get with %s", async (option, { words, requests }) => {
  const respond: Responder = (response, count) =>
    sendJson(response, { job_id: "job-1", status: count === 1 ? "rendering" : doneStatus });
  const pause = requests === 1 ? [] : ["--interval", "1ms"];
  const { received } = await runAgainst(respond, ["hp", "get", "job-1", ...words, ...pause]);
  expect(received, `requests with ${option}`).toHaveLength(requests);
});

/** An option of the server for agents: what it serves. */
const mcpOptions: Record<string, { words: string[]; serves: object }> = {
  none: { words: [], serves: { allowsCreate: false, downloads: undefined } },
  "--allow-create": { words: ["--allow-create"], serves: { allowsCreate: true } },
  "--download": { words: ["--download", folder.path], serves: { downloads: folder.path } },
  "--receipts": {
    words: ["--receipts", folder.path],
    serves: { receipts: join(folder.path, "jobs.jsonl") },
  },
  "--no-receipts": { words: ["--no-receipts"], serves: { receipts: undefined } },
};

test.each(Object.entries(mcpOptions))("mcp with %s", async (_, { words, serves }) => {
  const { exitCode, output } = await runAgainst(done, ["mcp", ...words]);
  expect(vi.mocked(serveMcp).mock.lastCall?.[0]).toMatchObject(serves);
  expect([exitCode, output]).toEqual([0, ""]);
});

const printing = Object.entries(calls).filter(([name]) => name !== "mcp");
test.each(printing)("%s prints as --format says", async (name, { words, input = "" }) => {
  const printed = async (...format: string[]) =>
    (await runAgainst(done, [...words, ...format], { input })).output;
  const [usual, json] = [await printed(), await printed("--format", "json")];
  expect(usual).toMatch(/^\{\n {2}"/);
  expect(json).toBe(usual);
  const lines = (await printed("--format", "jsonl")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toHaveLength(name.endsWith(" list") ? 2 : 1);
});

test.each([...Object.keys(calls), "jobs"])("every option of %s has a row", async (name) => {
  const { output } = await runCommand([...name.split(" "), "--help"]);
  const shown = optionsOf(output);
  const own = commands.filter(({ resource, verb }) => name === `${resource} ${verb}`);
  const fields = own.flatMap(({ flags = [], variant }) => [
    ...flags.flatMap((flag) => [`--${flag.name}`, `--no-${flag.name}`]),
    ...(variant ? [`--${variant}`] : []),
  ]);
  const rows = [
    ...(name === "jobs" ? ["--receipts"] : Object.keys(connectionOptions)),
    ...(name === "mcp" ? Object.keys(mcpOptions) : ["--format"]),
    ...(calls[name]?.isCreate ? Object.keys(createOptions) : []),
    ...(name.startsWith("hp ") ? Object.keys(waitOptions) : []),
  ];
  const known = [...fields, ...rows, "--help"];
  expect(shown.filter((option) => !known.includes(option))).toEqual([]);
});

describe("without the option, what its help names holds:", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** Runs a command by a clock that goes from timer to timer. Says when each request was sent, and when the command ended. */
  async function runByClock(words: string[], input: string, respond: () => object | undefined) {
    const sentMs: number[] = [];
    vi.stubGlobal("fetch", (_: unknown, { signal }: { signal?: AbortSignal } = {}) => {
      sentMs.push(performance.now());
      const body = respond();
      if (body) return Promise.resolve(Response.json(body));
      return new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    });
    const startMs = performance.now();
    let endMs = NaN;
    const running = runCommand(words, { baseUrl: "https://service.example", input });
    void running.finally(() => (endMs = performance.now()));
    while (Number.isNaN(endMs)) {
      await vi.advanceTimersToNextTimerAsync();
      await setImmediate();
    }
    const seconds = (ms: number) => Math.round(ms - startMs) / 1000;
    return { ...(await running), sent: sentMs.map(seconds), ended: seconds(endMs) };
  }

  /** The default that the help of an option names, in seconds where it is a duration. */
  async function defaultOf(command: string[], option: string, lead = "Default: "): Promise<number> {
    const { output } = await runCommand([...command, "--help"]);
    const [, rest = ""] = output.replace(/\s+/g, " ").split(` ${option} <`);
    // Up to the option behind it.
    const [help = ""] = rest.split(" --");
    const [, written = ""] = new RegExp(`${lead}([\\w]+)`).exec(help) ?? [];
    return /^\d+$/.test(written) ? Number(written) : parseDuration(written)! / 1000;
  }

  const pending = () => ({ job_id: "job-1", status: "rendering" });
  const wait = ["hp", "get", "job-1", "--wait"];

  test("--max-wait", async () => {
    const { ended, exitCode, messages } = await runByClock(wait, "", pending);
    const limit = await defaultOf(["hp", "get"], "--max-wait");
    expect(messages).toContain(`passed --max-wait of ${limit}s`);
    // Where the next poll would come too late, nobody waits for it.
    expect([exitCode, ended > limit - 60, ended <= limit]).toEqual([6, true, true]);
  });

  test("--interval, and with it the pause that it names", async () => {
    const { sent } = await runByClock([...wait, "--max-wait", "1m"], "", pending);
    expect(sent[1]).toBe(await defaultOf(["hp", "get"], "--interval"));
    const slow = await runByClock([...wait, "--max-wait", "1m", "--interval", "17s"], "", pending);
    expect(slow.sent[1]).toBe(17);
  });

  test("--timeout and --retries of a read, which has no --deadline", async () => {
    const { sent, messages } = await runByClock(["voices", "list"], "", () => undefined);
    const limit = await defaultOf(["voices", "list"], "--timeout");
    expect(messages).toContain(`passed --timeout of ${limit}s`);
    expect(sent).toHaveLength(1 + (await defaultOf(["voices", "list"], "--retries")));
  });

  test("--timeout of a create", async () => {
    const { words, input = "" } = calls["hp create"]!;
    // Loaded before the clock stands still.
    await runCommand([...words, "--dry-run"], { input });
    const { ended, exitCode } = await runByClock(words, input, () => undefined);
    const limit = await defaultOf(["hp", "create"], "--timeout", "for creates ");
    expect([ended, exitCode]).toEqual([limit, 5]);
  });

  type Run = Awaited<ReturnType<typeof runByClock>>;
  /** An option, two values of it, and what shows them: a pause or an end in seconds, or a count. */
  interface ValueCase {
    values: [below: string, above: string];
    beside?: string[];
    respond?: () => object | undefined;
    expects: (run: Run, value: number, reads: number[]) => void;
  }
  const ofConnection: Record<string, ValueCase> = {
    "--timeout": {
      values: ["7s", "4m"],
      beside: ["--retries", "0"],
      expects: ({ ended, messages }, value) =>
        expect([ended, messages]).toEqual([
          value,
          expect.stringContaining(`passed --timeout of ${value}s`),
        ]),
    },
    "--deadline": {
      values: ["7s", "8m"],
      beside: ["--retries", "20", "--timeout", "10m"],
      expects: ({ ended, messages }, value) =>
        expect([ended, messages]).toEqual([
          value,
          expect.stringContaining(`passed --deadline of ${value}s`),
        ]),
    },
  };
  const ofReads: Record<string, ValueCase> = {
    "--retries": {
      values: ["1", "5"],
      expects: ({ sent }, value) => expect(sent).toHaveLength(1 + value),
    },
  };
  const ofWaits: Record<string, ValueCase> = {
    "--max-wait": {
      values: ["3m", "50m"],
      respond: pending,
      expects({ ended, messages }, value) {
        expect(messages).toContain(`passed --max-wait of ${value}s`);
        expect([ended > value - 60, ended <= value]).toEqual([true, true]);
      },
    },
    "--interval": {
      values: ["1s", "40s"],
      beside: ["--max-wait", "3m"],
      respond: pending,
      expects: (_, value, reads) => expect(reads[1]! - reads[0]!).toBeCloseTo(value, 6),
    },
  };
  const isRead = ([, { isCreate = false }]: (typeof casesOfCalls)[number]) => !isCreate;
  const isOfHp = ([name]: (typeof casesOfCalls)[number]) => name.startsWith("hp ");
  const casesOfCalls = Object.entries(calls);
  const valueRows = [
    [casesOfCalls, ofConnection] as const,
    [casesOfCalls.filter(isRead), ofReads] as const,
    [casesOfCalls.filter(isOfHp), ofWaits] as const,
  ].flatMap(([of, options]) =>
    of.flatMap(([name, call]) =>
      Object.entries(options).map(([option, each]) => [name, option, call, each] as const),
    ),
  );

  test.each(valueRows)("%s takes a %s below and above it", async (name, option, call, each) => {
    const { input = "", isCreate = false } = call;
    if (isCreate) await runCommand([...call.words, "--dry-run"], { input });
    const { beside = [], respond = () => undefined, expects } = each;
    const waits = option in ofWaits ? ["--wait"] : [];
    for (const text of each.values) {
      const words = [...call.words, ...waits, ...beside, option, text];
      const run = await runByClock(words, input, respond);
      const value = /^\d+$/.test(text) ? Number(text) : parseDuration(text)! / 1000;
      expects(run, value, run.sent.slice(isCreate ? 1 : 0));
    }
    // What is tried is on both sides of the default, where the help names one.
    const usual = await defaultOf(name.split(" "), option);
    const tried = each.values.map((text) => parseDuration(text) ?? Number(text) * 1000);
    if (usual) expect([tried[0]! < usual * 1000, tried[1]! > usual * 1000]).toEqual([true, true]);
  });

  test.each(Object.keys(calls))("each option of %s with a number has such a row", async (name) => {
    const { output } = await runCommand([...name.split(" "), "--help"]);
    const [, own = ""] = output.split(/^Options:$/m);
    const withNumber = own.match(/--[a-z-]+(?= <(duration|count)>)/g) ?? [];
    const rows = valueRows.flatMap(([of, option]) => (of === name ? [option] : []));
    const others = calls[name]!.isCreate ? ["--retries"] : [];
    expect(withNumber.toSorted()).toEqual([...rows, ...others].toSorted());
  });
});

test.each(commands.filter(({ isCreate }) => isCreate))(
  "--schema of $resource prints what its body is checked against, and needs no token",
  async ({ resource, verb, operation }) => {
    const env = { VIDEO_GENERATION_TOKEN: "" };
    const { output, exitCode } = await runCommand([resource, verb, "--schema"], { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toEqual(inputSchemas[operation]);
  },
);

test.each(["y", "yes", "Y", " YES "])("the answer %j starts a job", async (answer) => {
  const file = await folder.write("job.yaml", calls["hp create"]!.input!);
  const words = ["hp", "create", "--file", file, "--no-receipts"];
  const { exitCode, received } = await runAgainst(done, words, { answers: [answer] });
  expect([exitCode, received.length]).toEqual([0, 1]);
});

describe("receipts are kept", () => {
  const home = join(folder.path, "home");
  const state = join(folder.path, "state");
  const named = join(folder.path, "named");
  test.each<[where: string, words: string[], env: Record<string, string>, place: string]>([
    ["--receipts", ["--receipts", named], { XDG_STATE_HOME: state, HOME: home }, named],
    ["XDG_STATE_HOME", [], { XDG_STATE_HOME: state, HOME: home }, join(state, "video-generation")],
    ["HOME", [], { XDG_STATE_HOME: "", HOME: home }, join(home, ".local/state/video-generation")],
  ])("where %s says, and listed from there", async (_, words, env, place) => {
    const { input = "" } = calls["hp create"]!;
    const create = ["hp", "create", "--file", "-", "--yes", ...words];
    expect((await runAgainst(done, create, { env, input })).exitCode).toBe(0);
    expect(await readFile(join(place, "jobs.jsonl"), "utf8")).toContain('"job-1"');
    const { output } = await runCommand(["jobs", ...words], { env });
    expect(JSON.parse(output).jobs).toMatchObject([{ job_id: "job-1", state: "created" }]);
    await runAgainst(done, ["mcp", ...words], { env });
    expect(vi.mocked(serveMcp).mock.lastCall?.[0].receipts).toBe(join(place, "jobs.jsonl"));
  });
});

test("mcp refuses a folder for videos that cannot be written, before it serves", async () => {
  vi.mocked(serveMcp).mockClear();
  const { exitCode, messages } = await runAgainst(done, ["mcp", "--download", "/proc/sys"]);
  expect([exitCode, messages]).toEqual([2, expect.stringContaining("/proc/sys cannot be written")]);
  expect(serveMcp).not.toHaveBeenCalled();
});

test.each(["-v", "--version"])("%s prints the version alone", async (word) => {
  const { output, exitCode, messages } = await runCommand([word]);
  expect([output, exitCode, messages]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), 0, ""]);
});

test.each<[term: string, isShown: boolean]>([
  ["xterm", true],
  ["dumb", false],
])("in a terminal that TERM calls %s, progress is shown: %s", async (TERM, isShown) => {
  const words = ["hp", "get", "job-1", "--wait"];
  const { messages } = await runAgainst(done, words, { onTerminal: true, env: { TERM } });
  expect(messages.includes("\u001b")).toBe(isShown);
});
