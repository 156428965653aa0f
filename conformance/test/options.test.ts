/** Each option that `--help` names, at its main use: what it changes, and what holds without it. */
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { optionsOf } from "../../test/support/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Outcome, RunResult } from "../src/result.ts";
import { runConformance } from "../src/run.ts";
import { runCommand } from "./support/command.ts";

/** What a run would have found. */
let outcome: Outcome;
const names = ["a", "b", "c", "d", "e", "f"];
const resultOf = (): RunResult => ({
  ...{ service: "https://a.example", contract: "1", startedAt: "2026-01-31T10:00:00Z" },
  ...{ durationMs: 1, news: [], jobs: [] },
  workflows: [
    {
      ...{ name: "slides", title: "Slides", outcome, held: [], calls: 1, durationMs: 1 },
      disagreements:
        outcome === "differs"
          ? [{ purpose: "p", operation: "o", place: "/x", problem: "is wrong", curl: "curl" }]
          : [],
    },
  ],
  coverage: [{ what: "operations", reached: 0, total: names.length, missing: names }],
});

vi.mock("../src/run.ts", () => ({
  runConformance: vi.fn<typeof runConformance>(() =>
    Promise.resolve({ result: resultOf(), exchanges: [] }),
  ),
}));

let emulator: Emulator;
let folder: TemporaryFolder;
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, token: "token-of-the-test" });
  folder = await temporaryFolder();
  await folder.write("requests.yaml", "slides: { template_id: mine, slides_count: 2 }");
  process.env["MY_TOKEN"] = emulator.token;
});
afterAll(async () => {
  await emulator.close();
  await folder.remove();
  delete process.env["MY_TOKEN"];
});
beforeEach(() => {
  outcome = "held";
  vi.mocked(runConformance).mockClear();
});

const run = (...words: string[]) =>
  runCommand(folder.path, "run", "--base-url", emulator.url, "--token-env", "MY_TOKEN", ...words);

/** What a run is started with that nobody has told anything but where and who. */
const usual = {
  ...{ token: "token-of-the-test", tokenName: "MY_TOKEN", create: false, probe: false },
  ...{ requests: {}, jobs: [], workflow: undefined },
};

/** Words, and what the run is started with beside what is usual. */
const started: Record<string, [words: string[], options: object][]> = {
  none: [[[], {}]],
  "--base-url": [[[], { baseUrl: "<url>" }]],
  "--token-env": [[[], { token: "token-of-the-test", tokenName: "MY_TOKEN" }]],
  "--create": [[["--create", "--yes"], { create: true }]],
  "--yes": [[["--yes"], { create: false }]],
  "--requests": [
    [
      ["--requests", "requests.yaml"],
      { requests: { slides: { template_id: "mine", slides_count: 2 } } },
    ],
  ],
  "--job": [
    [["--job", "1"], { jobs: [{ id: "1", operation: "createHpJob" }] }],
    [["--job", "createHpJob=a-1=b/c"], { jobs: [{ id: "a-1=b/c", operation: "createHpJob" }] }],
    [
      ["--job", "1", "--job", "createLipsyncVideo=2"],
      {
        jobs: [
          { id: "1", operation: "createHpJob" },
          { id: "2", operation: "createLipsyncVideo" },
        ],
      },
    ],
  ],
  "--probe": [[["--probe"], { probe: true }]],
  "--workflow": [[["--workflow", "no-token"], { workflow: "no-token" }]],
  "--timeout": [
    [["--timeout", "7"], { timeoutMs: 7000 }],
    [["--timeout", "999999.5"], { timeoutMs: 999_999_500 }],
  ],
  "--concurrency": [
    [["--concurrency", "2"], { concurrency: 2 }],
    [["--concurrency", "64"], { concurrency: 64 }],
  ],
  "--interval": [
    [["--interval", "0.05"], { intervalMs: 50 }],
    [["--interval", "60"], { intervalMs: 60_000 }],
  ],
  "--wait": [
    [["--wait", "9"], { waitLimitMs: 9000 }],
    [["--wait", "86400"], { waitLimitMs: 86_400_000 }],
  ],
};

/** The default that the help names for an option, in brackets. */
async function defaultOf(option: string): Promise<string> {
  const { printed } = await run("--help");
  const [, , text = ""] = new RegExp(`^ +--${option} (.*)\\(default: ([^)]+)\\)`, "m").exec(
    printed,
  )!;
  return text;
}

