/** The packed package as its README says to use it, in an empty folder. */
import { execFile } from "node:child_process";
import { cp, glob, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { startRegistry } from "../../test/support/registry.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type {} from "../../test/support/pack.ts";
import { harOf } from "./evidence/support/recording.ts";

const run = promisify(execFile);
const readme = await readFile(join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(?<language>\w*)\n(?<text>.*?)^```$/gms)].map(
  ({ groups }) => groups as { language: string; text: string },
);
const samplesIn = (wanted: string) =>
  blocks.flatMap(({ language, text }) => (language === wanted ? text : []));
const [first, close] = samplesIn("sh");
const [jsRuleset, program] = samplesIn("js");
const sampleOf = (key: string) => blocks.find(({ text }) => text.startsWith(`${key}:`))!.text;

const installed = join(import.meta.dirname, "../../node_modules");
let app: string;
let shown: string;
const write = (name: string, text: string) => writeFile(join(app, name), text);

async function commit() {
  const git = (...options: string[]) => run("git", options, { cwd: app });
  await git("init", "--quiet");
  await git("add", "--all", ":!node_modules", ":!.cache", ":!*.overlay.yaml");
  await git("-c", "user.name=a", "-c", "user.email=a@a.example", "commit", "-qm", "Add files");
}
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
  await write("package.json", "{}");
  const env = {
    ...process.env,
    SITE: dirname(dirname(inject("tarballs")["gaps"]!)),
    npm_config_registry: registry.origin,
    npm_config_cache: join(app, ".cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  shown = (await run("bash", ["-euo", "pipefail", "-c", first!], { cwd: app, env })).stdout;
  return remove;
});

test("the first sample of the README runs, and asks its question", () => {
  expect(shown).toContain("**1. Is the reader of a loan a name, a number or an object?**");
});

test("the README shows what lint says of the sample without its note", async () => {
  const library = await readFile(join(app, "library.yaml"), "utf8");
  const spoilt = library.replace(/reader:\n +x-gap:[^]*/, "reader: {}\n");
  await write("spoilt.yaml", spoilt);
  const found = await outputOf("openapi-gaps", "lint", "spoilt.yaml");
  const [, message = "?"] = /^ {2}(This schema .*)$/m.exec(found) ?? [];
  expect(readme).toContain(message);
  expect(readme).toContain(/^spoilt(\.yaml:\d+:\d+ .*)$/m.exec(found)?.[1]);
});

test("notes stand beside the document, and so does a letter of your own", async () => {
  await write("notes.yaml", sampleOf("overlay"));
  await write("letter.yaml", sampleOf("cover"));
  const options = ["library.yaml", "--notes", "notes.yaml"];
  const register = await outputOf("openapi-gaps", "register", ...options);
  expect(register).toMatch(/## loan-states\n[^]*## loan-reader\n/);
  const letter = await outputOf("openapi-gaps", "letter", ...options, "--letter", "letter.yaml");
  expect(letter).toContain("**1. Who is the reader of a loan?**");
  expect(letter).toContain("| 2. A new loan has the state `lent`. No: say which it has. |  |  |");
});

test("the sample of a program runs, with every entry that programs have", async () => {
  const others = ["document", "evidence", "ruleset", "ruleset/sources"];
  const imports = others.map((name) => `await import("openapi-gaps/${name}");\n`);
  await write("program.mjs", program! + imports.join(""));
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: app });
  expect(stdout).toContain("#/components/schemas/Loan/properties/reader Store the reader");
});

test("a document in several files: from its gap to what recordings show of it", async () => {
  await cp(join(import.meta.dirname, "fixtures"), app, { recursive: true });
  const events = "events/openapi.yaml";
  const gaps = (...words: string[]) => outputOf("openapi-gaps", ...words);
  const event = (kind: unknown, id: number) => ({
    ...{ origin: "https://events.example", url: `/api/events/${id}`, answer: { kind } },
  });
  await write("right.har", harOf(["red", "green", "blue", "red", "green", "blue"].map(event)));
  await write("wrong.har", harOf([event(7, 1)]));
  await commit();
  expect(await gaps("lint", events)).toContain("✓ No problem found.");
  expect(await gaps("letter", events)).toContain("How often is a webhook sent again?");
  expect(await gaps("check", "wrong.har", "--contract", events)).toMatch(/getEvent.*\/kind/);
  expect(await gaps("propose", "right.har", "--contract", events)).toContain("✓ event-kinds");
  const applied = await gaps("apply", "proposal.overlay.yaml", "--contract", events);
  expect(applied).toContain("  events/schemas/Event.yaml\n");
  const narrowed = "Beyond what recordings showed (`blue`, `green`, `red`)";
  expect(await gaps("register", events)).toContain(narrowed);
  expect(await gaps("lint", events)).toContain("✓ No problem found.");
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

test("beside Spectral, the rulesets find what lint finds, and that of a program knows the headings", async () => {
  // Installed by npm it would be the same, and two hundred packages to unpack.
  await symlink(join(installed, "@stoplight"), join(app, "node_modules/@stoplight"));
  await symlink(join(installed, ".bin/spectral"), bin("spectral"));
  await write(".spectral.yaml", sampleOf("extends"));
  await write("ruleset.mjs", jsRuleset!);
  const library = await readFile(join(app, "library.yaml"), "utf8");
  await write("unasked.yaml", library.replace(/^ +question: .*\n/m, ""));
  const problemsOf = async (...words: string[]) => {
    const report = await outputOf("spectral", "lint", ...words, "--format", "json", "--quiet");
    const found = JSON.parse(report) as { code: string; source: string }[];
    return [...new Set(found.map(({ code, source }) => `${basename(source)}: ${code}`))].sort();
  };
  expect(await problemsOf("library.yaml", "unasked.yaml")).toEqual([
    "unasked.yaml: gap-well-formed",
  ]);
  expect(await problemsOf("library.yaml", "--ruleset", "ruleset.mjs")).toEqual([
    ...["library.yaml: claim-stated", "library.yaml: source-required"],
  ]);
});

test("the owner's answers are applied as the README says", async () => {
  await write("answers.yaml", sampleOf("by"));
  await commit();
  const { stderr } = await run("bash", ["-euc", close!], { cwd: app });
  expect(stderr).toContain("✓ No problem found.");
  const library = await readFile(join(app, "library.yaml"), "utf8");
  expect(library).toMatch(/reader:\n +type: string\n +x-verified:/);
});
