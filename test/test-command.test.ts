/** `npm test`, in a copy of the repository whose checks and tests only say that they were run. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import { RepositoryCopy } from "../scripts/support/repository-copy.ts";
import { longest } from "./support/longest-first.ts";

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await RepositoryCopy.create();
});
afterAll(() => copy[Symbol.asyncDispose]());

/** What needs more than `npm ci` brings, or more time. */
const apart = ["test:runtimes", "test:bare", "test:closures"];

/** Replaces all that `npm test` may run. Returns the names. */
async function replaceScripts(replace: (name: string) => string): Promise<string[]> {
  const manifest = JSON.parse(await copy.read("package.json"));
  const names = Object.keys(manifest.scripts).filter(
    (name) => (name === "lint" || name.startsWith("test:")) && !apart.includes(name),
  );
  for (const name of names) manifest.scripts[name] = replace(name);
  await copy.write("package.json", JSON.stringify(manifest));
  return names;
}

test("runs every check once, and then the tests, with the words that they are given", async () => {
  const names = await replaceScripts((name) => `echo ran ${name}`);
  const { exitCode, output } = await copy.run("scripts/test.ts", "--project", "client");
  expect(exitCode, output).toBe(0);
  const ran = [...output.matchAll(/^ran (\S+)/gm)].map(([, name]) => name!);
  expect(ran.toSorted()).toEqual(names.toSorted());
  expect(output).toMatch(/ran test:unit --project client\n$/);
});

test("reports every check that fails, and then runs no test", async () => {
  const broken = ["test:types", "test:fresh"];
  await replaceScripts((name) =>
    broken.includes(name) ? `echo wrong ${name} >&2; exit 3` : `echo ran ${name}`,
  );
  const { exitCode, output } = await copy.run("scripts/test.ts");
  expect(exitCode).toBe(1);
  for (const name of broken)
    expect(output).toMatch(new RegExp(`^wrong ${name}\n✗ ${name} \\(`, "m"));
  expect(output).toMatch(/✗ test:types, test:fresh failed, so no test was run\n$/);
  expect(output).not.toContain("ran test:unit");
});

test("fails with the tests", async () => {
  await replaceScripts((name) => (name === "test:unit" ? "exit 7" : "true"));
  expect((await copy.run("scripts/test.ts")).exitCode).not.toBe(0);
});

test("begins with test files that exist", () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
