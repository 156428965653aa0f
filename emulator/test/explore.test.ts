/** `video-generation-emulator explore`: what breaks an app, and no more than that. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import { isRunning } from "../../test/support/processes.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { OptionError } from "../src/contract/option-error.ts";
import { type Circumstance, faultsOf } from "../src/explore/circumstances.ts";
import { showProgress } from "../src/explore/command.ts";
import {
  coverPairs,
  explore,
  type Exploration,
  type ExploreOptions,
  type Progress,
  shrink,
} from "../src/explore/explore.ts";
import { findReason, runApp, type Trial } from "../src/explore/trial.ts";
import { type Report, renderHtml, renderJunit, renderText, tell } from "../src/explore/report.ts";
import type { LoggedRequest } from "../src/index.ts";

const cli = join(import.meta.dirname, "../src/cli.ts");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => void (folder = await temporaryFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

/** Runs the command in the folder, to its end. */
function runExplore(
  ...words: string[]
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder.path };
    execFile(process.execPath, [cli, "explore", ...words], options, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** An app that reads the voices, and what it does with the response. */
async function appThat(name: string, code: string): Promise<string[]> {
  const file = join(folder.path, `${name}.mjs`);
  await writeFile(
    file,
    `const { VIDEO_GENERATION_BASE_URL: url, VIDEO_GENERATION_TOKEN: token } = process.env;
const read = () => fetch(url + "/api/voices/public", { headers: { authorization: "Bearer " + token } });
${code}`,
  );
  return ["--", process.execPath, file];
}

/** Asks again after a failure of the network or the server, and takes any list. */
const careful = `let body, response;
for (let tries = 0; tries < 3 && !body; tries++)
  try { response = await read(); if (response.ok) body = await response.json(); } catch {}
if (!body) throw new Error("no voices");
`;

const json = async (...words: string[]) => {
  const { stdout, exitCode, stderr } = await runExplore("--format", "json", ...words);
  return { report: (stdout ? JSON.parse(stdout) : stderr) as Report, exitCode };
};

describe("what it finds:", () => {
  test("nothing, where an app takes whatever the contract permits", async () => {
    const app = await appThat("careful", careful);
    const { report, exitCode } = await json("--budget", "1s", ...app);
    expect(report.breaking).toEqual([]);
    expect(exitCode).toBe(0);
    expect(report.survived).toEqual(
      expect.arrayContaining([
        "voice-fields=empty",
        "list-pagination=pages",
        "listPublicVoices=cut",
      ]),
    );
    expect(report.neverMet).toEqual(
      expect.arrayContaining(["avatar-fields=empty", "job-status-values=unknown-word"]),
    );
    // Those that break the contract are no part of it.
    expect(report.survived.join()).not.toContain("missing-output");
  });

  test("single circumstances, each with its question, the app's own words and what plays it", async () => {
    const app = await appThat(
      "naive",
      `const { voices_list } = await (await read()).json();
console.log(voices_list[0].voice_id.length);`,
    );
    const { report, exitCode } = await json("--budget", "0s", ...app);
    expect(exitCode).toBe(1);
    const [empty] = report.breaking.filter(({ name }) => name === "voice-fields=empty");
    expect(empty).toMatchObject({
      title: "It fails if there are no voices.",
      said: expect.stringMatching(/^TypeError: Cannot read properties of undefined/),
      requests: ["GET /api/voices/public → 200 (voice-fields=empty)"],
      gaps: [
        { gap: "voice-fields", question: expect.stringMatching(/\?$/), advice: expect.any(String) },
      ],
      commands: ["video-generation-emulator --seed 1 --render 500ms --gaps voice-fields=empty"],
    });
    expect(report.breaking.map(({ name }) => name)).toEqual([
      ...["voice-fields=plain-names", "voice-fields=no-identifiers", "voice-fields=empty"],
      ...["429", "503", "lost", "html", "cut"].map((fault) => `listPublicVoices=${fault}`),
    ]);
  });

  test("those that break an app only together: behaviours, a fault, and what shapes a refusal", async () => {
    const app = await appThat(
      "together",
      `let failed = false;
${careful.replace("catch {}", "catch { failed = true; }")}
if (response.headers.has("api-version") && "queue_position" in body) throw new Error("both");
if (failed && response.headers.get("content-type").includes("charset")) throw new Error("again");
const next = await read();
if (!next.ok && next.headers.get("content-type") === "text/html") throw new Error("page");`,
    );
    const ending = new AbortController();
    const { breaking } = await explore({
      ...{ command: app.slice(1), env: {}, renderMs: 500, jobs: 4, beyond: false },
      // However slow the machine is, until all are found.
      ...{ budgetMs: 600_000, signal: ending.signal },
      report: (progress) => void (progress.breaking === 4 && ending.abort()),
    });
    const found = breaking.map(
      ({ said, circumstances }) =>
        `${said}: ${circumstances
          .map(({ name }) => name)
          .sort()
          .join(" + ")}`,
    );
    const behaviours =
      "Error: both: interface-versioning=header + response-field-presence=extra-field";
    const faults = ["lost", "cut"].map(
      (fault) => `Error: again: listPublicVoices=${fault} + response-media-type=with-charset`,
    );
    const refusal = "Error: page: error-body=html + rate-limits=every-second-read";
    expect(found.sort()).toEqual([...faults, behaviours, refusal].sort());
  });

  test("after the budget no run begins, and a set that was still being shrunk says so", async () => {
    const [, node, file] = await appThat(
      "stopped",
      `import { appendFileSync } from "node:fs";
appendFileSync("stopped.runs", ".");
${careful}
if (response.headers.has("api-version") && "queue_position" in body) {
  appendFileSync("stopped.failures", ".");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  throw new Error("both");
}`,
    );
    const count = (name: string): number => {
      const counted = join(folder.path, name);
      return existsSync(counted) ? readFileSync(counted).length : 0;
    };
    const ending = new AbortController();
    let runsUntilThen = 0;
    // The first failure is that of a service, the second that of the part of it that acts: then it is shrunk.
    const watching = setInterval(() => {
      if (ending.signal.aborted || count("stopped.failures") < 2) return;
      runsUntilThen = count("stopped.runs");
      ending.abort();
    }, 50);
    try {
      const { breaking } = await explore({
        command: ["env", "--chdir", folder.path, node!, file!],
        ...{ env: {}, renderMs: 500, jobs: 1, beyond: false, limitMs: 20_000 },
        ...{ budgetMs: 600_000, signal: ending.signal, report: () => {} },
      });
      expect(count("stopped.runs")).toBe(runsUntilThen);
      const [stopped] = breaking;
      expect(breaking).toEqual([stopped]);
      expect(stopped).toMatchObject({ knownSmallest: false, said: "Error: both" });
      const names = stopped!.circumstances.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining([
          "interface-versioning=header",
          "response-field-presence=extra-field",
        ]),
      );
      expect(names.length).toBeGreaterThan(2);
    } finally {
      clearInterval(watching);
    }
  });

  test("jobs that an app starts twice, though it passes", async () => {
    const app = await appThat(
      "repeating",
      `const body = ${JSON.stringify(JSON.stringify(lipsyncRequest()))};
const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
for (let tries = 0; tries < 3; tries++)
  try {
    const response = await fetch(url + "/api/express_lipsync_video", { method: "POST", headers, body });
    if (response.ok && (await response.json()).job_id) process.exit(0);
  } catch {}
process.exit(1);`,
    );
    const { report } = await json("--budget", "0s", ...app);
    expect(report.breaking).toEqual([]);
    expect(report.repeated).toEqual(["createLipsyncVideo=lost", "createLipsyncVideo=cut"]);
    expect(report.survived).toEqual(expect.arrayContaining(report.repeated));
    expect(renderText(report)).toMatch(/more jobs.*:\n {2}createLipsyncVideo: lost, cut/);
  });

  test("what breaks the contract, only where it is asked for", async () => {
    const app = await appThat(
      "strict",
      `${careful}
if (response.headers.get("x-emulator-played")) throw new Error("played");`,
    );
    const { report } = await json("--beyond", "--budget", "0s", ...app);
    expect(report.breaking).toEqual([]);
    expect(report.neverMet).toContain("response-field-presence=missing-output");
  });

  test("an app that never ends is ended, with all that it has started", async () => {
    const app = await appThat(
      "endless",
      `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const { voices_list } = await (await read()).json();
if (voices_list.length === 0) {
  writeFileSync("started", String(spawn("sleep", ["600"]).pid));
  await new Promise(() => setTimeout(() => {}, 600_000));
}`,
    );
    const { report } = await json("--budget", "0s", "--limit", "4s", ...app);
    const [empty] = report.breaking.filter(({ name }) => name === "voice-fields=empty");
    expect(empty?.said).toBe("It did not end within 4 s, which is what --limit allows.");
    const started = await readFile(join(folder.path, "started"), "utf8");
    expect(await isRunning(Number(started))).toBe(false);
  });
});

