/** Every sample of the site runs as it stands, and the guide "from your spreadsheet to saved videos" as its page says. */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
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
import { examplesOf } from "../../emit/model/messages.ts";
import { readGuideSamples, type Sample, writeSamples } from "../samples.ts";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { runGo, useGoClient } from "../../../test/support/go.ts";
import { freePort } from "../../../test/support/port.ts";
import { findPython } from "../../../test/support/python.ts";
import { requires, type Tool, tools } from "../../../test/support/requires.ts";
import { workbook } from "../../../test/support/workbook.ts";
import { codeBlocks } from "./support/code-blocks.ts";

const interpreters: Record<string, { command: string; needs: Tool[] }> = {
  typescript: { command: process.execPath, needs: [] },
  bash: { command: "sh", needs: [tools.curl] },
  python: { command: findPython("httpx") ?? "python3", needs: [tools.httpx] },
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
  const examples = examplesOf(contract, operation.node);
  return (examples.length > 0 ? examples : [undefined]).flatMap((example) =>
    writeSamples(operation, example?.request).map((sample) => ({
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

describe.each(Object.entries(interpreters))(
  "a sample in %s runs as it stands",
  (name, { needs }) => {
    const needed = requires(...needs);

    it.concurrent.each(samples.filter(isIn(name)))(
      "$what is answered, and prints what came",
      needed,
      async (sample) => {
        await using service = await startEmulator();
        const jobId = sample.name === "getHpJob" ? await startHpJob(service.emulator) : undefined;
        const output = await run(sample, service.emulator, jobId);

        expect(operationsCalled(service.emulator)).toEqual(
          jobId ? ["createHpJob", "getHpJob"] : [sample.name],
        );
        for (const word of await wordsOfResponse(sample, service.emulator))
          expect(output).toContain(word);
      },
    );

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
      expect(await output).toMatch(/completed[^]*\/1\.mp4/);
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
        const output = await run({ ...guide, source }, service.emulator, "", cwd);
        const saved = (await readdir(join(cwd, "videos"))).filter((file) => file.endsWith(".mp4"));
        expect(saved).toHaveLength(2);
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

/** Starts a job with the sample that runs wherever the tests do, and returns its identifier. */
async function startHpJob(emulator: Emulator): Promise<string> {
  const sample = samples.find(
    ({ name, language }) => name === "createHpJob" && language.name === "typescript",
  );
  if (!sample) throw new Error("There is no sample that starts an HP job");
  await run(sample, emulator);
  return emulator.jobs.list()[0]!.id;
}

/** In the order of the calls. */
function operationsCalled(emulator: Emulator): (string | null)[] {
  return emulator
    .requests()
    .map(({ operation }) => operation)
    .reverse();
}

/** What only the response can have told: a job and where it stands, or what is in a list. */
async function wordsOfResponse({ name }: Sample, emulator: Emulator): Promise<string[]> {
  const [job] = emulator.jobs.list();
  if (job) return [job.id, job.status];
  const path = operations.find(({ operationId }) => operationId === name)?.path;
  const headers = { authorization: `Bearer ${emulator.token}` };
  const response = await fetch(`${emulator.url}${path}`, { headers });
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

async function run(sample: Sample, emulator: Emulator, jobId = "", cwd = root): Promise<string> {
  const { language, name } = sample;
  const { command = "" } = interpreters[language.name] ?? {};
  const file = await write(sample, emulator);
  const isGo = language.name === "go";
  const environment = {
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
    JOB_ID: jobId,
    VIDEO_GENERATION_BASE_URL: emulator.url,
    VIDEO_GENERATION_TOKEN: emulator.token,
    // Not where the receipts of a person are.
    XDG_STATE_HOME: folder,
    PYTHONPATH: join(root, "clients/python/src"),
  };
  const program = isGo ? await buildGo(file) : command;
  return new Promise((resolve, reject) => {
    execFile(program, isGo ? [] : [file], { cwd, env: environment }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${name} failed: ${stderr}${stdout}`));
      else resolve(stdout + stderr);
    });
  });
}
