/** The commands of the packages, as they are after `npm ci` on a clean clone. */
import { execFile } from "node:child_process";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import manifest from "../package.json" with { type: "json" };
import { RepositoryCopy } from "../scripts/support/repository-copy.ts";

const run = promisify(execFile);
const workspaces = {
  "video-generation": "clients/command",
  "video-generation-emulator": "emulator",
  "video-generation-conformance": "conformance",
  "video-generation-renderer": "renderer",
};
const commands = Object.keys(workspaces);

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await RepositoryCopy.create();
  await linkModules(copy.folder);
  // Links the bins as `npm ci` does, without installing everything once more.
  await run("npm", ["rebuild", "--ignore-scripts", ...commands], { cwd: copy.folder });
});
afterAll(() => copy[Symbol.asyncDispose]());

/** The packages of this repository are the copy's own, all others are shared. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await rm(modules);
  await mkdir(modules);
  for (const [name, workspace] of Object.entries(workspaces)) {
    await symlink(join("..", workspace), join(modules, name));
  }
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name.startsWith("video-generation") || name === ".bin") continue;
    await symlink(join(root, "node_modules", name), join(modules, name));
  }
}

test.each(commands)("npx %s runs where nothing is built", async (command) => {
  const { stdout } = await run("npx", ["--no-install", command, "--help"], { cwd: copy.folder });
  expect(stdout).toContain(`Usage: ${command} `);
});

/** A Node that cannot run TypeScript, as the one of the machine may be. */
const olderNode = [process.execPath, "--no-experimental-strip-types"] as const;

test.each(commands)("%s runs on a Node that knows no TypeScript", async (command) => {
  const bin = join(copy.folder, "node_modules/.bin", command);
  const [node, flag] = olderNode;
  const { stdout } = await run(node, [flag, bin, "--help"]);
  expect(stdout).toContain(`Usage: ${command} `);
  // The exit code and the streams are the command's own.
  await expect(run(node, [flag, bin, "--nonsense"])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/nonsense/),
  });
});

test("without a Node for the source it says how to get one", async () => {
  const bin = join(copy.folder, "node_modules/.bin/video-generation-emulator");
  await rm(join(copy.folder, "node_modules/node"));
  const [node, flag] = olderNode;
  const major = manifest.devDependencies.node.split(".")[0];
  await expect(run(node, [flag, bin, "--help"])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(new RegExp(`needs Node ${major}.*npm ci`)),
  });
});
