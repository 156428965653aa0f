/** Every sample of the site runs as it stands, and the guide "from your spreadsheet to saved videos" as its page says. */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type Job,
} from "../../../emulator/src/index.ts";
import { createRenderer } from "../../../renderer/src/index.ts";
import {
  decibelsIn,
  expectDecodes,
  readSound,
  rendererTools,
} from "../../../renderer/test/support/render.ts";
import { root } from "../../support/locations.ts";
import { runTool } from "../../support/tool.ts";
import { examplePairsOf } from "../../emit/model/messages.ts";
import { readGuideSamples, type Sample, writeSamples } from "../samples.ts";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { doneStatus, videosOf } from "../../../test/support/gaps.ts";
import { runGo, useGoClient } from "../../../test/support/go.ts";
import { freePort } from "../../../test/support/port.ts";
import { findPython } from "../../../test/support/python.ts";
import { requires, type Tool, tools } from "../../../test/support/requires.ts";
import { workbook } from "../../../test/support/workbook.ts";
import { codeBlocks } from "./support/code-blocks.ts";

/** What runs samples, and words that run several, one after the other: an interpreter takes longer to start than a sample to run. */
const interpreters: Record<string, { command: string; needs: Tool[]; runAll?: string[] }> = {
  typescript: {
    command: process.execPath,
    needs: [],
    runAll: [
      "--input-type=module",
      "--eval",
      'for (const file of process.argv.slice(1)) { await import(file); console.log("(end)"); }',
    ],
  },
  bash: {
    command: "sh",
    needs: [tools.curl],
    runAll: ["-e", "-c", 'for file; do sh "$file"; echo "(end)"; done', "sh"],
  },
  python: {
    command: findPython("httpx") ?? "python3",
    needs: [tools.httpx],
    runAll: [
      "-c",
      "import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)\n    print('(end)')",
    ],
  },
  go: { command: "go", needs: [tools.go] },
};
/** Needs a spreadsheet, and has a test of its own. */
const spreadsheet = "guides/spreadsheet";
const isIn =
  (name: string) =>
  ({ language }: Sample) =>
    language.name === name;
const operations = operationsOf(contract);
const guides = await readGuideSamples();

/** Every example of every operation, in every language. */
const samples = operations.flatMap((operation) => {
  const examples = examplePairsOf(contract, operation.node);
  return (examples.length > 0 ? examples : [undefined]).flatMap((example) =>
    writeSamples(operation, contract, example?.request).map((sample) => ({
      ...sample,
      what: `${operation.operationId}, ${example?.name ?? "as it is"}, in ${sample.language.label}`,
    })),
  );
});

/** Within the repository, where the samples find the client. */
let folder: string;

beforeAll(async () => {
  await mkdir(join(root, "dist"), { recursive: true });
  folder = await mkdtemp(join(root, "dist/samples-"));
});

afterAll(() => rm(folder, { recursive: true }));

it("every sample in TypeScript compiles strictly", async () => {
  const typed = [...samples, ...guides].filter(({ language }) => language.name === "typescript");
  await Promise.all(typed.map((sample) => write(sample)));
  const configuration = join(folder, "tsconfig.json");
  await writeFile(
    configuration,
    JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] }),
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { exitCode, stdout } = await runTool(compiler, "-p", configuration);
  expect(exitCode, stdout).toBe(0);
});

it("every sample in Go compiles", requires(tools.go), async () => {
  const module = await mkdtemp(join(folder, "module-"));
  await useGoClient(module);
  const written = samples.filter(isIn("go"));
  expect(written.length).toBeGreaterThan(operations.length);
  for (const [index, { source }] of written.entries()) {
    await mkdir(join(module, `sample${index}`));
    await writeFile(join(module, `sample${index}/main.go`), source);
  }
  expect(await runGo(module, "go", "vet", "./...")).toBe("");
});

/** Those in Go are compiled: one would be built for each. */
const ofOperations = Object.entries(interpreters).filter(([, { runAll }]) => runAll);

describe.each(ofOperations)(
  "the samples of the operations in %s run as they stand:",
  (name, { command, needs, runAll = [] }) => {
    it("every operation gets a response, and prints what came", requires(...needs), async () => {
      await using service = await startEmulator();
      const { emulator } = service;
      const own = samples.filter(isIn(name));
      const files = await Promise.all(own.map((sample) => write(sample)));
      const jobId = await startHpJob(emulator);
      const output = await execute([command, ...runAll, ...files], emulator, { JOB_ID: jobId });
      const outputs = output.split("(end)");

      const called = ["createHpJob", ...own.map((sample) => sample.name)];
      expect(operationsCalled(emulator)).toEqual(called);
      const [started, ...created] = emulator.jobs.list().reverse();
      for (const [index, sample] of own.entries()) {
        const job = sample.name.startsWith("create") ? created.shift() : started;
        for (const word of await wordsOfResponse(sample, emulator, job!))
          expect(outputs[index], sample.what).toContain(word);
      }
    });
  },
);

