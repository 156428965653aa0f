import { readFile, symlink } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { readAddresses, readRedactorCases } from "../../test/support/shared-cases.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { root } from "../../scripts/support/locations.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { areOpen } from "../../test/support/gaps.ts";
import { listen } from "../../test/support/listen.ts";
import { BaseAddress, checkRecordings } from "openapi-gaps/evidence";
import { readWorkflows } from "../src/arazzo.ts";
import { isCreate } from "../src/bodies.ts";
import { readContract } from "../src/contract.ts";
import { requireService } from "../src/require-service.ts";
import type { RunResult } from "../src/result.ts";
import { hideToken } from "../src/hide-token.ts";
import { runConformance } from "../src/run.ts";
import { isThisMachine } from "../src/command.ts";
import { runCommand, startCommand } from "./support/command.ts";

const creating = readWorkflows()
  .filter(({ steps }) => steps.some(isCreate))
  .map(({ workflowId }) => workflowId);

/** An HP job under the name that the contract prefers for its segments. */
const hpWorkflow = "variables" in hpRequest() ? "hp-job" : "hp-job-under-the-other-name";
/** One is not tried once the owner has said that a name is never there. */
const notTried = areOpen("variables-or-customizations") ? 0 : 1;

/** Those that create a job, three that read, three with credentials and three with bodies that have to be refused. */
const workflowCount = creating.length + 9;

const redactorCases = await readRedactorCases();
const hosts = await readAddresses();

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100, token: "token-of-the-test" });
  process.env["VIDEO_TOKEN"] = emulator.token;
  process.env["MY_TOKEN"] = emulator.token;
  process.env["TWO_LINES"] = "first line\nsecond line";
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

const at = (url: string) => ["--base-url", url, "--token-env", "VIDEO_TOKEN"];
const usual = () => at(emulator.url);
/** Runs the command against the emulator. */
const run = (...words: string[]) => runCommand("/tmp", ...usual(), ...words);
const create = ["--create", "--yes"];

