/** The commands of the packages, as they are after `npm ci` on a clean clone. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RepositoryCopy } from "./support/repository-copy.ts";

const run = promisify(execFile);
const commands = [
  "video-generation",
  "video-generation-emulator",
  "openapi-gaps",
  "video-generation-conformance",
  "video-generation-renderer",
];

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await RepositoryCopy.create();
  await rm(join(copy.folder, "node_modules/.bin"), { recursive: true });
  // Links the bins as `npm ci` does, without installing everything once more.
  await run("npm", ["rebuild", "--ignore-scripts", ...commands], { cwd: copy.folder });
});
afterAll(() => copy[Symbol.asyncDispose]());

test("npx runs a command where nothing is built", async () => {
  const words = ["--no-install", "video-generation", "--help"];
  const { stdout } = await run("npx", words, { cwd: copy.folder });
  expect(stdout).toContain("Usage: video-generation ");
});

const binOf = (command: string) => join(copy.folder, "node_modules/.bin", command);

test.each(commands)("%s runs where nothing is built", async (command) => {
  const { stdout } = await run(process.execPath, [binOf(command), "--help"]);
  expect(stdout).toContain(`Usage: ${command} `);
  const { stdout: version } = await run(process.execPath, [binOf(command), "--version"]);
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each(commands)("%s ends without a stack trace when nobody reads its help", async (command) => {
  const words = [binOf(command), "--help"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  // As `head -0` does.
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).toBe("");
  // 141 is what a shell makes of the signal that ends other commands there.
  expect([0, 141]).toContain(code);
});

test("a Node that knows no TypeScript, as the one of the machine may be, says how to start a command", async () => {
  const words = ["--no-experimental-strip-types", binOf("openapi-gaps"), "--help"];
  await expect(run(process.execPath, words)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^✗ The source needs Node 24, .*npm ci.*npx/),
  });
});
