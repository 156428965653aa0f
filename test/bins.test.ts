/** The commands of the packages, as they are after `npm ci` on a clean clone, where nothing is built. */
import { execFile, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
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
  rmSync(binOf(""), { recursive: true });
  // Links the bins as `npm ci` does, without installing everything once more.
  execFileSync("npm", ["rebuild", "--ignore-scripts", ...commands], { cwd: copy.folder });
});
afterAll(() => copy[Symbol.asyncDispose]());

const binOf = (command: string) => join(copy.folder, "node_modules/.bin", command);

test.each(commands)("%s runs, and ends in silence when nobody reads its help", async (command) => {
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  // 141 is what a shell makes of the signal that ends other commands there.
  const script = '"$0" --help; "$0" --version; "$0" --help | true; echo ${PIPESTATUS[0]}';
  const env = { ...process.env, PATH };
  const { stdout, stderr } = await run("bash", ["-ec", script, binOf(command)], { env });
  expect(stdout).toMatch(new RegExp(`^Usage: ${command} [^]*\\n\\d+\\.\\d+\\.\\d+\\n(0|141)\\n$`));
  expect(stderr).toBe("");
});

test("a Node that knows no TypeScript, as the one of the machine may be, says how to start a command", async () => {
  const words = ["--no-experimental-strip-types", binOf("openapi-gaps"), "--help"];
  await expect(run(process.execPath, words)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^✗ The source needs Node 24, .*npm ci.*npx/),
  });
});
