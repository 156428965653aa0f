import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { twins } from "../scripts/lint/lint.ts";
import { root } from "../scripts/support/locations.ts";
import { runTool } from "../scripts/support/tool.ts";
import { areOpen } from "./support/gaps.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";

/** A change of a text, with the flag `m`. */
interface Edit {
  file: string;
  from: string;
  to: string;
}

type Mistake = Edit & { place?: string; remedy: string };
type Fault = Edit & { what: string; while?: string; line: string; says: string };

const read = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, "support", name), "utf8"));
const mistakes = read("mistakes.yaml") as Record<string, Mistake[]>;
const everyFault = read("faults.yaml") as Fault[];
/** Where an owner has said something, a claim rests on that. */
const isTold = (file: string) => readFileSync(join(root, file), "utf8").includes("by the owner");
const faults = everyFault.filter(
  (fault) => !fault.while || (areOpen(fault.while) && !isTold(fault.file)),
);

/** As Spectral tells it. */
interface SpectralProblem {
  code: string;
  message: string;
  source: string;
  range: Record<"start" | "end", { line: number }>;
}

/** The names under which the report may have what a rule of Spectral finds. */
const asked = (rule: string): string[] => [rule, twins[rule] ?? []].flat();

let copy: RepositoryCopy;
beforeAll(async () => void (copy = await RepositoryCopy.create()));
afterEach(() => {
  copy.git("checkout", "--quiet", ".");
  copy.git("clean", "--quiet", "--force", "openapi");
});
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

it("one run of the linters names what is wrong, each with its line and what to do", async () => {
  for (const each of faults) await edit(each);
  await copy.write("openapi/hp/HpJobs.yaml", "type: object\n");
  const { output } = await copy.run("scripts/cli.ts", "lint");
  const problems = output.split(/\n(?=\S+:\d+:\d+  \w+ )/);
  const isTold = (place: string, says: string) =>
    problems.some((text) => text.startsWith(place) && RegExp(says).test(text));
  for (const { what, file, line, says } of faults) {
    const lines = (await copy.read(file)).split("\n");
    const place = `${file}:${lines.findIndex((text) => text.includes(line)) + 1}:`;
    expect(isTold(place, says), `${what} at ${place}\n${output}`).toBe(true);
  }
  expect(
    isTold("openapi/hp/HpJobs.yaml:1:", "no part of the contract\\. Refer to it, or remove it"),
    output,
  ).toBe(true);
  expect(output).toMatch(/^✗ The contract has \d+ problems\./m);

  // What `npx spectral lint` finds is told as well, and once: as its own finding, or as that of Redocly.
  const told = problems.map((text) => /^(\S+):(\d+):\d+ +\w+ +(\S+)/.exec(text) ?? []);
  const words = ["openapi/openapi.yaml", "--format", "json", "--quiet"];
  const spectral = await copy.run("node_modules/.bin/spectral", "lint", ...words);
  const found = JSON.parse(spectral.output) as SpectralProblem[];
  expect(found.length).toBeGreaterThan(faults.length === everyFault.length ? 15 : 0);
  for (const problem of found) {
    const { code, message, source, range } = problem;
    const [, file = relative(copy.folder, source), line] = /^(\S+):(\d+):/.exec(message) ?? [];
    const [first, last] = [range.start, range.end].map((each) => Number(line ?? each.line + 1));
    const places = told.filter(
      ([, place, at, rule = ""]) =>
        place === file && Number(at) >= first! && Number(at) <= last! && asked(code).includes(rule),
    );
    expect(places, `${JSON.stringify(problem)}\n${output}`).toHaveLength(1);
  }
  // And nothing else stands there in its name.
  const rules = found.map(({ code }) => code);
  const ofSpectral = told.filter(([, , , rule = ""]) => rules.includes(rule));
  expect(ofSpectral.length).toBeLessThanOrEqual(found.length);
});

/** And how far below the place of the edit a reader of YAML notices it. */
const brokenYaml: [what: string, from: string, to: string, below: number][] = [
  ["a tab", "^  job_id:", "\tjob_id:", 0],
  ["a conflict of versions", "^title:.*", "<<<<<<< HEAD\n$&\n=======\n$&\n>>>>>>> x", 0],
  ["a key twice", "^type: object", "$&\n$&", 1],
];
it.each(brokenYaml)(
  "CI marks %s in the file that is broken, and once",
  async (_, from, to, below) => {
    const file = "openapi/hp/HpJob.yaml";
    const lines = (await copy.read(file)).split("\n");
    const line = lines.findIndex((text) => RegExp(from).test(text)) + 1 + below;
    await edit({ file, from, to });
    copy.environment = { GITHUB_ACTIONS: "true" };
    const { output } = await copy.run("scripts/cli.ts", "lint");
    copy.environment = {};
    expect(output.match(/^::error .*/gm), output).toEqual([
      expect.stringMatching(
        `^::error file=${file},line=${line},col=\\d+,title=yaml-or-json::This file`,
      ),
    ]);
  },
);

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
