/** `video-generation-emulator explore`: what breaks an app, and no more than that. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execFile } from "node:child_process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Circumstance } from "../src/explore/circumstances.ts";
import { coverPairs, shrink } from "../src/explore/explore.ts";
import type { Report } from "../src/explore/report.ts";

const cli = join(import.meta.dirname, "../src/cli.ts");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => void (folder = await temporaryFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

/** Runs the command in the folder, to its end. */
function explore(
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
  const { stdout, exitCode, stderr } = await explore("--format", "json", ...words);
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

  test("the two that break an app only together, and neither alone", async () => {
    const app = await appThat(
      "pair",
      `${careful}
if (response.headers.has("api-version") && "queue_position" in body) throw new Error("both");`,
    );
    const { report } = await json("--budget", "6s", ...app);
    expect(report.breaking.map(({ name, said }) => [name, said])).toEqual([
      ["interface-versioning=header + response-field-presence=extra-field", "Error: both"],
    ]);
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
    const { report } = await json("--budget", "0s", ...app);
    const [empty] = report.breaking.filter(({ name }) => name === "voice-fields=empty");
    expect(empty?.said).toMatch(/^It did not end within \d+ s\.$/);
    const started = await readFile(join(folder.path, "started"), "utf8");
    // Whoever has ended may wait for its parent.
    const stat = await readFile(`/proc/${started}/stat`, "utf8").catch(() => "sleep) Z");
    expect(stat).toMatch(/\) Z/);
  });
});

test("reports for people, pages and CI systems, and a baseline of what a team accepts", async () => {
  const app = await appThat(
    "reported",
    `${careful}
console.log(body.voices_list[0].voice_id);`,
  );
  const files = ["--report", "explore.html", "--junit", "explore.xml", "--baseline", "known.json"];
  const first = await explore("--budget", "0s", ...files, ...app);
  expect(first.exitCode).toBe(0);
  expect(first.stderr).toMatch(/one at a time: \d+ of \d+/);
  expect(first.stdout).toMatch(/✗ It fails if there are no voices\.\n {4}Gap {6}voice-fields: /);
  const read = (name: string) => readFile(join(folder.path, name), "utf8");
  expect(JSON.parse(await read("known.json")).accepted).toEqual(["voice-fields=empty"]);
  expect(await read("explore.xml")).toMatch(
    /failures="1".*[^]*<failure message="It fails if there/,
  );
  const page = await read("explore.html");
  expect(page).toMatch(/--paper:[^]*<h3>It fails if there are no voices\.<\/h3>/);
  expect(page).not.toMatch(/<script|https?:\/\/(?!127\.)/);
  const second = await explore("--budget", "0s", "--baseline", "known.json", ...app);
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toContain("○ Accepted: It fails if there are no voices.");
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
  ["a wrong duration", ["--budget", "soon", "--", "true"], /--budget is "soon"/],
  ["a variable without a value", ["--env", "A=b", "--", "true"], /--env is "A=b"/],
  ["a program that is not there", ["--", "no-such-program"], /no-such-program cannot be started/],
  ["an app that is red", ["--", "false"], /The app fails against the emulator as it is/],
  ["an app that asks nothing", ["--", "true"], /has sent nothing to the emulator/],
])("%s is refused in a sentence", async (_, words, says) => {
  const { exitCode, stderr } = await explore(...words);
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
  const { exitCode, stderr } = await explore("--", node!, file!);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("passed once and failed when it ran again");
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

test("a set that fails is shrunk until nothing can be left out", async () => {
  const sets = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(sets, fc.infiniteStream(fc.boolean()), async (set, chosen) => {
      const needed = set.filter(() => chosen.next().value === true);
      const fails = async (part: number[]) => needed.every((item) => part.includes(item));
      const left = await shrink(set, fails);
      if (needed.length > 0) expect(left.sort()).toEqual(needed.sort());
      else expect(left.length).toBe(1);
    }),
  );
});