describe("a run", () => {
  it("only reads by default, and lists what it did not try", async () => {
    // A limit that is left running would keep the command for as long.
    const { exitCode, output } = await startCommand("/tmp", ...usual(), "--timeout", "900").ended;
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`6 workflows held, ${creating.length + 3} not tried`);
    expect(output).toMatch(/operations: createLipsyncVideo, createDynamicSlideVideo, createHpJob/);
    expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  });

  it("says in one line of a terminal which workflow runs, and leaves nothing of it", async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(`${text}`) > 0);
    const { isTTY } = process.stderr;
    onTestFinished(() => void (process.stderr.isTTY = isTTY));
    process.stderr.isTTY = true;
    expect((await run("--workflow", "list-what-is-stored")).exitCode).toBe(0);
    expect(written).toEqual([expect.stringContaining("\r\u001b[K1 of 1: "), "\r\u001b[K"]);
  });

  it("creates when it is told to, everything holds, and the recording has no token", async () => {
    await using folder = await temporaryFolder();
    // What is no file itself, such as a link or `/dev/stdout`, is written to, and stays what it is.
    await symlink("linked.har", join(folder.path, "run.har"));
    const command = [...usual(), ...create, "--report", "./a/report", "--har", "run.har"];
    const { exitCode, output } = await runCommand(folder.path, ...command);
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`✓ ${workflowCount - notTried} workflows held`);
    expect(output).toMatch(/operations: (\d+) of \1/);
    expect(output).toContain("Written: result.json, junit.xml, report.html in");
    expect(output).toMatch(
      /undecided by the specification \(--verbose lists them\): .*an unknown field: \d+ (taken|refused)/,
    );
    const read = (name: string) => readFile(join(folder.path, "a/report", name), "utf8");
    const result = JSON.parse(await read("result.json")) as RunResult;
    const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id).sort();
    expect(ids(result.jobs)).toEqual(ids(emulator.jobs.list()));
    const held = result.workflows.filter(({ outcome }) => outcome === "held");
    expect(held).toHaveLength(workflowCount - notTried);
    expect(result.workflows.map(({ name }) => name)).toEqual(expect.arrayContaining(creating));
    expect(await read("junit.xml")).toContain(
      `tests="${workflowCount}" failures="0" skipped="${notTried}"`,
    );
    const page = await read("report.html");
    expect(page).toContain(`${workflowCount - notTried} workflows held`);
    expect(page).not.toMatch(/<script|src=|href=|@import|url\(/);
    const everything = [output, page, JSON.stringify(result)].join("\n");
    expect(everything).not.toContain(emulator.token);
    expect(everything).not.toMatch(/Welcome|example\.com|"ada"/);

    expect(await readFile(join(folder.path, "linked.har"), "utf8")).not.toContain(emulator.token);
    const recording = join(folder.path, "run.har");
    const { log } = JSON.parse(await readFile(recording, "utf8"));
    for (const { request, response, ...entry } of log.entries) {
      // What HAR 1.2 requires; other readers leave out entries without it.
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(["cache", "time", "timings"]));
      const both = ["cookies", "headers", "httpVersion", "headersSize", "bodySize"];
      expect(Object.keys(request)).toEqual(expect.arrayContaining([...both, "queryString"]));
      const own = ["statusText", "redirectURL", "content"];
      expect(Object.keys(response)).toEqual(expect.arrayContaining([...both, ...own]));
      expect("postData" in request).toBe(request.method === "POST");
    }
    const options = { baseUrl: emulator.url, mock: true };
    const { contradictions } = checkRecordings(readContract(), [recording], options);
    expect(contradictions).toEqual([]);
  });

  it("tells of each job, also of those of requests that the service need not have taken", async () => {
    emulator.gaps.play("unknown-request-fields", "ignored");
    const { output } = await run(...create);
    emulator.gaps.reset();
    expect(emulator.jobs.list().length).toBeGreaterThan(creating.length);
    for (const { id } of emulator.jobs.list()) expect(output).toContain(id);
  });

  it("shows no token that the service sends back, however it spells it", async () => {
    // What a gateway may make of a header. Any part of it that is as long as this could be made into the token again.
    const spell = (sent: string) => [
      ...[sent, sent.toUpperCase(), encodeURIComponent(sent), `${sent}\\/`],
      ...["", "a", "aa"].map((before) => Buffer.from(before + sent).toString("base64")),
    ];
    const echo = createServer(({ url, headers: { authorization = "no token" } }, response) => {
      const echoes = spell(authorization);
      const lists = { avatars_list: echoes, voices_list: echoes, [authorization]: authorization };
      const headers = { "content-type": "application/json", "x-echo": echoes.slice(0, 3) };
      const status = authorization.startsWith("Bearer token-of") ? 200 : 401;
      response.writeHead(url!.includes("hp_job") ? 500 : status, headers);
      response.end(JSON.stringify({ ...lists, job_id: authorization }));
    });
    await using listening = await listen(echo);
    await using folder = await temporaryFolder();
    const files = ["--har", "run.har", "--report", "report", "--verbose"];
    const command = [...at(listening.origin), ...create, ...files];
    const { output } = await runCommand(folder.path, ...command);
    const written = ["run.har", "report/result.json", "report/junit.xml", "report/report.html"];
    const texts = await Promise.all(
      written.map((name) => readFile(join(folder.path, name), "utf8")),
    );
    const everything = [output, ...texts].join("\n").toLowerCase();
    expect(everything).toContain("[redacted]");
    const sent = ["", "Bearer ", "user:"].flatMap((before) => spell(before + emulator.token));
    // Within base64, the first and the last letters hold something of what stands beside.
    const parts = sent.map((spelled) => spelled.toLowerCase().slice(3, -4));
    expect(parts.filter((part) => everything.includes(part))).toEqual([]);
  });

  it.each(redactorCases)("writes no token $name", ({ token, text, shown }) => {
    expect(JSON.parse(hideToken({ texts: [text] }, token))).toEqual({ texts: [shown] });
  });

  it("warns of plain http to all but this machine", () => {
    const local = (each: string[]) =>
      each.filter((host) => isThisMachine(new URL(`http://${host}`).hostname));
    expect(local(hosts.thisMachine)).toEqual(hosts.thisMachine);
    expect(local([...hosts.private, ...hosts.metadata, ...hosts.public])).toEqual([]);
  });

  it("sends the bodies that it is given", async () => {
    await using folder = await temporaryFolder();
    await folder.write("requests.yaml", "slides: {template_id: my-template, slides_count: 2}");
    const only = ["--workflow", "slides", ...create];
    const command = [...usual(), ...only, "--requests", "requests.yaml"];
    const { exitCode, output } = await runCommand(folder.path, ...command);
    expect(exitCode, output).toBe(0);
    expect(JSON.stringify(emulator.jobs.list())).toContain("my-template");
  });

  it("runs one workflow, or reads existing jobs, and expects nothing of those of other operations", async () => {
    const one = await run(...create, "--workflow", "slides");
    expect(one.exitCode, one.output).toBe(0);
    expect(one.output).toContain("✓ 1 workflow held");
    expect(emulator.jobs.list()).toHaveLength(1);
    const [other = ""] = /createDynamicSlideVideo=\w+/.exec(one.output) ?? [];

    const created = await run(...create, "--workflow", hpWorkflow);
    const [job = ""] = /(?<=--job\n {2}createHpJob=)\w+/.exec(created.output) ?? [];
    expect(emulator.jobs.list().map(({ id }) => id)).toContain(job);
    const existing = ["--workflow", "existing-job"];
    const read = await run(...existing, "--job", job, "--job", other);
    expect(read.exitCode, read.output).toBe(0);
    expect(read.output).not.toContain("Jobs created");
    expect(read.output).toMatch(/a job of createDynamicSlideVideo: status code \d+/);
    const gone = await run(...existing, "--job", "gone", "--token-env", "MY_TOKEN");
    expect(gone.exitCode).toBe(1);
    expect(gone.output).toContain("getHpJob status: must be a success, and is 404 (existing-job)");
    expect(gone.output).toContain(
      `curl -i -H "Authorization: Bearer $MY_TOKEN" '${emulator.url}/api/hp_job/gone'`,
    );
  });

  const isProbed = areOpen("custom-voices-endpoint");
  it.runIf(isProbed)(
    "probes what the specification leaves open, with GET alone, and lists it before",
    async () => {
      const reads = await run("--probe");
      expect(reads.exitCode, reads.output).toBe(0);
      expect(reads.output).toMatch(/^Probes:\n  GET \/api\/voices\/custom\n\n/);
      expect(reads.output).toContain("no such job is known, and --create was not given");
      const sent = emulator.requests();
      expect(sent.map(({ url }) => url)).toContain("/api/voices/custom");
      expect(sent.every(({ method }) => method === "GET")).toBe(true);

      const creates = await run("--probe", ...create, "--verbose");
      expect(creates.exitCode, creates.output).toBe(0);
      expect(creates.output).toContain(
        "GET /api/hp_job/{job_id} of a job of createLipsyncVideo\n  GET /api/hp_job/{job_id} of a job of createDynamicSlideVideo\n",
      );
      expect(creates.output).toContain("a job of createDynamicSlideVideo: ");
    },
  );

  it("ends at its limit when the service hangs, drips or breaks off, and says where", async () => {
    await using hanging = await listen(
      createServer((request, response) => {
        if (request.headers.authorization === undefined) {
          if (request.url === "/api/avatars/custom") return void response.destroy();
          if (request.url !== "/api/avatars/public") return;
          response.writeHead(200, { "content-type": "application/json" });
          const drip = setInterval(() => response.write(" "), 20);
          return void response.once("close", () => clearInterval(drip));
        }
        if (request.url === "/api/avatars/custom")
          return void response.writeHead(302, { location: "/api/avatars/public" }).end();
        response.setHeader("content-type", "application/json").end("{}");
      }),
    );
    const command = [...at(hanging.origin), "--timeout", "3"];
    const { exitCode, output } = await runCommand("/tmp", ...command);
    expect(exitCode).toBe(1);
    const late = "connection: no complete response within 3 s (a request without a token)";
    for (const operation of ["listPublicVoices", "listPublicAvatars"])
      expect(output).toContain(`${operation} ${late}`);
    expect(output).toMatch(/listCustomAvatars connection: no response: .+ \(a request without/);
    expect(output).toContain("listCustomAvatars status: must be a success, and is 302");
  }, 60_000);

  it("has at most --concurrency calls open at once", async () => {
    let [open, max] = [0, 0];
    const hold = async (response: ServerResponse) => {
      max = Math.max(max, ++open);
      // One more than the limit would arrive meanwhile.
      await setTimeout(100);
      open--;
      response.setHeader("content-type", "application/json").end("{}");
    };
    const server = createServer((_request, response) => void hold(response));
    await using counting = await listen(server);
    const { output } = await runCommand("/tmp", ...at(counting.origin), "--concurrency", "3");
    expect(output).toContain("operations: ");
    expect(max).toBe(3);
  });

  it("of a workflow that does not reach its end is no success, and no disagreement", async () => {
    await using folder = await temporaryFolder();
    const never = await createEmulator({ seed: 1, renderMs: 60_000, token: emulator.token });
    const only = ["--workflow", hpWorkflow, "--wait", "0.2", "--report", "report"];
    const command = [...at(never.url), ...create, ...only];
    const { exitCode, output } = await runCommand(folder.path, ...command);
    await never.close();
    expect(exitCode, output).toBe(3);
    expect(output).toContain("the job had not ended after 0.2 s; --wait sets the limit");
    expect(output).toContain("… 0 workflows held, 1 unfinished");
    const junit = await readFile(join(folder.path, "report", "junit.xml"), "utf8");
    expect(junit).toMatch(/failures="0" skipped="1"[\s\S]*<skipped message="unfinished: the job/);
  });

  it("reads a job every 2 s, every 0.1 s on this machine, or as --interval says", async () => {
    const readings = async (host: string, ...words: string[]) => {
      const slow = await createEmulator({ seed: 1, renderMs: 60_000, token: emulator.token });
      const url = slow.url.replace("127.0.0.1", host);
      const only = ["--workflow", hpWorkflow, "--wait", "1.9"];
      const { output } = await runCommand("/tmp", ...at(url), ...create, ...only, ...words);
      // A machine elsewhere is told the token over the network.
      expect(output.includes("is plain http: everyone")).toBe(host !== "127.0.0.1");
      const count = slow.requests().filter(({ operation }) => operation === "getHpJob").length;
      await slow.close();
      return count;
    };
    // In a spelling that the command does not know, it stands for another machine.
    expect(await readings("[::ffff:127.0.0.1]")).toBe(1);
    expect(await readings("127.0.0.1")).toBeGreaterThan(3);
    expect(await readings("127.0.0.1", "--interval", "0.8")).toBeLessThanOrEqual(3);
  });

  it("fails when the service disagrees, in every form of the report", async () => {
    await using folder = await temporaryFolder();
    emulator.gaps.play("response-field-presence", "null-output");
    const only = ["--workflow", "slides", ...create];
    const command = [...usual(), ...only, "--report", "report"];
    const { exitCode, output } = await runCommand(folder.path, ...command);
    emulator.gaps.reset();
    expect(exitCode).toBe(1);
    expect(output).toContain("createDynamicSlideVideo /output: must be string");
    for (const name of ["result.json", "junit.xml", "report.html"]) {
      const text = await readFile(join(folder.path, "report", name), "utf8");
      expect(text, name).toContain("must be string");
    }
  });
});