describe("a run is started", () => {
  const rows = Object.entries(started).flatMap(([option, each]) =>
    each.map(([words, options]) => [option, words, options] as const),
  );
  test.each(rows)("with %s: %j", async (option, words, options) => {
    const { exitCode, told } = await run(...words);
    const [, given] = vi.mocked(runConformance).mock.lastCall!;
    const { baseUrl, timeoutMs, concurrency, intervalMs, waitLimitMs, ...others } = given;
    const limits = { timeoutMs, concurrency, intervalMs, waitLimitMs };
    const [seconds, calls, wait] = await Promise.all(
      ["timeout", "concurrency", "wait"].map((name) => defaultOf(name).then(Number)),
    );
    const [, pause] = /; ([\d.]+) on this machine/.exec(await defaultOf("interval"))!;
    const expected: Record<string, unknown> = {
      ...usual,
      ...{ timeoutMs: seconds! * 1000, concurrency: calls, waitLimitMs: wait! * 1000 },
      ...{ intervalMs: Number(pause) * 1000, baseUrl: emulator.url },
      ...JSON.parse(JSON.stringify(options).replace("<url>", emulator.url)),
    };
    expect({ ...others, ...limits, baseUrl }, option).toMatchObject(expected);
    expect([exitCode, told]).toEqual([0, ""]);
  });
});

/** Options that change what is printed or written. */
const shown: Record<string, { words: string[]; printed: RegExp; told?: RegExp; files?: string[] }> =
  {
    none: { words: [], printed: /^ {2}operations: a, b, c, d and 2 more$/m },
    "--verbose": { words: ["--verbose"], printed: /^ {2}operations: a, b, c, d, e, f$/m },
    "--probe": { words: ["--probe"], printed: /^Probes:\n {2}GET / },
    "--report": {
      words: ["--report", "report"],
      printed: /^Written: result\.json, junit\.xml, report\.html in .*report/m,
      files: ["junit.xml", "report.html", "result.json"].map((name) => `report/${name}`),
    },
    "--har": {
      words: ["--har", "run.har"],
      printed: /^Written: run\.har\. It holds what was sent and received, and no token\.$/m,
      files: ["run.har"],
    },
  };

test.each(Object.entries(shown))(
  "what %s shows",
  async (option, { words, printed, files = [] }) => {
    await using own = await temporaryFolder();
    const connection = ["--base-url", emulator.url, "--token-env", "MY_TOKEN"];
    const ended = await runCommand(own.path, ...connection, ...words);
    expect(ended.printed, option).toMatch(printed);
    expect([ended.exitCode, ended.told]).toEqual([0, ""]);
    const written = (await readdir(own.path, { recursive: true })).filter((name) =>
      /\.\w+$/.test(name),
    );
    expect(written.toSorted(), option).toEqual(files);
  },
);

test.each<[found: Outcome, code: number]>([
  ["held", 0],
  ["undecided", 0],
  ["not tried", 0],
  ["differs", 1],
  ["unfinished", 3],
])("a run that found what is %s ends with %i", async (found, code) => {
  outcome = found;
  expect((await run()).exitCode).toBe(code);
});

test("the help is this", async () => {
  const { printed } = await run("--help");
  expect(printed)
    .toBe(`Usage: video-generation-conformance run --base-url <address> --token-env <variable> [options]

Runs example workflows, sends requests that should fail, and checks every response. It
only reads, unless --create is given.

  --base-url <address>    address of the service, without /api at its end
  --token-env <variable>  environment variable that holds the token
  --create                also create jobs, which may cost; asks before, and says how many
  --yes                   do not ask
  --requests <file>       YAML or JSON with request bodies to send instead of the workflows' own, by their names
  --job <id>              also read this job, created before; createLipsyncVideo=<id> for one of another operation than
                          createHpJob; may be repeated
  --probe                 also try, with GET alone, what the specification leaves open: paths without an operation, and
                          the status of other jobs than HP jobs; lists the requests before
  --workflow <name>       run only this workflow, such as slides or no-token
  --report <folder>       write result.json, junit.xml and report.html there
  --har <file>            write the recording, without the token; it holds what was sent and received
  --verbose               list everything that was seen, also what is undecided
  --timeout <seconds>     limit of a single call (default: 30)
  --concurrency <number>  calls at a time (default: 4)
  --interval <seconds>    pause between two polls of a job (default: 2; 0.1 on this machine)
  --wait <seconds>        limit of a wait for a job (default: 1200)
  --version, --help

Exit codes: 0 nothing differs, 1 the service and the contract disagree, 2 the service or an option cannot be used,
3 nothing differs, but another run may finish what this one could not.

To analyse recordings, use openapi-gaps: check, propose and letter.
`);
});

test("every option that the help names has a row", async () => {
  const { printed } = await run("--help");
  const options = optionsOf(printed);
  const rows = [...Object.keys(started), ...Object.keys(shown), "--help", "--version"];
  expect(options.length).toBeGreaterThan(12);
  expect(options.filter((option) => !rows.includes(option))).toEqual([]);
});