test("reports for people, pages and CI systems, and a baseline of what a team accepts", async () => {
  const app = await appThat(
    "reported",
    `${careful}
console.log(body.voices_list[0].voice_id);`,
  );
  const files = ["--report", "explore.html", "--junit", "explore.xml", "--baseline", "known.json"];
  const first = await runExplore("--budget", "0s", ...files, ...app);
  expect(first.exitCode).toBe(0);
  expect(first.stderr).toMatch(/one at a time: \d+ of \d+.*s left/);
  // Faults that the app does not get as far as are nothing to warn of.
  expect(first.stderr).not.toContain("Warning");
  expect(first.stdout).toMatch(/✗ It fails if there are no voices\.\n {4}Gap {6}voice-fields: /);
  const read = (name: string) => readFile(join(folder.path, name), "utf8");
  expect(JSON.parse(await read("known.json")).accepted).toEqual(["voice-fields=empty"]);
  expect(await read("explore.xml")).toMatch(
    /failures="1".*[^]*<failure message="It fails if there/,
  );
  const page = await read("explore.html");
  expect(page).toMatch(/--paper:[^]*<h3>It fails if there are no voices\.<\/h3>/);
  expect(page).not.toMatch(/<script|https?:\/\/(?!127\.)/);
  const second = await runExplore("--budget", "0s", "--baseline", "known.json", ...app);
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toContain("○ Accepted: It fails if there are no voices.");
});

