/** The recipes of the page "Test your app", in an application that has the packages as a user installs them. */
import { existsSync } from "node:fs";
import { readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { benchPackages } from "../bench/packages.ts";
import { Reader } from "../scripts/site/test/support/reader.ts";
import { pagesFolder, root } from "../scripts/support/locations.ts";
import { freePort } from "./support/port.ts";
import { findPython } from "./support/python.ts";
import { requires, tools } from "./support/requires.ts";

const user = await Reader.create({ NO_COLOR: "1" });
const installed = join(root, "node_modules");
const bench = join(root, "bench/node_modules");
const page = await readFile(join(pagesFolder, "test-your-app.md"), "utf8");

beforeAll(async () => {
  await user.save("package.json", '{"type":"module"}');
  for (const workspace of ["emulator", "clients/typescript"]) await user.install(workspace);
  const runners = [installed, bench].flatMap((folder) =>
    ["vitest", "jest", "msw", "@playwright"].map((name) => [join(folder, name), name] as const),
  );
  for (const [path, name] of runners)
    if (existsSync(path)) await symlink(path, join(user.folder, "node_modules", name));
  const port = String(await freePort());
  // Each recipe begins with the name of its file.
  const blocks = page.matchAll(/^```\w+\n(?:\/\/|#) ([\w.-]+)\n(.*?)^```$/gms);
  for (const [, file = "", code = ""] of blocks)
    await user.save(file, code.replaceAll("4010", port));
});
afterAll(() => user[Symbol.asyncDispose]());

/** As a user starts it, and not as a test that Vitest runs. No process of it is left at its end. */
async function runRecipe(command: string): Promise<string> {
  const output = await user.run(`unset VITEST NODE_ENV\n${command}`);
  // Vitest has a watchdog, which ends a moment after it.
  await expect.poll(() => processesIn(user.folder)).toEqual([]);
  return output;
}

/** The commands of all processes that work in a folder, where the system tells. */
async function processesIn(folder: string): Promise<string[]> {
  const ids = existsSync("/proc/self/cwd") ? await readdir("/proc") : [];
  const found: string[] = [];
  for (const id of ids.filter((name) => /^\d+$/.test(name))) {
    // One that has just ended has none.
    const place = await readlink(`/proc/${id}/cwd`).catch(() => "");
    if (place === folder) found.push(await readFile(`/proc/${id}/cmdline`, "utf8"));
  }
  return found;
}
const vitest = `node ${installed}/vitest/vitest.mjs run`;

test("Vitest", async () => {
  expect(await runRecipe(`${vitest} app.test.ts`)).toMatch(/Tests +1 passed/);
});

test("MSW", requires(benchPackages), async () => {
  expect(await runRecipe(`${vitest} msw.test.ts`)).toMatch(/Tests +1 passed/);
});

test("Jest", requires(benchPackages), async () => {
  const jest = `node --experimental-vm-modules ${bench}/jest/bin/jest.js`;
  expect(await runRecipe(`${jest} --testMatch '**/app.test.mjs'`)).toMatch(/Tests: +1 passed/);
});

test("Playwright", requires(benchPackages), async () => {
  const playwright = `node ${bench}/@playwright/test/cli.js test --reporter=line`;
  expect(await runRecipe(playwright)).toContain("1 passed");
});

test("pytest", requires(tools.pytest), async () => {
  const python = findPython("httpx", "pytest");
  expect(await runRecipe(`${python} -m pytest -q -p no:cacheprovider`)).toContain("1 passed");
});

test("the lint in CI, where nothing is installed", async () => {
  const [command = ""] = /npx .* lint my-openapi.yaml/.exec(page) ?? [];
  await user.save("my-openapi.yaml", "{openapi: 3.1.0, info: {title: A, version: '1'}, paths: {}}");
  const filled = command.replace("{{site}}{{openapi-gaps}}", inject("tarballs")["gaps"]!);
  expect(await runRecipe(filled)).toContain("No problem found");
});
