/** The recipes of the page "Test your app", in an application that has the packages as a user installs them. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { benchPackages } from "../bench/packages.ts";
import { pagesFolder, root } from "../scripts/support/locations.ts";
import { freePort } from "./support/port.ts";
import { Reader } from "../scripts/site/test/support/reader.ts";
import { findPython } from "./support/python.ts";
import { requires, tools } from "./support/requires.ts";

const run = promisify(execFile);
const user = await Reader.create();
const app = user.folder;
const bench = join(root, "bench/node_modules");
const { NODE_ENV, VITEST, ...environment } = process.env;

beforeAll(async () => {
  await user.save("package.json", '{"type":"module"}');
  for (const workspace of ["emulator", "clients/typescript"]) await user.install(workspace);
  await symlink(join(root, "node_modules/vitest"), join(app, "node_modules/vitest"));
  for (const name of ["jest", "msw", "@playwright"]) {
    if (existsSync(join(bench, name)))
      await symlink(join(bench, name), join(app, "node_modules", name));
  }
  const port = String(await freePort());
  const page = await readFile(join(pagesFolder, "test-your-app.md"), "utf8");
  // Each recipe begins with the name of its file.
  const blocks = page.matchAll(/^```\w+\n(?:\/\/|#) ([\w.-]+)\n(.*?)^```$/gms);
  for (const [, file = "", code = ""] of blocks)
    await user.save(file, code.replaceAll("4010", port));
});
afterAll(() => user[Symbol.asyncDispose]());

/** Runs a script of an npm package in the application, on the Node that runs this. */
async function runNode(script: string, ...words: string[]): Promise<string> {
  const options = { cwd: app, env: { ...environment, NO_COLOR: "1" } };
  const { stdout, stderr } = await run(
    process.execPath,
    [...script.split(" "), ...words],
    options,
  ).catch((error: { stdout: string; stderr: string }) => error);
  return stripVTControlCharacters(stdout + stderr);
}

test("Vitest", async () => {
  const script = join(root, "node_modules/vitest/vitest.mjs");
  expect(await runNode(script, "run", "app.test.ts")).toMatch(/Tests +1 passed/);
});

test("MSW", requires(benchPackages), async () => {
  const script = join(root, "node_modules/vitest/vitest.mjs");
  expect(await runNode(script, "run", "msw.test.ts")).toMatch(/Tests +1 passed/);
});

test("Jest", requires(benchPackages), async () => {
  const script = `--experimental-vm-modules ${join(bench, "jest/bin/jest.js")}`;
  const pattern = ["--testMatch", "**/app.test.mjs", "--rootDir", app];
  expect(await runNode(script, ...pattern)).toMatch(/Tests: +1 passed/);
});

test("Playwright", requires(benchPackages), async () => {
  const script = join(bench, "@playwright/test/cli.js");
  expect(await runNode(script, "test", "--reporter=line")).toContain("1 passed");
});

test("pytest", requires(tools.pytest), async () => {
  const python = findPython("httpx", "pytest")!;
  const { stdout } = await run(python, ["-m", "pytest", "-q", "-p", "no:cacheprovider"], {
    cwd: app,
  });
  expect(stdout).toContain("1 passed");
});
