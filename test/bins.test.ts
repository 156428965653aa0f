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

test.each(commands)("npx %s runs where nothing is built", async (command) => {
  const { stdout } = await run("npx", ["--no-install", command, "--help"], { cwd: copy.folder });
  expect(stdout).toContain(`Usage: ${command} `);
});

test.each(commands)("%s ends without a stack trace when nobody reads its help", async (command) => {
  const bin = join(copy.folder, "node_modules/.bin", command);
  const child = spawn(process.execPath, [bin, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  // As `head -0` does.
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).toBe("");
  // 141 is what a shell makes of the signal that ends other commands there.
  expect([0, 141]).toContain(code);
});

test("a Node that knows no TypeScript, as the one of the machine may be, says how to start a command", async () => {
  const bin = join(copy.folder, "node_modules/.bin/openapi-gaps");
  const words = ["--no-experimental-strip-types", bin, "--help"];
  await expect(run(process.execPath, words)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^✗ The source needs Node 24, .*npm ci.*npx/),
  });
});
