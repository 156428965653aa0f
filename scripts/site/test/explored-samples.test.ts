/** The guides and the clients meet every service that the contract permits: what breaks them is a bug of theirs. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  behavioursOf,
  type Circumstance,
  faultsOf,
  placeOf,
} from "../../../emulator/src/explore/circumstances.ts";
import { explore, type Finding } from "../../../emulator/src/explore/explore.ts";
import { renderText, tell } from "../../../emulator/src/explore/report.ts";
import { runApp } from "../../../emulator/src/explore/trial.ts";
import { createEmulator } from "../../../emulator/src/index.ts";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { areOpen } from "../../../test/support/gaps.ts";
import { runGo, useGoClient } from "../../../test/support/go.ts";
import { findPython } from "../../../test/support/python.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { readSamples } from "../../../test/support/samples.ts";
import { root } from "../../support/locations.ts";
import { readGuideSamples } from "../samples.ts";

/** Within the repository, where the samples find the client. */
let folder: string;
beforeAll(async () => {
  await mkdir(join(root, "dist"), { recursive: true });
  folder = await mkdtemp(join(root, "dist/explored-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A sample as a file, which finds the emulator in the environment as a reader's own program does. */
async function save(name: string, source: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, source);
  return file;
}

const guides = await readGuideSamples();
const guide = (language: string) =>
  guides.find(({ name, language: of }) => name === "guides/first-video" && of.name === language)!
    .source;
/** The first sample of a client: it creates, waits and saves. */
const readme = async (client: string, language: string) =>
  (await readSamples(join(root, "clients", client, "README.md"), language))[0]!;

/** Each run in a folder of its own: the same seed gives jobs the same names. */
const apart = (...words: string[]) => [
  ...["sh", "-c", 'cd "$(mktemp -d "$0/run-XXXXXX")" && exec "$@"', folder],
  ...words,
];

/** A create is not sent again on its own: it could pay twice. The app decides. */
const lostCreates = ["429", "503", "lost", "html", "cut"].map((fault) => `createHpJob=${fault}`);
/** A sample that saves videos says so where there is none, and where the job itself says that it failed. */
const noVideos = [
  "job-status-transitions=queued-between",
  ...["hp-output-fields=empty", "media-url-lifetime=fails"],
].filter((behaviour) => areOpen(behaviour.split("=", 1).join()));

async function expectSurvival(command: string[], known: string[]): Promise<void> {
  const { breaking, unsteady, survived } = await explore({
    ...{ command, env: {}, renderMs: 500, jobs: 6, beyond: false },
    // Each alone. What breaks a sample only together takes minutes to find.
    ...{ budgetMs: 0, report: () => {} },
  });
  const nameOf = (circumstances: Circumstance[]) =>
    circumstances.map(({ name }) => name).join(" + ");
  const found = breaking.map(({ circumstances, said }) => [nameOf(circumstances), said] as const);
  expect(found.filter(([name]) => !known.includes(name))).toEqual([]);
  expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(known));
  expect(unsteady).toEqual([]);
  const places = new Set(survived.map(placeOf));
  expect([...places]).toContain("getHpJob");
  if (areOpen("identifier-formats")) expect([...places]).toContain("identifier-formats");
}

test("the first video in TypeScript", async () => {
  const source = guide("typescript")
    .replace('"{{address}}"', 'process.env["VIDEO_GENERATION_BASE_URL"]!')
    .replace('"{{token}}"', 'process.env["VIDEO_GENERATION_TOKEN"]!');
  const file = await save("guide.ts", source);
  await expectSurvival([process.execPath, file], lostCreates);
});

test("the first video in a shell", requires(tools.curl), async () => {
  const source = guide("bash")
    .replace('"{{address}}"', '"$VIDEO_GENERATION_BASE_URL"')
    .replace('"{{token}}"', '"$VIDEO_GENERATION_TOKEN"');
  const file = await save("guide.sh", source);
  // What it prints last is the job, and no page of an error.
  const check = `sh "$0" | tail -n 1 | grep '"job_id"' | grep --invert-match '"rendering"'`;
  // In half a body it finds the identifier all the same.
  const known = lostCreates.filter((name) => name !== "createHpJob=cut");
  await expectSurvival(["sh", "-c", check, file], known);
});

test("the first sample of the client for TypeScript", async () => {
  const file = await save("readme.ts", await readme("typescript", "ts"));
  await expectSurvival(apart(process.execPath, file), [...lostCreates, ...noVideos]);
});

test("the first sample of the client for Python", requires(tools.httpx), async () => {
  const file = await save("readme.py", await readme("python", "python"));
  const path = `PYTHONPATH=${join(root, "clients/python/src")}`;
  const words = ["env", path, findPython("httpx") ?? "python3", file];
  await expectSurvival(apart(...words), [...lostCreates, ...noVideos]);
});

test("the first sample of the client for Go", requires(tools.go), async () => {
  const module = await mkdtemp(join(folder, "module-"));
  await useGoClient(module);
  await writeFile(join(module, "main.go"), await readme("go", "go"));
  const binary = join(module, "sample");
  expect(await runGo(module, "go", "build", "-o", binary, ".")).toBe("");
  await expectSurvival(apart(binary), [...lostCreates, ...noVideos]);
});

// The pages show what an owner may have answered meanwhile.
test.runIf(areOpen("job-status-values", "error-body"))(
  "what is printed of a program that polls for completed is what the pages show",
  async () => {
    const file = await save(
      "poller.mjs",
      `const { VIDEO_GENERATION_BASE_URL: url, VIDEO_GENERATION_TOKEN: token } = process.env;
const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
const body = ${JSON.stringify(JSON.stringify(hpRequest()))};
const created = await fetch(url + "/api/hp_job", { method: "POST", headers, body });
const { job_id } = await created.json();
for (let status; status !== "completed"; ) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  ({ status } = await (await fetch(url + "/api/hp_job/" + job_id, { headers })).json());
}`,
    );
    const emulator = await createEmulator({ listen: false });
    await emulator.close();
    const all = [...behavioursOf(emulator.gaps.list()), ...faultsOf(["getHpJob"])];
    const run = async (...names: string[]): Promise<Finding> => {
      const circumstances = names.map((name) => all.find((each) => each.name === name)!);
      const options = { command: [process.execPath, file], env: {}, renderMs: 500 };
      const trial = await runApp(options, circumstances, 1, 8000);
      return { ...trial, circumstances, knownSmallest: true };
    };
    const breaking = await Promise.all([
      run("job-status-values=other-word"),
      run("error-body=html", "getHpJob=503"),
      run("error-body=html", "getHpJob=429"),
    ]);
    const found = { breaking, survived: [], repeated: [], unsteady: [], neverMet: [] };
    const counts = { seed: 1, runs: 3, seconds: 8, baselineSeconds: 1 };
    const printed = renderText(tell({ ...found, ...counts }, [], 500)).trim();
    const shown = printed.slice(0, printed.lastIndexOf("\n")).trim();
    expect(await readFile(join(root, "docs/pages/test-your-app.md"), "utf8")).toContain(shown);
    const [first = ""] = shown.split("\n\n");
    expect(await readFile(join(root, "emulator/README.md"), "utf8")).toContain(first);
  },
);
