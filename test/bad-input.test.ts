import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/support/locations.ts";
import { runTool } from "../scripts/support/tool.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";

/** A change of a text, with the flag `m`. */
interface Edit {
  file: string;
  from: string;
  to: string;
}

type Mistake = Edit & { place?: string; remedy: string };
type Fault = Edit & { what: string; line: string; says: string };

const read = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, "support", name), "utf8"));
const mistakes = read("mistakes.yaml") as Record<string, Mistake[]>;
const faults = read("faults.yaml") as Fault[];

let copy: RepositoryCopy;
beforeAll(async () => void (copy = await RepositoryCopy.create()));
afterEach(() => void copy.git("checkout", "--quiet", "."));
afterAll(() => copy[Symbol.asyncDispose]());

const edit = ({ file, from, to }: Edit) =>
  copy.edit(file, (text) => text.replace(new RegExp(from, "m"), to));

describe("a mistake stops the build, with its place and what to do, and nothing is written:", () => {
  it.each(Object.entries(mistakes))("%s", async (_, made) => {
    for (const each of made) await edit(each);

    const command = made[0]!.file.startsWith("openapi/") ? "build" : "site";
    const { exitCode, output } = await copy.run("scripts/cli.ts", command);

    expect(exitCode, output).toBe(1);
    const problems = output.split(/\n(?=openapi\/|docs\/|✗)/);
    for (const { file, place = `${file}:\\d+:\\d+`, remedy } of made) {
      const isTold = problems.some((text) => RegExp(place).test(text) && RegExp(remedy).test(text));
      expect(isTold, `${remedy}:\n${output}`).toBe(true);
    }
    expect(output.match(/^✗/gm), output).toHaveLength(1);
    expect(output).not.toMatch(/\n\s+at .+:\d+/);
    expect(output).not.toContain(copy.folder);
    expect(copy.git("status", "--porcelain", "generated", "clients")).toBe("");
    expect(existsSync(join(copy.folder, "dist"))).toBe(false);
  });
});

it("a package that cannot be built is named, with what the build says", async () => {
  await copy.edit("renderer/package.json", (text) =>
    text.replace('"exports": {', '$&\n"./nowhere": "./src/nowhere.ts",'),
  );
  const { exitCode, output } = await copy.run("scripts/cli.ts", "packages", "renderer");
  expect(exitCode, output).toBe(1);
  expect(output).toMatch(/^✗ renderer cannot be built:[^]*nowhere/m);
  expect(output).not.toMatch(/\n\s+at .+:\d+/);
});

it("one run of a linter names what is wrong, each with its line and what to do", async () => {
  for (const each of faults) await edit(each);
  const { output } = await copy.run("scripts/cli.ts", "lint");
  const problems = output.split(/\n(?=\S+:\d+:\d+  error)/);
  for (const { what, file, line, says } of faults) {
    const lines = (await copy.read(file)).split("\n");
    const place = `${file}:${lines.findIndex((text) => text.includes(line)) + 1}:`;
    const isTold = problems.some((text) => text.startsWith(place) && RegExp(says).test(text));
    expect(isTold, `${what} at ${place}\n${output}`).toBe(true);
  }
  expect(output).toContain("✗ The contract has 20 problems.");
  // Spectral sees seven of them, and nothing else: the bundle has none of them.
  const files = ["openapi/openapi.yaml", "generated/openapi.yaml"];
  const spectral = await copy.run("node_modules/.bin/spectral", "lint", ...files);
  expect(spectral.output).toMatch(
    /gap-well-formed +openapi\/hp\/HpJob\.yaml:\d+:\d+ x-gap.*'question'/,
  );
  expect(spectral.output).toContain("✖ 7 problems");
});

it("a check that fails, here on a stale file, fails npm test, and the others run", async () => {
  await copy.edit("generated/gaps.json", (text) => text.replace("not-shown", "not shown"));
  const { exitCode, output } = await copy.run("scripts/test.ts", "--checks", "fresh", "lint");
  expect(exitCode, output).toBe(1);
  expect(output).toMatch(/generated\/gaps\.json\n +Run npm run generate[^]*✗ fresh/);
  expect(output).toMatch(/✓ lint \(/);
});

it.each([
  ["scripts/cli.ts", ["bundel"], /Unknown command: bundel\. There are .*generate/],
  ["scripts/test.ts", ["--checks", "tipes"], /no check tipes, but code, imports, unused, types,/],
])("%s refuses %j, and names what there is", async (script, words, says) => {
  const { exitCode, stderr } = await runTool(join(root, script), ...words);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(says);
});
