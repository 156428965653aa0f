/** Each option that the help of `explore` names, at its main use: what it changes, and what holds without it. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { optionsOf } from "../../test/support/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import { runExplore } from "../src/explore/command.ts";
import { type Exploration, explore } from "../src/explore/explore.ts";
import { parseDuration } from "../src/time/time.ts";

vi.mock(import("../src/explore/explore.ts"), async (original) => ({
  ...(await original()),
  explore: vi.fn<typeof explore>(() => Promise.resolve(found)),
}));

/** What is found, in turn: nothing, or a circumstance that breaks the app. */
let found: Exploration;
const nothing: Exploration = {
  ...{ seed: 1, runs: 9, seconds: 9, baselineSeconds: 1 },
  ...{ breaking: [], survived: [], repeated: [], unsteady: [], neverMet: [] },
};
const circumstance = {
  name: "voice-fields=empty",
  says: "There are no voices.",
  breaksContract: false,
};
const finding = (knownSmallest = true): Exploration => ({
  ...nothing,
  breaking: [
    {
      ...{ passed: false, seconds: 1, requests: [], jobs: 0, said: "Error", knownSmallest },
      ...{ met: new Set([circumstance.name]), circumstances: [circumstance] },
    },
  ],
});

let folder: TemporaryFolder;
let printed: string;
let told: string;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
beforeEach(async () => {
  folder = await temporaryFolder();
  [found, printed, told] = [nothing, "", ""];
  vi.mocked(explore).mockClear();
  vi.spyOn(console, "log").mockImplementation((text: string) => void (printed += `${text}\n`));
  vi.spyOn(console, "error").mockImplementation((text: string) => void (told += `${text}\n`));
});
afterEach(async () => {
  for (const signal of signals) process.removeAllListeners(signal);
  vi.restoreAllMocks();
  process.exitCode = undefined;
  await folder.remove();
});

const app = ["--", "npm", "test"];

/** How the exploration begins without any option, by the help. */
async function usual() {
  await runExplore(["--help"]);
  const [, budget = ""] = /--budget .*\(([^)]+)\); no run/.exec(printed)!;
  const [, render = ""] = /--render .*\(([^)]+)\)/.exec(printed)!;
  printed = "";
  return {
    ...{ command: ["npm", "test"], env: {}, beyond: false, limitMs: undefined },
    ...{ budgetMs: parseDuration(budget), renderMs: parseDuration(render) },
    // "Twice the processors."
    jobs: 2 * availableParallelism(),
  };
}

const started: Record<string, [words: string, options: object][]> = {
  none: [["", {}]],
  "--env": [["--env API=url --env KEY=token", { env: { API: "url", KEY: "token" } }]],
  "--budget": [["--budget 2s", { budgetMs: 2000 }]],
  "--limit": [["--limit 4s", { limitMs: 4000 }]],
  "--jobs": [
    ["--jobs 1", { jobs: 1 }],
    ["--jobs 64", { jobs: 64 }],
  ],
  "--render": [["--render 7s", { renderMs: 7000 }]],
  "--beyond": [["--beyond", { beyond: true }]],
};

test.each(Object.entries(started).flatMap(([option, rows]) => rows.map((row) => [option, ...row])))(
  "%s is passed on: %s",
  async (option, words, options) => {
    const expected = { ...(await usual()), ...(options as object) };
    await runExplore([...String(words).split(" ").filter(Boolean), ...app]);
    const [{ signal, report, ...given }] = vi.mocked(explore).mock.lastCall!;
    expect({ limitMs: undefined, ...given }, String(option)).toEqual(expected);
    expect([signal, report]).toEqual([expect.any(AbortSignal), expect.any(Function)]);
    expect(process.exitCode ?? 0).toBe(0);
  },
);

/** Options about what is found: here one thing breaks the app. */
const shown: Record<
  string,
  { words: string; printed: RegExp; told?: RegExp; code: number; file?: [string, RegExp] }[]
