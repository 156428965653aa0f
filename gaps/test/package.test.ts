/** The packed package as its README says to use it, in an empty folder. */
import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
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
const [first] = samplesIn("sh");
const close = samplesIn("sh").find((text) => text.startsWith("npx openapi-gaps answers"));
const [program] = samplesIn("js");
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

test("the first sample of the README asks its question, and without its note lint says what the README shows", async () => {
  expect(shown).toContain("**1. Is the reader of a loan a name, a number or an object?**");
  const library = await readFile(join(app, "library.yaml"), "utf8");
  const spoilt = library.replace(/reader:\n +x-gap:[^]*/, "reader: {}\n");
  await write("spoilt.yaml", spoilt);
  const found = await outputOf("openapi-gaps", "lint", "spoilt.yaml");
  const [, message = "?"] = /^ {2}(This schema .*)$/m.exec(found) ?? [];
  expect(readme).toContain(message);
  expect(readme).toContain(/^spoilt(\.yaml:\d+:\d+ .*)$/m.exec(found)?.[1]);
});

test("drafts are written beside a document, and lint tells how many are left", async () => {
  const library = await readFile(join(app, "library.yaml"), "utf8");
  await write("openapi.yaml", library.replace(/reader:\n +x-gap:[^]*/, "reader: {}\n"));
  const adopt = samplesIn("sh").find((text) => text.startsWith("npx openapi-gaps draft"));
  const { stdout, stderr } = await run("bash", ["-euc", adopt!], { cwd: app });
  expect(stdout).toContain(
    "**1. Of which type is field `reader` of `Loan`, and which values can it have?**",
  );
  expect(stderr).toContain("1 note is a draft");
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
  const others = ["document", "evidence", "ruleset"];
  const imports = others.map((name) => `await import("openapi-gaps/${name}");\n`);
  await write("program.mjs", program! + imports.join(""));
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: app });
  expect(stdout).toContain("#/components/schemas/Loan/properties/reader Store the reader");
});

test("a document in several files: from recordings to what they show of its gap", async () => {
  await cp(join(import.meta.dirname, "fixtures"), app, { recursive: true });
  const contract = ["--contract", "events/openapi.yaml"];
  const event = (kind: string, id: number) => ({
    ...{ origin: "https://events.example", url: `/api/events/${id}`, answer: { kind } },
  });
  await write("a.har", harOf(["red", "green", "blue", "red", "green", "blue"].map(event)));
  await commit();
  const proposed = await outputOf("openapi-gaps", "propose", "a.har", ...contract);
  expect(proposed).toContain("✓ event-kinds");
  const applied = await outputOf("openapi-gaps", "apply", "proposal.overlay.yaml", ...contract);
  expect(applied).toContain("  events/schemas/Event.yaml\n");
  const checked = await outputOf("openapi-gaps", "check", "a.har", ...contract, "--json");
  expect(JSON.parse(checked)).toMatchObject({ contradictions: [] });
});

test("it brings at most 25 MB", async () => {
  const { stdout } = await run("du", ["-sk", "node_modules"], { cwd: app });
  expect(parseInt(stdout)).toBeLessThan(25e3);
});

test("beside Spectral, the ruleset finds what lint finds, and may let a rule warn", async () => {
  // Installed by npm it would be the same, and two hundred packages to unpack.
  await symlink(join(installed, "@stoplight"), join(app, "node_modules/@stoplight"));
  await symlink(join(installed, ".bin/spectral"), bin("spectral"));
  await write(".spectral.yaml", sampleOf("extends"));
  const library = await readFile(join(app, "library.yaml"), "utf8");
  await write("unasked.yaml", library.replace(/^ +question: .*\n/m, ""));
  await write("open.yaml", library.replace(/reader:\n +x-gap:[^]*/, "reader: {}\n"));
  const words = ["library.yaml", "unasked.yaml", "open.yaml", "--format", "json", "--quiet"];
  const report = await outputOf("spectral", "lint", ...words);
  const found = JSON.parse(report) as { code: string; source: string; severity: number }[];
  const told = found.map(
    ({ code, source, severity }) => `${basename(source)}: ${code} ${severity}`,
  );
  expect(told.sort()).toEqual([
    "open.yaml: open-schema-has-gap 1",
    "unasked.yaml: gap-well-formed 0",
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