test.each<[words: string[], code: number, printed: RegExp, told: RegExp]>([
  [["--help"], 0, /^Usage: video-generation-conformance run/, /^$/],
  [["-h"], 0, /^Usage: video-generation-conformance run/, /^$/],
  [["run", "--create", "--help"], 0, /^Usage: video-generation-conformance run/, /^$/],
  [[], 0, /^Usage: video-generation-conformance run/, /^$/],
  [["--version"], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  [["run"], 2, /^$/, /^✗ .*Give --base-url/],
  [["run", "--nothing"], 2, /^$/, /^✗ Unknown option '--nothing'[^]*Usage: /],
  [["see"], 2, /^$/, /^✗ Unknown command: see\. There is run; see also openapi-gaps\.\n\nUsage: /],
])("%j ends with %i", async (words, code, printed, told) => {
  const ended = await runCommand(folder.path, ...words);
  expect(ended.printed, "the standard output").toMatch(printed);
  expect(ended.told, "the standard error").toMatch(told);
  expect(ended.exitCode).toBe(code);
  expect(runConformance).not.toHaveBeenCalled();
});

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
test.each(signals)(
  "%s interrupts a run, the second one ends it, and none is heard after",
  async (signal) => {
    const listeners = () => signals.map((each) => process.listenerCount(each));
    const before = listeners();
    const heard: boolean[] = [];
    const isHeard = () => process.listenerCount(signal) > before[signals.indexOf(signal)]!;
    vi.mocked(runConformance).mockImplementationOnce(async (_document, { signal: ending }) => {
      heard.push(isHeard(), ending!.aborted);
      process.emit(signal);
      heard.push(isHeard(), ending!.aborted);
      return { result: resultOf(), exchanges: [] };
    });
    const { told } = await run();
    expect(heard).toEqual([true, false, false, true]);
    expect(told).toMatch(
      /^\nInterrupted\. Waiting for the calls that were sent; again to end at once\.\n$/,
    );
    expect(listeners()).toEqual(before);
  },
);

test("that plain http shows the token to others is told on the standard error", async () => {
  const elsewhere = emulator.url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
  const words = ["--base-url", elsewhere, "--token-env", "MY_TOKEN"];
  const { printed, told } = await runCommand(folder.path, ...words);
  expect(told).toMatch(
    /^! http:\/\/\[::ffff:\S+\]:\d+ is plain http: everyone on the way can read the token\.\n$/,
  );
  expect(printed).not.toContain("plain http");
  const [, pause = ""] = /^([\d.]+);/.exec(await defaultOf("interval"))!;
  const [, given] = vi.mocked(runConformance).mock.lastCall!;
  expect(given.intervalMs).toBe(Number(pause) * 1000);
});

const above = "above 0 and below 1000000.";
const jobs = "createHpJob, createLipsyncVideo, createDynamicSlideVideo";
const noToken =
  "Put the token into an environment variable, and name it: VIDEO_TOKEN=… video-generation-conformance --token-env VIDEO_TOKEN …";
test.each<[words: string, told: string | RegExp]>([
  ["--token-env NOTHING", noToken],
  [
    "--token-env BROKEN_TOKEN",
    "The token in BROKEN_TOKEN has a space, a line break or a letter beyond ASCII.",
  ],
  [
    "--token-env OTHER_TOKEN",
    "<url> refuses the token in OTHER_TOKEN (status 401). Put a valid one there.",
  ],
  ["--timeout 0", `--timeout is "0". Give a number ${above}`],
  ["--interval x", `--interval is "x". Give a number ${above}`],
  ["--wait 1000000", `--wait is "1000000". Give a number ${above}`],
  ["--concurrency 1.5", `--concurrency is "1.5". Give a whole number ${above}`],
  [
    "--job getHpJob=1",
    `--job is "getHpJob=1". Give the identifier of a job, or operation=identifier with one of ${jobs}.`,
  ],
  ["--requests list.yaml", 'list.yaml is not a map of request bodies, such as {"slides": {…}}.'],
  [
    "--workflow none",
    /^There is no such workflow\. Workflows: [\w-]+(?:, [\w-]+)*; some need --create, --probe or --job\.$/,
  ],
  [
    "--create",
    /^This creates [1-9]\d* jobs at <url>, and one more for each request that should be refused and is not\. They may cost\. To confirm, add --yes\.$/,
  ],
  ["--report list.yaml", /^list\.yaml cannot be made: .+\. Choose another one with --report\.$/],
  ["--har nowhere/a.har", /^nowhere\/a\.har cannot be written: .+\. Choose another file\.$/],
  ["--har .", ". cannot be written: it is a folder. Choose another file."],
  [
    "--base-url <url>/emulator",
    "GET <url>/emulator/api/avatars/public gets status 404 and application/problem+json, and not the list. Check that the service works, and --base-url: it is the address without /api, and not one that redirects.",
  ],
  [
    "--base-url http://127.0.0.1:1",
    /^http:\/\/127\.0\.0\.1:1 cannot be reached: .+\. Check --base-url, and that the service runs\.$/,
  ],
])("a run with %s does not begin, and says why", async (words, told) => {
  await folder.write("list.yaml", "[1]");
  vi.stubEnv("BROKEN_TOKEN", "two words");
  vi.stubEnv("OTHER_TOKEN", "other");
  const ended = await run(...words.replace("<url>", emulator.url).split(" "));
  const said = ended.told.replace(/^✗ (.*)\n$/s, "$1").replaceAll(emulator.url, "<url>");
  if (typeof told === "string") expect(said).toBe(told);
  else expect(said).toMatch(told);
  expect([ended.exitCode, ended.printed]).toEqual([2, ""]);
  expect(runConformance).not.toHaveBeenCalled();
});