test("of a set that may not be the smallest, what changed a response is listed, and nothing accepted", async () => {
  const app = await appThat(
    "unsure",
    `${careful}
if (!response.headers.get("x-emulator-played")?.includes(",")) process.exit();
// Longer than the budget.
await new Promise((resolve) => setTimeout(resolve, 4000));
throw new Error("two at once");`,
  );
  const words = ["--budget", "3s", "--limit", "60s", "--baseline", "unsure.json", ...app];
  const { exitCode, stdout, stderr } = await runExplore(...words);
  expect(stdout).toMatch(/✗ It fails with \d+ things at once, of which \d+ changed a response\./);
  const [, listed = ""] = /time was up\.\n((?: +- .*\n)+)/.exec(stdout) ?? [];
  expect(listed.split("\n").length).toBeGreaterThan(2);
  expect(listed).not.toContain("avatar");
  expect(JSON.parse(await readFile(join(folder.path, "unsure.json"), "utf8"))).toEqual({
    accepted: [],
  });
  expect(stderr).toMatch(/Not in it, as the smallest set is not known: \d/);
  expect(exitCode).toBe(1);
});

/** An exploration that has found these sets. */
function foundSets(sets: { names: string[]; knownSmallest?: boolean }[]): Exploration {
  const trial = { passed: false, seconds: 1, requests: [], jobs: 0 };
  return {
    ...{ seed: 1, runs: 9, seconds: 9, baselineSeconds: 1 },
    ...{ survived: [], repeated: [], unsteady: [], neverMet: [] },
    breaking: sets.map(({ names, knownSmallest = true }) => ({
      ...{ ...trial, met: new Set(names) },
      said: `Error: ${names.join(" and ")}`,
      circumstances: names.map((name) => ({
        ...circumstance(name),
        says: `There is ${name.replace("=", " ")}.`,
      })),
      knownSmallest,
    })),
  };
}

/** Everything that it writes for a person or a machine. */
const renderings: [string, (report: Report) => string][] = [
  ["text", renderText],
  ["HTML", (report) => renderHtml(report, ["npm", "test"])],
  ["JUnit XML", renderJunit],
];

/** A report in which no two values are the same. */
const report: Report = {
  ...{ seed: 7, runs: 31, seconds: 12.34, baselineSeconds: 1 },
  breaking: [
    {
      ...{ name: "voice-fields=empty", title: "It fails if there are no voices.", accepted: false },
      ...{ circumstances: [{ name: "voice-fields=empty", says: "There are no voices." }] },
      ...{ knownSmallest: true, said: "TypeError: <1>", requests: ["GET /one", "GET /two"] },
      gaps: [{ gap: "voice-fields", question: "Which fields?", advice: "Check each." }],
      commands: ["emulator --gaps 1", "curl 1"],
    },
    {
      ...{ name: "createHpJob=lost", title: "It fails if a response is lost.", accepted: true },
      ...{ circumstances: [{ name: "createHpJob=lost", says: "A response is lost." }] },
      ...{ knownSmallest: true, said: "Error: 2", requests: ["POST /three"], gaps: [] },
      commands: ["emulator 2"],
    },
  ],
  survived: ["error-body=html", "error-body=empty", "getHpJob=503"],
  repeated: ["createLipsyncVideo=cut"],
  neverMet: ["avatar-fields=empty", "avatar-fields=more", "token=old", "token=new"],
  unsteady: ["getHpJob=429"],
  mended: ["getHpJob=hang"],
};

const summary =
  "1 thing breaks the app, beside 1 accepted. It survives 3, and never met 4. 31 runs in 12.3 s.";

test("a terminal shows each finding with its gap, its requests and how to play it, and then what else was found", () => {
  expect(renderText(report).trim()).toBe(`✗ It fails if there are no voices.
    Gap      voice-fields: Which fields?
    Advice   Check each.
    It says  TypeError: <1>
    Requests GET /one
             GET /two
    Play it  emulator --gaps 1
             curl 1

○ Accepted: It fails if a response is lost.
    It says  Error: 2
    Requests POST /three
    Play it  emulator 2

It survives:
  error-body: html, empty
  getHpJob: 503

It starts more jobs with these than without, and may pay for each:
  createLipsyncVideo: cut

It never met (these change no response that it gets):
  avatar-fields: empty, more
  token: old, new

It failed once with these, and passed when they were played again:
  getHpJob: 429

Accepted, and not found any more:
  getHpJob=hang

${summary}`);
});

