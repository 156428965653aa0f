/** The packed package as its README says to use it, in an empty folder. */
import { execFile } from "node:child_process";
import { glob, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { startRegistry } from "../../test/support/registry.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type {} from "../../test/support/pack.ts";

const run = promisify(execFile);
const readme = await readFile(join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text: text!,
}));
const first = blocks.find(({ language }) => language === "sh")!.text;
const overlay = blocks.find(({ text }) => text.startsWith("overlay:"))!.text;
const yamlRuleset = blocks.find(({ text }) => text.startsWith("extends:"))!.text;
const [jsRuleset, program] = blocks.flatMap(({ language, text }) =>
  language === "js" ? [text] : [],
);

let app: string;
let shown: string;
const bin = (name: string) => join(app, "node_modules/.bin", name);

/** What a command prints, be it on its way to a failure. */
async function outputOf(command: string, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await run(bin(command), words, { cwd: app }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

beforeAll(async () => {
  await using registry = await startRegistry();
  const { path, remove } = await temporaryFolder();
  app = path;
  await writeFile(join(app, "package.json"), "{}");
  const env = {
    ...process.env,
    SITE: dirname(dirname(inject("tarballs")["gaps"]!)),
    npm_config_registry: registry.url,
    npm_config_cache: join(app, ".cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  shown = (await run("bash", ["-euo", "pipefail", "-c", first], { cwd: app, env })).stdout;
  return remove;
});

test("the first sample of the README runs, and asks its question", () => {
  expect(shown).toContain(
    "**loan-reader**: Is the reader of a loan a name, a number or an object?",
  );
});

test("the README shows what lint says of the sample without its note", async () => {
  const library = await readFile(join(app, "library.yaml"), "utf8");
  const spoilt = library.replace(/reader:\n +x-gap:[^]*/, "reader: {}\n");
  await writeFile(join(app, "spoilt.yaml"), spoilt);
  const found = await outputOf("openapi-gaps", "lint", "spoilt.yaml");
  const [, message = "?"] = /^ {2}(This schema .*)$/m.exec(found) ?? [];
  expect(readme).toContain(message);
  expect(readme).toContain(/^spoilt(\.yaml:\d+:\d+ .*)$/m.exec(found)?.[1]);
});

test("notes stand beside the document", async () => {
  await writeFile(join(app, "notes.yaml"), overlay);
  const register = await outputOf(
    "openapi-gaps",
    "register",
    "library.yaml",
    "--notes",
    "notes.yaml",
  );
  expect(register).toContain("## loan-states\n");
  expect(register).toContain("## loan-reader\n");
});

test("the sample of a program runs", async () => {
  await writeFile(join(app, "program.mjs"), program!);
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: app });
  expect(stdout).toContain("#/components/schemas/Loan/properties/reader Store the reader");
});

test("it brings at most 25 MB and no install script", async () => {
  let bytes = 0;
  const scripts: string[] = [];
  for await (const path of glob("node_modules/**/*", { cwd: app })) {
    const { size } = await stat(join(app, path));
    bytes += size;
    if (!path.endsWith("/package.json")) continue;
    const { scripts: own = {} } = JSON.parse(await readFile(join(app, path), "utf8"));
    if (["preinstall", "install", "postinstall"].some((name) => name in own)) scripts.push(path);
  }
  expect(bytes).toBeLessThan(25e6);
  expect(scripts).toEqual([]);
});

describe("beside Spectral", () => {
  beforeAll(async () => {
    await using registry = await startRegistry();
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--registry", registry.url];
    const cache = ["--cache", join(app, ".cache")];
    await run("npm", ["install", ...quiet, ...cache, "@stoplight/spectral-cli"], { cwd: app });
    await writeFile(join(app, ".spectral.yaml"), yamlRuleset);
    await writeFile(join(app, "ruleset.mjs"), jsRuleset!);
    const library = await readFile(join(app, "library.yaml"), "utf8");
    await writeFile(join(app, "unasked.yaml"), library.replace(/^ +question: .*\n/m, ""));
  });

  const codesOf = async (...words: string[]) => {
    const report = await outputOf("spectral", "lint", ...words, "--format", "json", "--quiet");
    const found = JSON.parse(report) as { code: string }[];
    return [...new Set(found.map(({ code }) => code))];
  };

  test("the ruleset in YAML finds what lint finds", async () => {
    expect(await codesOf("library.yaml")).toEqual([]);
    expect(await codesOf("unasked.yaml")).toEqual(["gap-well-formed"]);
  });

  test("the ruleset in JavaScript knows the headings", async () => {
    const codes = await codesOf("library.yaml", "--ruleset", "ruleset.mjs");
    expect(codes.toSorted()).toEqual(["claim-stated", "source-required"]);
  });
});
