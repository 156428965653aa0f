import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { RepositoryCopy, type RunningCommand } from "../../support/repository-copy.ts";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { type Registry, startRegistry } from "../../../test/support/registry.ts";
import { startVisit } from "./support/visit.ts";

/** Long enough for a build or three real videos on a busy machine; each wait ends as soon as what it waits for is there. */
const startTimeout = { timeout: 300_000, interval: 100 };

let copy: RepositoryCopy;
let command: RunningCommand;
let browser: Browser;
let registry: Registry;
/** Of the site, with a slash at its end. */
let address: string;
/** Empty, and outside of the repository. */
let folder: string;

beforeAll(async () => {
  [copy, browser, registry, folder] = await Promise.all([
    RepositoryCopy.create(),
    launchBrowser(),
    startRegistry(),
    mkdtemp(join(tmpdir(), "reader-")),
  ]);
  command = copy.start({ PORT: "0" }, "scripts/cli.ts", "start");
  const isStarted = () => /Site: +(http:\S+)/.exec(command.output())?.[1];
  address = await vi.waitUntil(isStarted, startTimeout);
}, startTimeout.timeout);

afterAll(async () => {
  command.interrupt();
  await command.ended;
  await browser.close();
  await registry[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The code of a page as a reader sees and copies it. */
async function readCode(page: string, language: string): Promise<string[]> {
  await using visit = await startVisit(browser, address);
  await visit.open(page);
  // In a tab that is not chosen, or in an example that is not, is code as well.
  return await visit.page.locator(`code.language-${language}`).allTextContents();
}

/** With the Node of the project, because the package asks for a newer one than some machines have. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = "" } = process.env;
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_cache: join(folder, ".npm"),
    // What the packages depend on, from here.
    npm_config_registry: registry.url,
  };
}

function run(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("sh", ["-ec", line], { cwd: folder, env: environment() }, (error, stdout, stderr) =>
      error ? reject(new Error(`${line}\n${stdout}${stderr}`)) : resolve(stdout),
    );
  });
}

/** Lets the emulator's time pass until the program has ended. */
async function runWhileTimePasses(line: string): Promise<string> {
  let isEnded = false;
  const ended = run(line).finally(() => (isEnded = true));
  await vi.waitUntil(async () => {
    await fetch(`${address}emulator/clock`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance: "1m" }),
    });
    return isEnded;
  }, startTimeout);
  return ended;
}

it(
  "the front page leads to a video, in the shell and in Python",
  { timeout: 300_000 },
  async () => {
    const bash = await readCode("index.html", "bash");
    const shell = bash.find((code) => code.includes("curl")) ?? "";
    const [python = ""] = await readCode("index.html", "python");
    await writeFile(join(folder, "first-video.py"), python);
    expect(shell).toContain(`BASE_URL="${address.slice(0, -1)}"`);
    for (const line of [shell, "python3 first-video.py"])
      expect(await runWhileTimePasses(line)).toMatch(/completed[^]*\/1\.mp4/);
  },
);

it(
  "the front page leads to a video in TypeScript from an empty folder",
  { timeout: 300_000 },
  async () => {
    const [typescript = ""] = await readCode("index.html", "typescript");
    const bash = await readCode("index.html", "bash");
    const install = bash.find((code) => code.startsWith("npm install")) ?? "";
    const start = bash.find((code) => code.startsWith("node ")) ?? "";
    await writeFile(join(folder, start.slice("node ".length).trim()), typescript);
    expect(await readCode("client.html", "bash")).toContain(install);
    await run(install);
    expect(await runWhileTimePasses(start)).toMatch(/completed[^]*\/1\.mp4/);
  },
);

it("the emulator starts with its one line", { timeout: 300_000 }, async () => {
  for (const page of ["index.html", "emulator.html"]) {
    const bash = await readCode(page, "bash");
    const line = bash.find((code) => code.startsWith("npx --yes")) ?? "";
    // Another one may have the usual port.
    const words = ["-c", `exec ${line} --port 0`];
    const child = spawn("sh", words, { cwd: folder, env: environment(), detached: true });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitUntil(() => /http:\/\/127\.0\.0\.1:\d+/.test(output), startTimeout);
    process.kill(-(child.pid ?? 0));
    await once(child, "close");
  }
});

it.each(operationsOf(contract))(
  "the page of $operationId has commands that work by copy and paste",
  async ({ operationId }) => {
    const [variables = "", ...requests] = await readCode(`operation-${operationId}.html`, "bash");
    expect(requests.length).toBeGreaterThan(0);
    const [create = ""] = (await readCode("operation-createHpJob.html", "bash")).slice(1);
    const { job_id: job } = JSON.parse(await run(`${variables}\n${create}`)) as { job_id: string };
    const filled = variables.replace("the job_id of your job", job);
    for (const request of requests)
      expect(JSON.parse(await run(`${filled}\n${request}`))).toBeTypeOf("object");
  },
);
