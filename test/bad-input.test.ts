import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/support/locations.ts";
import { runTool } from "../scripts/support/tool.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";

interface Mistake {
  what: string;
  /** Mistakes of one step are reported together. */
  step?: "the pages" | "the heads of the pages";
  file: string;
  change: (text: string) => string;
  /** The place that the message names, where it is another one than the file with its line. */
  place?: RegExp;
  /** Words of the message that say what to do. */
  remedy: RegExp;
}

const mistakes: Mistake[] = [
  {
    what: "broken YAML",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => `${text}  not: [closed\n`,
    remedy: /neither YAML nor JSON/,
  },
  {
    what: "a reference to nowhere",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => text.replace("shared/JobStatus.yaml", "shared/JobState.yaml"),
    remedy: /no file openapi\/shared\/JobState\.yaml\. Correct the path/,
  },
  {
    what: "parts that the strict copy cannot close",
    file: "openapi/lipsync/LipsyncVideoInputEcho.yaml",
    change: (text) => `${text}\nallOf:\n  - type: object\n    properties: {}\n`,
    place: /LipsyncVideoInputEcho/,
    remedy: /List its properties in one schema/,
  },
  {
    what: "a link to a page that is missing",
    step: "the pages",
    file: "docs/pages/waiting.md",
    change: (text) => `${text}\n[A page](waitng.md).\n`,
    remedy: /Link to one of the pages: .*waiting\.html/,
  },
  {
    what: "a link to an anchor that is missing",
    step: "the pages",
    file: "docs/pages/waiting.md",
    change: (text) => text.replace("](gap:rate-limits)", "](gap:rate-limit)"),
    remedy: /near it are gaps.html#rate-limits/,
  },
  {
    what: "a sample that a page names and nobody wrote",
    step: "the pages",
    file: "docs/pages/slides.md",
    change: (text) => text.replace("createDynamicSlideVideo\n```", "createSlides\n```"),
    remedy: /docs\/samples\/createSlides\.ts/,
  },
  {
    what: "a sample in a language that it is not in",
    step: "the pages",
    file: "docs/pages/sdks.md",
    change: (text) => text.replace(/(```sample\n\S+).*/, "$1 ruby"),
    remedy: /is in bash, typescript, python.*Correct the language/,
  },
  {
    what: "a picture that is missing",
    step: "the pages",
    file: "docs/pages/index.md",
    change: (text) => text.replace("sequence.svg", "sequences.svg"),
    remedy: /docs\/theme\//,
  },
  {
    what: "a gap that a page shows and nobody has noted",
    step: "the pages",
    file: "docs/pages/waiting.md",
    change: (text) => `${text}\n\`\`\`gaps\nrate-limits\nrate-limit-2\n\`\`\`\n`,
    remedy: /There is no gap "rate-limit-2"\. Write the id of one/,
  },
  {
    what: "a page without a description",
    step: "the heads of the pages",
    file: "docs/pages/hp-jobs.md",
    change: (text) => text.replace(/description: .*\n/, ""),
    remedy: /description: …/,
  },
  {
    what: "text about a gap that nobody has noted",
    step: "the heads of the pages",
    file: "docs/pages/waiting.md",
    change: (text) => `${text}\n::: while rate-limit-2\n\nText.\n\n:::\n`,
    remedy: /rate-limit-2" names no gap/,
  },
  {
    what: "a page of the navigation that is missing",
    step: "the heads of the pages",
    file: "scripts/site/pages.ts",
    change: (text) => text.replace('"slides"', '"slide"'),
    place: /docs\/pages\/slide\.md:1:1/,
    remedy: /Write it, or take it out of scripts\/site\/pages\.ts/,
  },
];

let copy: RepositoryCopy;
beforeAll(async () => void (copy = await RepositoryCopy.create()));
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.asyncDispose]());

/** A build is the work of seconds, so what one build reports is looked at together. */
const builds = Map.groupBy(mistakes, ({ what, step }) => step ?? what);

describe("a mistake stops the build, with its place and what to do, and nothing is written:", () => {
  it.each(
    [...builds.values()].map((made) => ({ made, what: made.map(({ what }) => what).join("; ") })),
  )("$what", async ({ made }) => {
    for (const { file, change } of made) await copy.edit(file, change);

    const command = made[0]!.file.startsWith("openapi/") ? "build" : "site";
    const { exitCode, output } = await copy.run("scripts/cli.ts", command);

    expect(exitCode, output).toBe(1);
    const problems = output.split(/\n(?=openapi\/|docs\/|✗)/);
    for (const { what, file, place = new RegExp(`${file}:\\d+:\\d+`), remedy } of made) {
      const isExplained = problems.some((text) => place.test(text) && remedy.test(text));
      expect(isExplained, `${what}:\n${output}`).toBe(true);
    }
    expect(output.match(/^✗/gm), output).toHaveLength(1);
    expect(output).not.toMatch(/\n\s+at .+:\d+/);
    expect(output).not.toContain(copy.folder);
    expect(copy.changesOfGenerated()).toBe("");
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

const faults = parse(readFileSync(join(import.meta.dirname, "support/faults.yaml"), "utf8")) as {
  what: string;
  file: string;
  from: string;
  to?: string;
  line: string;
  says: string;
}[];

it("one run of the linters names what is wrong, each with its line and what to do", async () => {
  for (const { file, from, to = "" } of faults)
    await copy.edit(`openapi/${file}`, (text) => text.replace(new RegExp(from, "m"), to));
  const { exitCode, output } = await copy.run("scripts/cli.ts", "lint");
  expect(exitCode, output).toBe(1);
  const problems = output.split(/\n(?=\S+:\d+:\d+  error)/);
  for (const { what, file, line, says } of faults) {
    const lines = (await copy.read(`openapi/${file}`)).split("\n");
    const place = `openapi/${file}:${lines.findIndex((text) => text.includes(line)) + 1}:`;
    const isTold = problems.some((text) => text.startsWith(place) && RegExp(says).test(text));
    expect(isTold, `${what} at ${place}\n${output}`).toBe(true);
  }
  expect(faults).toHaveLength(12);
  const spectral = await copy.run("node_modules/.bin/spectral", "lint", "openapi/openapi.yaml");
  expect(spectral.output).toMatch(
    /gap-well-formed +openapi\/hp\/HpJob\.yaml:\d+:\d+ x-gap.*'question'/,
  );
});

it("Spectral finds nothing in the contract, with the rules that it is documented with", async () => {
  const spectral = join(root, "node_modules/.bin/spectral");
  const files = ["openapi/openapi.yaml", "generated/openapi.yaml"];
  const { exitCode, stdout } = await runTool(spectral, "lint", ...files);
  expect(exitCode, stdout).toBe(0);
});

it("a generated file that is stale is named, and what to run", async () => {
  await copy.edit("generated/gaps.json", (text) => text.replace("not-shown", "not shown"));
  const { exitCode, output } = await copy.run("scripts/cli.ts", "fresh");
  expect(exitCode).toBe(1);
  expect(output).toContain("generated/gaps.json");
  expect(output).toContain("npm run generate");
});

it.each([
  ["scripts/cli.ts", ["bundel"], /Unknown command: bundel\. There are .*generate/],
  ["scripts/test.ts", ["--checks", "tipes"], /There is no check tipes, but format, code, types,/],
])("%s refuses %j, and names what there is", async (script, words, says) => {
  const { exitCode, stderr } = await runTool(join(root, script), ...words);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(says);
});