describe.each(Object.entries(interpreters))(
  "a sample in %s runs as it stands",
  (name, { needs }) => {
    const needed = requires(...needs);

    it.concurrent.each(
      guides.filter((sample) => isIn(name)(sample) && sample.name !== spreadsheet),
    )("$name waits for the job that it has started", needed, async (sample) => {
      await using service = await startEmulator();
      const { emulator } = service;
      const output = run(sample, emulator);
      await vi.waitFor(
        () => expect(operationsCalled(emulator)).toContain("getHpJob"),
        startTimeout,
      );
      await emulator.clock.advance("1m");

      const [job] = emulator.jobs.list();
      expect(await output).toContain(String(job?.id));
      expect(await output).toMatch(new RegExp(`${doneStatus}[^]*/1\\.mp4`));
      const [created, ...reads] = operationsCalled(emulator);
      expect(created).toBe("createHpJob");
      expect(new Set(reads)).toEqual(new Set(["getHpJob"]));
      expect(reads.length).toBeGreaterThan(1);
    });

    it("leads from a spreadsheet to saved videos", requires(tools.python, ...needs), async () => {
      await using service = await startEmulator({
        ...{ allowThisMachine: true, renderMs: 1 },
        ...(renders && { renderer: createRenderer({ voice: "slt" }) }),
      });
      // Make the spreadsheet, and serve it with the command of the page.
      const cwd = await mkdtemp(join(folder, "guide-"));
      await writeFile(join(cwd, "customers.xlsx"), workbook([["name"], ["Zoë"], ["Ali"]]));
      const port = String(await freePort());
      const { code } = codeBlocks.find(
        (block) => block.page === "hp-jobs" && block.code.startsWith("python3 -m http.server"),
      )!;
      const [program = "", ...words] = code.replace("8000", port).split(" ");
      const server = spawn(program, words, { cwd, stdio: "ignore" });
      try {
        const sheet = `http://127.0.0.1:${port}/customers.xlsx`;
        await expect
          .poll(() =>
            fetch(sheet).then(
              ({ ok }) => ok,
              () => false,
            ),
          )
          .toBe(true);
        // Create, wait and save.
        const guide = guides.find((sample) => isIn(name)(sample) && sample.name === spreadsheet)!;
        const source = guide.source.replaceAll("8000", port);
        const output = await run({ ...guide, source }, service.emulator, cwd);
        const saved = (await readdir(join(cwd, "videos"))).filter((file) => file.endsWith(".mp4"));
        expect(saved).toHaveLength(await videosOf(2, service.emulator));
        for (const file of saved) {
          expect(output).toContain(file);
          const path = join(cwd, "videos", file);
          expect((await stat(path)).size).toBeGreaterThan(1000);
          if (!renders) continue;
          await expectDecodes(path);
          const sound = await readSound(path);
          expect(decibelsIn(sound, 1, 1.6)).toBeGreaterThan(-30);
          expect(decibelsIn(sound, 3.1, 8)).toBeLessThan(-80);
        }
      } finally {
        server.kill();
      }
    });
  },
);

/** Where its tools are, the videos of the guide are listened to. */
const renders = rendererTools.every(({ isPresent }) => isPresent());

/** Long enough for an interpreter to start on a busy machine. */
const startTimeout = { timeout: 240_000, interval: 20 };

/** Its clock stands still, so that a job renders until the test says otherwise. */
async function startEmulator(options: EmulatorOptions = { clock: { mode: "manual" } }) {
  const emulator = await createEmulator({ seed: 1, ...options });
  return { emulator, [Symbol.asyncDispose]: () => emulator.close() };
}

/** Starts a job, and returns its identifier. */
async function startHpJob({ url, token }: Emulator): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(hpRequest()) };
  const created = (await (await fetch(`${url}/api/hp_job`, request)).json()) as { job_id: string };
  return created.job_id;
}

/** In the order of the calls. */
function operationsCalled(emulator: Emulator): (string | null)[] {
  return emulator
    .requests()
    .map(({ operation }) => operation)
    .reverse();
}

/** What only the response can have told: a job and where it stands, or what is in a list. */
async function wordsOfResponse({ name }: Sample, { url, token }: Emulator, job: Job) {
  if (!name.startsWith("list")) return [job.id, job.status];
  const path = operations.find(({ operationId }) => operationId === name)?.path;
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const items = Object.values((await response.json()) as Record<string, object[]>).flat();
  expect(items.length).toBeGreaterThan(0);
  return items.flatMap((item) => Object.values(item).map(String));
}

/** Each call under a name of its own: samples run side by side. */
let written = 0;
async function write(
  { name, language, source }: Sample,
  { url: address, token } = { url: "", token: "" },
): Promise<string> {
  const file = join(folder, `${basename(name)}-${written++}${language.extension}`);
  await writeFile(file, source.replaceAll("{{address}}", address).replaceAll("{{token}}", token));
  return file;
}

/** A module of its own, which is run where its videos shall be. */
async function buildGo(file: string): Promise<string> {
  const module = await mkdtemp(join(folder, "module-"));
  await useGoClient(module);
  await rename(file, join(module, "main.go"));
  const binary = join(module, "sample");
  expect(await runGo(module, "go", "build", "-o", binary, ".")).toBe("");
  return binary;
}

async function run(sample: Sample, emulator: Emulator, cwd = root): Promise<string> {
  const { name } = sample.language;
  const file = await write(sample, emulator);
  const words = name === "go" ? [await buildGo(file)] : [interpreters[name]!.command, file];
  return execute(words, emulator, {}, cwd);
}

async function execute(
  [command = "", ...words]: string[],
  emulator: Emulator,
  environment: Record<string, string>,
  cwd = root,
): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
    VIDEO_GENERATION_BASE_URL: emulator.url,
    VIDEO_GENERATION_TOKEN: emulator.token,
    // Not where the receipts of a person are.
    XDG_STATE_HOME: folder,
    PYTHONPATH: join(root, "clients/python/src"),
    ...environment,
  };
  const { stdout, stderr } = await promisify(execFile)(command, words, { cwd, env });
  return stdout + stderr;
}