> = {
  "--format": [
    { words: "", printed: /^\n?✗ It fails if there are no voices\./, code: 1 },
    { words: "--format text", printed: /^\n?✗ It fails if there are no voices\./, code: 1 },
    { words: "--format json", printed: /^\{\n[^]*"name": "voice-fields=empty"/, code: 1 },
  ],
  "--report": [
    {
      words: "--report r.html",
      printed: /✗/,
      code: 1,
      file: ["r.html", /<h3>It fails if there are no voices/],
    },
  ],
  "--junit": [
    {
      words: "--junit r.xml",
      printed: /✗/,
      code: 1,
      file: ["r.xml", /<testsuite [^]*failures="1"/],
    },
  ],
  "--baseline": [
    // Written, and from then on accepted.
    {
      words: "--baseline new.json",
      ...{
        printed: /✗ It fails/,
        told: /^Written: \S+new\.json\. What is in it is accepted from now on: 1\.\n$/,
        code: 0,
      },
      file: ["new.json", /"accepted": \[\n +"voice-fields=empty"\n/],
    },
    { words: "--baseline known.json", printed: /○ Accepted: It fails/, code: 0 },
    {
      words: "--baseline others.json",
      printed: /✗ It fails[^]*not found any more:\n +getHpJob=503/,
      code: 1,
    },
  ],
};

test.each(
  Object.entries(shown).flatMap(([option, rows]) =>
    rows.map((row) => [option, row.words, row] as const),
  ),
)("%s: %s", async (option, _, row) => {
  found = finding();
  await folder.write("known.json", '{"accepted":["voice-fields=empty"]}');
  await folder.write("others.json", '{"accepted":["getHpJob=503"]}');
  const inFolder = (word: string) => (/\./.test(word) ? join(folder.path, word) : word);
  await runExplore([...row.words.split(" ").filter(Boolean).map(inFolder), ...app]);
  expect(printed, `${option}: the standard output`).toMatch(row.printed);
  expect(told, `${option}: the standard error`).toMatch(row.told ?? /^$/);
  expect(process.exitCode ?? 0, `${option}: the exit code`).toBe(row.code);
  if (row.words.includes("json ") || row.words.endsWith(" json")) JSON.parse(printed);
  if (row.file) expect(await readFile(join(folder.path, row.file[0]), "utf8")).toMatch(row.file[1]);
});

test("what may not be the smallest set is in no baseline, and fails", async () => {
  found = finding(false);
  await runExplore(["--baseline", join(folder.path, "new.json"), ...app]);
  expect(told).toMatch(
    /: 0\.\nNot in it, as the smallest set is not known: 1\. Say a longer --budget\.\n$/,
  );
  expect(process.exitCode).toBe(1);
});

describe("is refused before the first run:", () => {
  test.each([
    ["--format xml", /^--format is "xml"\. Set it to text or json\.$/],
    ["--jobs 65", /^--jobs is "65"\. Set it to a number from 1 to 64\.$/],
    ["--jobs 1.5", /^--jobs is "1\.5"/],
    ["--render soon", /^--render is "soon"/],
    ["--limit 3", /^--limit is "3"/],
    ["--env API=address", /^--env is "API=address"\. Write NAME=url or NAME=token\.$/],
    [
      "--baseline text.json",
      /^--baseline \S+text\.json holds no list "accepted"\. Remove the file: it is written anew\.$/,
    ],
    ["--baseline odd.json", /holds no list "accepted"\. Remove the file/],
  ])("%s", async (words, says) => {
    await folder.write("text.json", "no JSON");
    await folder.write("odd.json", '{"accepted":"all"}');
    const given = words
      .split(" ")
      .map((word) => (word.endsWith(".json") ? join(folder.path, word) : word));
    const refusal = runExplore([...given, ...app]);
    await expect(refusal).rejects.toMatchObject({
      name: "OptionError",
      message: expect.stringMatching(says),
    });
    expect(explore).not.toHaveBeenCalled();
    expect(printed).toBe("");
  });
});

test.each(["--report", "--junit", "--baseline"])(
  "a file of %s that cannot be written is named",
  async (option) => {
    const file = join(folder.path, "nowhere/file");
    await expect(runExplore([option, file, ...app])).rejects.toMatchObject({
      ...{
        name: "OptionError",
        message: `${option} ${file} cannot be written: ENOENT: no such file or directory, open '${file}'. Choose another file.`,
      },
    });
    expect(existsSync(file)).toBe(false);
  },
);

test("the help is this", async () => {
  await runExplore(["--help"]);
  expect(printed).toBe(`Usage: video-generation-emulator explore [options] -- <command>

Runs your own tests, or any command with an exit code, against services that the contract permits, and says which of them break
your app. Each run has an emulator of its own; the command finds it in VIDEO_GENERATION_BASE_URL and VIDEO_GENERATION_TOKEN.

  --env <name>=url|token  another variable for the address or the token; may be repeated
  --budget <duration>     how long to look for combinations, after everything was tried alone (1m); no run begins later
  --limit <duration>      how long a run may take (3s, and three times as long as without anything)
  --jobs <number>         runs at once (twice the processors: most of a run is waiting)
  --render <duration>     how long a job renders (500ms)
  --beyond                try what breaks the contract instead
  --baseline <file>       findings that your team accepts; written when it does not exist
  --format text|json      what is printed (text)
  --report <file>         writes a page of HTML
  --junit <file>          writes JUnit XML
  --help

Exit codes: 0 nothing breaks the app, 1 something does, 2 an option cannot be used, or the app fails against the emulator as it is.
`);
});

test("every option that the help names has a row", async () => {
  await runExplore(["--help"]);
  const options = optionsOf(printed);
  const rows = [...Object.keys(started), ...Object.keys(shown), "--help"];
  expect(options.length).toBeGreaterThan(8);
  expect(options.filter((option) => !rows.includes(option))).toEqual([]);
});