it("a run that is interrupted shows and keeps the jobs that it has created", async () => {
  await using folder = await temporaryFolder();
  const slow = await createEmulator({ seed: 1, renderMs: 60_000, token: emulator.token });
  const files = ["--har", "run.har", "--report", "report"];
  const running = startCommand(folder.path, ...at(slow.url), ...create, ...files);
  const isRead = () =>
    slow.requests().some(({ operation, status }) => operation === "getHpJob" && status === 200);
  await vi.waitFor(() => expect(isRead()).toBe(true), { timeout: 60_000 });
  running.interrupt();
  const { exitCode, output } = await running.ended;
  const jobs = slow.jobs.list().map(({ id }) => id);
  await slow.close();
  expect(exitCode, output).toBe(3);
  expect(output).toContain("Interrupted. Waiting for the calls that were sent");
  expect(output).toContain("the run was interrupted");
  for (const name of ["run.har", "report/result.json"]) {
    const text = await readFile(join(folder.path, name), "utf8");
    for (const job of jobs) expect(text, name).toContain(job);
  }
});

describe("a run that cannot begin says why, and creates nothing:", () => {
  const notList = /outline\.yaml is not a map of request bodies/;
  const asks =
    /creates \d+ jobs at http.*one more for each request that should.*To confirm, add --yes/;
  it.each<[what: string, words: string, says: RegExp]>([
    ["no terminal to ask on", "--create", asks],
    ["nobody listens", "--base-url http://127.0.0.1:9", /cannot be reached/],
    ["no address", "run --token-env VIDEO_TOKEN", /Give --base-url/],
    ["no URL", "--base-url service", /Give --base-url/],
    ["an address with a login", "--base-url http://user:password@127.0.0.1", /without a login/],
    ["no token", "--token-env NOT_SET", /environment variable/],
    ["a wrong token", "--token-env PATH", /refuses the token in PATH \(status 4\d\d\)/],
    ["a token with a line break", "--token-env TWO_LINES", /in TWO_LINES has/],
    ["an option that does not exist", "--creat", /--creat[\s\S]+Usage/],
    ["an unknown command", "observe", /Unknown command: observe.*openapi-gaps/],
    ["a file that does not exist", "--requests package.json", /no file package\.json/],
    ["a list of requests", `--requests ${join(root, "openapi/outline.yaml")}`, notList],
    ["a body that is invalid", "--requests wrong.yaml", /\/template_id must[^]*Nothing was sent/],
    ["a report in a folder of the system", "--report /proc/sys", /result\.json .* written: EACCES/],
    ["a report in a file", "--report /dev/null/x", /\/dev\/null\/x cannot be made: .*--report/],
    [
      "a report where nothing can be made",
      "--report /proc/x/today",
      /today cannot be made: ENOENT/,
    ],
    ["a recording nowhere", "--har nowhere/run.har", /nowhere\/run\.har cannot be written: /],
    ["a recording that is a folder", "--har .", /\. cannot be written: it is a folder/],
    ["no such workflow", "--workflow slide", /such workflow. Workflows: .*slides.*, .*--probe/],
    [
      "a job of a list",
      "--job listPublicVoices=1",
      /identifier with one of createHpJob, createLip/,
    ],
    ["a wait of nothing", "--wait 0", /--wait is "0"/],
    ["no pause between polls", "--interval 0", /--interval is "0"/],
    ["a limit of a million seconds", "--timeout 1000000", /is "1000000".* below 1000000/],
    ["a limit that no timer has", "--timeout 1e7", /--timeout is "1e7".* below 1000000/],
    ["half a call at a time", "--concurrency 1.5", /--concurrency is "1.5"\. Give a whole number/],
  ])("%s", async (_, words, says) => {
    await using folder = await temporaryFolder();
    await folder.write("wrong.yaml", "slides: {slides_count: two}");
    // Of an option that is given twice, the second counts.
    const before = words.startsWith("-") ? [...usual(), "--create"] : [];
    const { exitCode, output } = await runCommand(folder.path, ...before, ...words.split(" "));
    expect(exitCode, output).toBe(2);
    expect(output).toMatch(says);
    expect(output).not.toMatch(/\n\s+at .+:\d+|second line/);
    expect(emulator.jobs.list()).toEqual([]);
  });

  it.each([
    [401, "application/json", /refuses the token in VIDEO_TOKEN \(status 401\)/],
    [403, "application/json", /refuses the token in VIDEO_TOKEN \(status 403\)/],
    [200, "text/html", /status 200 and text\/html, and not the list/],
    [404, "application/json", /\/api\/api\/avatars\/public gets status 404/],
    [307, "text/plain", /status 307 .* not one that redirects/],
    [503, "application/json", /status 503/],
  ])("an address that responds with %i and %s", async (status, type, says) => {
    await using other = await listen(
      createServer((_request, response) =>
        response.writeHead(status, { "content-type": type, location: "/" }).end("{}"),
      ),
    );
    const base = new BaseAddress(`${other.origin}/api`);
    const asked = requireService(
      { base, token: "token", timeoutMs: 60_000 },
      "/api/avatars/public",
      "VIDEO_TOKEN",
    );
    await expect(asked).rejects.toThrow(says);
  });
});

it.each<[unknown: number, outcome: string]>([
  [0, "held"],
  [1, "held"],
  [4, "undecided"],
])("where %i of four refusals show nothing, the workflow is %s", async (unknown, outcome) => {
  let left = unknown;
  const options = { baseUrl: "https://service.example", token: "t", workflow: "no-token" };
  const { result } = await runConformance(readContract(), {
    ...{ ...options, create: false, intervalMs: 1, waitLimitMs: 1, concurrency: 1 },
    fetch: async () => new Response("{}", { status: left-- > 0 ? 404 : 401 }),
  });
  expect(result.workflows).toMatchObject([{ name: "no-token", calls: 4, outcome }]);
});