test("a CI system gets a test for each finding: accepted ones and those never met are skipped", () => {
  expect(renderJunit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="explore" tests="9" failures="1" skipped="5" errors="0" time="12.340">
  <testcase classname="explore" name="voice-fields=empty"><failure message="It fails if there are no voices.">TypeError: &lt;1&gt;</failure></testcase>
  <testcase classname="explore" name="createHpJob=lost"><skipped message="accepted"/></testcase>
  <testcase classname="explore" name="error-body=html"/>
  <testcase classname="explore" name="error-body=empty"/>
  <testcase classname="explore" name="getHpJob=503"/>
  <testcase classname="explore" name="avatar-fields=empty"><skipped message="never met"/></testcase>
  <testcase classname="explore" name="avatar-fields=more"><skipped message="never met"/></testcase>
  <testcase classname="explore" name="token=old"><skipped message="never met"/></testcase>
  <testcase classname="explore" name="token=new"><skipped message="never met"/></testcase>
</testsuite>
`);
});

test("a page shows the same as a terminal", () => {
  const shown = renderHtml(report, ["npm", "test"])
    .replace(/<style>[^]*<\/style>/, "")
    .replace(/<article class="(\w+)">/g, "\n{$1} ")
    .replace(/<(h2|li|summary|pre|br)>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const unmetAt = shown.indexOf("No client meets these");
  expect(shown.slice(0, unmetAt)).toEqual([
    ...["What breaks the app", "What breaks the app", "npm test", summary],
    "{breaks} It fails if there are no voices.",
    ...["voice-fields: Which fields?", "Check each.", "It says: TypeError: &lt;1&gt;"],
    ...["The last requests", "GET /one", "GET /two", "Play it", "emulator --gaps 1", "curl 1"],
    "{accepted} Accepted: It fails if a response is lost.",
    ...["It says: Error: 2", "The last requests", "POST /three", "Play it", "emulator 2"],
    ...["It survives", "error-body: html, empty", "getHpJob: 503"],
    "It starts more jobs with these than without, and may pay for each",
    ...["createLipsyncVideo: cut", "It never met", "avatar-fields: empty, more", "token: old, new"],
  ]);
  expect(shown.length - unmetAt).toBeGreaterThan(5);
});

test.each<[findings: number, accepted: number, says: string]>([
  [0, 0, "Nothing breaks the app. It survives"],
  [0, 2, "Nothing breaks the app, beside 2 accepted. It survives"],
  [2, 0, "2 things break the app. It survives"],
])("%i findings beside %i accepted are: %s", (findings, accepted, says) => {
  const [finding] = report.breaking as [Report["breaking"][0]];
  const breaking = Array.from({ length: findings + accepted }, (_, index) => ({
    ...{ ...finding, name: `a=${index}`, accepted: index >= findings },
  }));
  expect(renderText({ ...report, breaking })).toContain(`\n${says}`);
});

test.each(renderings)("a set that may not be the smallest is marked in %s", (_, render) => {
  const reportOf = (knownSmallest: boolean) =>
    tell(foundSets([{ names: ["a=1", "b=2"], knownSmallest }]), [], 500);
  expect(render(reportOf(false))).toContain(
    "It fails with 2 things at once, of which 2 changed a response. This is not known to be the smallest set: the time was up.",
  );
  expect(render(reportOf(true))).not.toContain("not known to be the smallest");
  expect(reportOf(false).breaking).toMatchObject([{ name: "a=1 + b=2", knownSmallest: false }]);
});

test.each(renderings.slice(0, 2))("sets that share a member stand below it in %s", (_, render) => {
  const shared = ["503", "429", "lost"].map((fault) => ({
    names: [`read=${fault}`, "error-body=html"],
  }));
  const others = [["alone=1"], ["a=1", "b=2"], ["error-body=empty", "write=503"]];
  const unsure = { names: ["c=3", "error-body=html", "d=4"], knownSmallest: false };
  const sets = [shared[0]!, ...others.map((names) => ({ names })), ...shared.slice(1), unsure];
  const report = tell(foundSets(sets), ["error-body=html + read=lost"], 500);
  const printed = render(report);
  const shown = [
    // An accepted set stays by itself, and so does one that may have members without a part in it.
    ...["if there is error-body html, with any of:", "there is read 503", "there is read 429 ("],
    ...["if there is alone 1.", "if there is a 1, and there is b 2."],
    "if there is error-body empty, and there is write 503.",
    "Accepted: It fails if there is read lost, and there is error-body html.",
    ...[
      "It fails with 3 things at once, of which 3 changed a response.",
      "there is c 3",
      "there is error-body html",
      "there is d 4",
    ],
  ];
  let end = 0;
  for (const line of shown) expect([line, (end = printed.indexOf(line, end))]).not.toContain(-1);
  // The question of a gap once, and each set with what the app says of it.
  expect(printed.match(/What does the body of a failure look like\?/g)).toHaveLength(3);
  expect(printed).toContain("Error: read=429 and error-body=html");
  expect(report.breaking).toHaveLength(sets.length);
});

test("the commands that it names play exactly what it found", async () => {
  const app = await appThat(
    "played",
    `const { voices_list } = await (await read()).json();
console.log(voices_list[0].voice_id.length);`,
  );
  const { report } = await json("--budget", "0s", ...app);
  const names = ["voice-fields=empty", "listPublicVoices=503", "listPublicVoices=html"];
  for (const name of names) {
    const { commands, requests } = report.breaking.find((finding) => finding.name === name)!;
    const [words = [], ...curls] = commands.map((command) => command.split(" "));
    const emulator = spawn(process.execPath, [cli, ...words.slice(1), "--port", "0"]);
    try {
      const [printed] = (await once(emulator.stdout, "data")) as [Buffer];
      const [, url = ""] = /^Address +(\S+)/.exec(String(printed)) ?? [];
      const [, token = ""] = /^Token +(\S+)/m.exec(String(printed)) ?? [];
      expect(curls).toHaveLength(commands.length - 1);
      const rest = commands
        .slice(1)
        .map((command) => command.replaceAll("http://127.0.0.1:4010", url));
      const env = { ...process.env, VIDEO_GENERATION_BASE_URL: url, VIDEO_GENERATION_TOKEN: token };
      const run = promisify(execFile);
      for (const command of rest) await run("sh", ["-c", `${command} --fail --silent`]);
      await expect(run(app[1]!, app.slice(2), { env })).rejects.toThrow(/TypeError|SyntaxError/);
      const log = (await (await fetch(`${url}/emulator/requests`)).json()) as {
        requests: LoggedRequest[];
      };
      const [seen] = log.requests.map(
        ({ method, url: path, status }) => `${method} ${path} → ${status}`,
      );
      expect(requests.at(-1)).toContain(seen);
    } finally {
      emulator.kill();
      await once(emulator, "exit");
    }
  }
});

test.each([
  ["one at a time", 130, ""],
  ["in pairs", 0, "Nothing breaks the app"],
])("Ctrl-C while it tries %s", async (phase, exitCode, says) => {
  const app = await appThat("interrupted", careful);
  const child = spawn(process.execPath, [cli, "explore", "--budget", "10m", ...app], {
    cwd: folder.path,
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  for await (const chunk of child.stderr) if (String(chunk).includes(phase)) child.kill("SIGINT");
  const code = child.exitCode ?? ((await once(child, "exit")) as [number])[0];
  expect(code).toBe(exitCode);
  expect(printed).toContain(says);
});

test("a second Ctrl-C ends at once, and the app with it", async () => {
  const app = await appThat(
    "interrupted-twice",
    `import { writeFileSync } from "node:fs";
${careful}
if (!response.headers.get("x-emulator-played")?.includes(",")) process.exit();
writeFileSync("interrupted", String(process.pid));
setInterval(() => {}, 1000);`,
  );
  const words = ["--budget", "10m", "--limit", "10m", "--jobs", "2", ...app];
  const child = spawn(process.execPath, [cli, "explore", ...words], { cwd: folder.path });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  const pidOfApp = () => readFile(join(folder.path, "interrupted"), "utf8").catch(() => "");
  await expect.poll(pidOfApp).not.toBe("");
  child.kill("SIGINT");
  let asked = 0;
  for await (const chunk of child.stderr)
    if (
      String(chunk).includes(
        "\nEnds with what was found until now. Ctrl-C again ends at once.\n",
      ) &&
      asked++ === 0
    )
      child.kill("SIGINT");
  expect([asked, ...(await ended)]).toEqual([1, 130, null]);
  const pid = Number(await pidOfApp());
  await expect.poll(() => isRunning(pid)).toBe(false);
}, 60_000);

/** An app that meets these behaviours, all of which break the contract, and calls one operation. */
async function exploreWith(
  behaviours: string[],
  options: Partial<ExploreOptions>,
  runOf: (names: string[]) => Partial<Trial> = () => ({}),
  operation: string | null = "getHpJob",
) {
  const runs: { names: string[]; limitMs: number }[] = [];
  const emulator = {
    gaps: {
      watch: () => new Set(behaviours.map((gap) => `${gap}=1`)),
      list: () =>
        behaviours.map((gap) => ({
          gap,
          behaviours: [{ name: "1", says: "", breaksContract: true }],
        })),
    },
    requests: () => [{ operation }],
  } as unknown as Parameters<NonNullable<Parameters<typeof runApp>[4]>>[0];
  const found = await explore(
    {
      ...{ command: ["app"], env: {}, renderMs: 500, jobs: 1, beyond: true },
      ...{ budgetMs: 600_000, report: () => {}, ...options },
    },
    async (_options, circumstances, _seed, limitMs, look) => {
      look?.(emulator, "before");
      look?.(emulator, "after");
      const names = circumstances.map(({ name }) => name);
      runs.push({ names, limitMs });
      const trial = {
        passed: true,
        seconds: 2,
        said: "",
        requests: [],
        jobs: 1,
        met: new Set<string>(),
      };
      return { ...trial, ...runOf(names) };
    },
  );
  return { found, runs };
}

test.each<[options: Partial<ExploreOptions>, limits: Record<string, number>]>([
  // Three seconds and three times two; each fault may pause for three.
  [{}, { "": 120_000, "a=1": 9_000, "getHpJob=503": 12_000 }],
  [{ limitMs: 5_000 }, { "": 5_000, "a=1": 5_000, "getHpJob=503": 8_000 }],
])("with %j, runs may take so long: %j", async (options, limits) => {
  const { runs: beyond } = await exploreWith(["a"], { ...options, budgetMs: 0 });
  const { runs: within } = await exploreWith(["a"], { ...options, budgetMs: 0, beyond: false });
  const limitOf = (name: string) =>
    new Set(
      [...beyond, ...within].filter(({ names }) => names.join() === name).map((run) => run.limitMs),
    );
  for (const [name, limitMs] of Object.entries(limits))
    expect([...limitOf(name)], name).toEqual([limitMs]);
});

test.each([
  [["a", "b"], 0],
  [["a", "b", "c"], 10_000],
])("of %j, services are drawn at random %i times", async (behaviours, draws) => {
  let drawn = 0;
  const report = ({ phase, done }: Progress) => void (phase === "at random" && (drawn = done));
  await exploreWith(behaviours, { report });
  expect(drawn).toBe(draws);
});

test("each fault that an app can meet is told in a sentence, and is what the sentence says", () => {
  const of = (name: string, says: string, fault: object): Circumstance => ({
    ...{ name: `getHpJob=${name}`, says: `${says.replace("OPERATION", "getHpJob")}.` },
    ...{ fault: { ...fault, operation: "getHpJob" } as never, breaksContract: false },
  });
  const html = "<!doctype html><title>502</title><h1>Bad Gateway</h1>";
  expect(faultsOf(["getHpJob"]).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    of("429", "The first response to OPERATION is 429, with a pause of a second", {
      effect: "status",
      status: 429,
      retryAfter: 1,
    }),
    of("503", "The first response to OPERATION is 503", { effect: "status", status: 503 }),
    of("cut", "The first response to OPERATION ends after half of its body", {
      effect: "truncate",
    }),
    of("html", "The first response to OPERATION is a page of HTML with 502", {
      ...{ effect: "status", status: 502, contentType: "text/html", body: html },
    }),
    of("lost", "The first response to OPERATION is lost, after the work was done", {
      effect: "reset",
      when: "after-work",
    }),
    of("slow", "The first response to OPERATION takes two seconds", {
      effect: "delay",
      delayMs: 2000,
    }),
  ]);
});

const flaky = "Nothing can be told from a test that does not always pass.";
const noRequest =
  "The app has sent nothing to the emulator. It finds the address in VIDEO_GENERATION_BASE_URL, and the token in VIDEO_GENERATION_TOKEN; name others with --env NAME=url and --env NAME=token.";
test.each<[jobs: number, failing: number[], operation: string | null, says: string]>([
  [
    ...([1, [1], "getHpJob"] as const),
    "The app fails against the emulator as it is: It broke. Mend that first: nothing can be told from a test that fails anyhow.",
  ],
  [
    ...([1, [2], "getHpJob"] as const),
    `The app passed once and failed when it ran again: It broke. ${flaky}`,
  ],
  [
    ...([3, [3], "getHpJob"] as const),
    `The app passed once and failed when it ran again, 3 times at once: It broke. ${flaky} If it cannot run twice at a time, say --jobs 1.`,
  ],
  [1, [], null, noRequest],
] as never)("with %i at once, of which %j fail: %s", async (jobs, failing, operation, says) => {
  let runs = 0;
  const failed = () => failing.includes(++runs);
  const found = exploreWith(
    ["a"],
    { jobs },
    () => (failed() ? { passed: false, said: "It broke." } : {}),
    operation,
  );
  await expect(found).rejects.toThrow(new OptionError(says));
});

test("what fails once and passes when it is played again breaks nothing", async () => {
  let failures = 0;
  const { found } = await exploreWith(["a", "b", "c"], { budgetMs: 0 }, ([name]) => ({
    passed: name !== "c=1" && (name !== "b=1" || failures++ > 0),
  }));
  expect(found).toMatchObject({
    survived: ["a=1"],
    unsteady: ["b=1"],
    breaking: [{ passed: false }],
  });
});

describe("progress", () => {
  const told = (isTTY: boolean, steps: [atMs: number, progress: Partial<Progress>][]) => {
    const lines: string[] = [];
    let now = 0;
    const write = (text: string) => lines.push(text) > 0;
    const show = showProgress({ isTTY, write } as typeof process.stderr, () => now);
    for (const [atMs, progress] of steps) {
      now = atMs;
      const known = {
        phase: "one at a time",
        total: 4,
        breaking: 1,
        budgetLeftMs: Infinity,
      } as const;
      show({ ...known, done: 0, ...progress });
    }
    return lines;
  };

  test("is a line that is erased and written anew in a terminal, until its phase is over", () => {
    const steps: Parameters<typeof told>[1] = [1, 4].map((done) => [done * 1_001, { done }]);
    expect(told(true, steps)).toEqual([
      "\r\u001b[Kone at a time: 1 of 4, 1 breaks the app, about 4 s left",
      "\r\u001b[Kone at a time: 4 of 4, 1 breaks the app\n",
    ]);
  });

  test("is a line every ten seconds elsewhere, and one where a phase begins and ends", () => {
    const steps = [0, 9_999, 10_000, 19_999].map((atMs, done) => [atMs, { done }] as const);
    const next = { phase: "at random", done: 7, total: undefined, budgetLeftMs: 1 } as const;
    const all = told(false, [...steps, [20_000, { done: 4 }], [20_001, next]] as never);
    expect(all.map((line) => line.split(",", 1)[0])).toEqual([
      ...["one at a time: 0 of 4", "one at a time: 2 of 4", "one at a time: 4 of 4"],
      "at random: 7",
    ]);
    expect(all.at(-1)).toBe("at random: 7, 1 breaks the app, about 1 s left\n");
  });
});

describe("of an app that failed,", () => {
  const fail = (code: string) =>
    runApp({ command: [process.execPath, "-e", code], env: {}, renderMs: 1 }, [], 1, 60_000);

  test("the last five requests are told, the newest at the end", async () => {
    const { requests } = await fail(
      `(async () => {
  for (let each = 1; each <= 6; each++)
    await fetch(process.env.VIDEO_GENERATION_BASE_URL + "/api/" + each);
  process.exit(1);
})()`,
    );
    expect(requests).toEqual([2, 3, 4, 5, 6].map((each) => `GET /api/${each} → 404`));
  });

  test.each([
    [0, "Error: at the end"],
    [1, "Error: at the en"],
  ])("256 KiB of what it prints are looked at, and no more: %i beyond", async (over, said) => {
    const code = `const text = "-".repeat(${256 * 1024 + over} - 18) + "\\nError: at the end";
process.stderr.write(text, () => process.exit(1));`;
    expect((await fail(code)).said).toBe(said);
  });

  test.each([
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), `${"x".repeat(199)}…`],
  ])("a reason has 200 letters", (printed, reason) => {
    expect(findReason([printed])).toBe(reason);
  });
});

describe("a run of an app", () => {
  const node = (code: string) => [process.execPath, "-e", code];
  const left = () => process.listenerCount("exit");

  test.each<[what: string, command: string[], limitMs: number]>([
    ["passes", node(""), 600_000],
    ["fails", node("process.exit(1)"), 600_000],
    ["does not end in time", node("setInterval(() => {}, 1000)"), 1],
    ["cannot be started", ["no-such-program"], 600_000],
  ])("that %s leaves no listener and no emulator", async (_, command, limitMs) => {
    let url = "";
    const seen: string[] = [];
    const before = left();
    const ended = runApp({ command, env: {}, renderMs: 1 }, [], 1, limitMs, (emulator, when) => {
      url = emulator.url;
      seen.push(when);
    });
    const isStarted = command[0] === process.execPath;
    expect(await ended.then(() => true).catch(() => false)).toBe(isStarted);
    expect(seen).toEqual(isStarted ? ["before", "after"] : ["before"]);
    expect(left()).toBe(before);
    await expect(fetch(`${url}/emulator/state`)).rejects.toThrow();
  });

  test("that has ended keeps nobody waiting for its limit", async () => {
    const words = [cli, "explore", "--limit", "10m", "--", process.execPath, "-e", ""];
    const ended = promisify(execFile)(process.execPath, words, { timeout: 30_000 });
    await expect(ended).rejects.toMatchObject({ code: 2, killed: false });
  }, 60_000);

  test("tells of each request what has changed its response, and of each circumstance whether it was met", async () => {
    const of = (name: string, fault?: Circumstance["fault"]): Circumstance => ({
      ...{ name, says: "", breaksContract: false },
      ...(fault && { fault }),
    });
    const unavailable = { effect: "status", status: 503 } as const;
    const { requests, met, jobs, passed, seconds } = await runApp(
      {
        ...{ env: {}, renderMs: 1 },
        command: node(`(async () => {
const { VIDEO_GENERATION_BASE_URL: url, VIDEO_GENERATION_TOKEN: token } = process.env;
for (const path of ["voices/public", "voices/public", "avatars/public?a=1"])
  await (await fetch(url + "/api/" + path, { headers: { authorization: "Bearer " + token } })).text();
})()`),
      },
      [
        of("voice-fields=empty"),
        of("avatar-fields=empty"),
        of("listPublicVoices=503", { ...unavailable, operation: "listPublicVoices" }),
        of("getHpJob=503", { ...unavailable, operation: "getHpJob" }),
      ],
      1,
      60_000,
    );
    expect(requests).toEqual([
      "GET /api/voices/public → 503 (status)",
      "GET /api/voices/public → 200 (voice-fields=empty)",
      "GET /api/avatars/public?a=1 → 200 (avatar-fields=empty)",
    ]);
    expect([...met].toSorted()).toEqual([
      ...["avatar-fields=empty", "listPublicVoices=503", "voice-fields=empty"],
    ]);
    expect([passed, jobs, seconds > 0, seconds < 60]).toEqual([true, 0, true, true]);
  });
});

test("the address and the token come under the names that the app has for them", async () => {
  const [, node, file] = await appThat(
    "named",
    `const { API, KEY } = process.env;
const { status } = await fetch(API + "/api/voices/public", { headers: { authorization: "Bearer " + KEY } });
process.exit(status === 200 || status > 400 ? 0 : 1);`,
  );
  const names = ["--env", "API=url", "--env", "KEY=token", "--budget", "0s"];
  expect((await json(...names, "--", node!, file!)).report.survived).toContain(
    "voice-fields=empty",
  );
});

test.each([
  ["no command", [], /There is no command\. Write it after --/],
  ["an unknown option", ["--speed", "1"], /Unknown option '--speed'.*--help/],
  ["an option without sense", ["--jobs", "0", "--", "true"], /--jobs is "0"/],
  ["more runs at once than are of use", ["--jobs", "65", "--", "true"], /--jobs is "65"/],
  ["as many as are, of no app", ["--jobs", "64", "--", "false"], /The app fails against/],
  ["a wrong duration", ["--budget", "soon", "--", "true"], /--budget is "soon"/],
  ["a variable without a value", ["--env", "A=b", "--", "true"], /--env is "A=b"/],
  [
    "a program that is not there",
    ["--", "no-such-program"],
    /^as it is: .*\nno-such-program cannot be started: spawn no-such-program ENOENT\. Write the command as in a terminal, after --\.\n$/,
  ],
  ["an app that is red", ["--", "false"], /The app fails against the emulator as it is/],
  ["an app that asks nothing", ["--", "true"], /has sent nothing to the emulator/],
])("%s is refused in a sentence", async (_, words, says) => {
  const { exitCode, stderr } = await runExplore(...words);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("an app that passes only now and then is refused", async () => {
  const [, node, file] = await appThat(
    "flaky",
    `import { existsSync, writeFileSync } from "node:fs";
await read();
if (existsSync("ran")) throw new Error("second time");
writeFileSync("ran", "");`,
  );
  const { exitCode, stderr } = await runExplore("--", node!, file!);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("passed once and failed when it ran again");
});

test.each([
  [
    "Node",
    "run_main:107\n    triggerUncaughtException(\n    ^\n\n[TypeError: fetch failed] {",
    "[TypeError: fetch failed] {",
  ],
  [
    "Vitest",
    " FAIL  app.test.ts > reads\nAssertionError: expected 503 to be 200",
    "AssertionError: expected 503 to be 200",
  ],
  [
    "pytest",
    "=== FAILURES ===\n    def test_it():\nE       KeyError: 'videos'",
    "E       KeyError: 'videos'",
  ],
  [
    "Jest",
    "FAIL ./app.test.mjs\n  ✕ reads (10 ms)\n\n  ● reads\n\n    expect(received).toBe(expected)",
    "✕ reads (10 ms)",
  ],
  [
    "Go",
    "=== RUN   TestErrors\n--- FAIL: TestErrors (0.00s)\n    app_test.go:7: got 503\nFAIL",
    "--- FAIL: TestErrors (0.00s)",
  ],
  ["TAP", "TAP version 13\n# reads without errors\nnot ok 1 - reads", "not ok 1 - reads"],
  [
    "a shell",
    "curl: (22) The requested URL returned error: 503",
    "curl: (22) The requested URL returned error: 503",
  ],
  ["an app without a word for it", "begin\nit was in vain", "it was in vain"],
  ["an app that is silent", "", "It says nothing."],
])("of what %s prints, the line that says why", (_, printed, reason) => {
  expect(findReason(["", printed])).toBe(reason);
});

const circumstance = (name: string): Circumstance => ({ name, says: "", breaksContract: false });

test("every two circumstances of different places meet, in few services", () => {
  const places = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(places, (sizes) => {
      const all = sizes.flatMap((size, place) =>
        Array.from({ length: size }, (_, index) => circumstance(`p${place}=${index}`)),
      );
      const services = coverPairs(all);
      for (const a of all)
        for (const b of all)
          if (a.name.split("=")[0] !== b.name.split("=")[0])
            expect(services.some((set) => set.includes(a) && set.includes(b))).toBe(true);
      const [first = 0, second = 0] = sizes.toSorted((a, b) => b - a);
      expect(services.length).toBeLessThanOrEqual(3 * first * second);
    }),
  );
});

test.each([1, 4])(
  "a set that fails is shrunk until nothing can be left out, %i at once",
  async (atOnce) => {
    const sets = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sets, fc.infiniteStream(fc.boolean()), async (set, chosen) => {
        const needed = set.filter(() => chosen.next().value === true);
        const fails = async (part: number[]) => needed.every((item) => part.includes(item));
        const left = await shrink(set, fails, atOnce);
        if (needed.length > 0) expect(left.sort()).toEqual(needed.sort());
        else expect(left.length).toBe(1);
      }),
    );
  },
);
