import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { RepositoryCopy, type RunningCommand } from "../../support/repository-copy.ts";
import { Reader } from "./support/reader.ts";
import { startVisit } from "./support/visit.ts";

/** Long enough for a build or three real videos on a busy machine; each wait ends as soon as what it waits for is there. */
const startTimeout = { timeout: 300_000, interval: 100 };

let copy: RepositoryCopy;
let command: RunningCommand;
let browser: Browser;
let reader: Reader;
/** Of the site, with a slash at its end. */
let address: string;

beforeAll(async () => {
  [copy, browser, reader] = await Promise.all([
    RepositoryCopy.create(),
    launchBrowser(),
    Reader.create(),
  ]);
  command = copy.start({ PORT: "0" }, "scripts/cli.ts", "start");
  const isStarted = () => /Site: +(http:\S+)/.exec(command.output())?.[1];
  address = await vi.waitUntil(isStarted, startTimeout);
}, startTimeout.timeout);

afterAll(async () => {
  command.interrupt();
  await command.ended;
  await browser.close();
  await reader[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
});

/** The code of a page as a reader sees and copies it. */
async function readCode(page: string, language: string): Promise<string[]> {
  await using visit = await startVisit(browser, address);
  await visit.open(page);
  // In a tab that is not chosen, or in an example that is not, is code as well.
  return await visit.page.locator(`code.language-${language}`).allTextContents();
}

/** Lets the emulator's time pass until the program has ended. */
async function runWhileTimePasses(line: string): Promise<string> {
  let isEnded = false;
  const ended = reader.run(line).finally(() => (isEnded = true));
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
    await reader.save("first-video.py", python);
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
    await reader.save(start.slice("node ".length).trim(), typescript);
    expect(await readCode("client.html", "bash")).toContain(install);
    await reader.run(install);
    expect(await runWhileTimePasses(start)).toMatch(/completed[^]*\/1\.mp4/);
  },
);

it("the emulator starts with its one line", { timeout: 300_000 }, async () => {
  const bash = await readCode("index.html", "bash");
  const line = bash.find((code) => code.startsWith("npx --yes")) ?? "";
  // Another one may have the usual port.
  const wait = 'until grep "http://127" started.txt; do kill -0 $!; sleep 0.1; done';
  expect(await reader.run(`${line} --port 0 > started.txt &\n${wait}`)).toMatch(/:\d+/);
});
