/**
 * `npm run mutate`: StrykerJS breaks the code in one place after another, and the tests have to notice. What nobody notices is a
 * missing test, or a line without a use.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs, promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const reportFile = join(import.meta.dirname, "reports/mutation.json");
const scoreFile = join(import.meta.dirname, "SCORE.md");
const stryker = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");

/** Code to mutate, and the tests that check it: those that need no package, browser or compiler. */
interface Room {
  code: string[];
  tests: string[];
}

const rooms: Record<string, Room> = {
  gaps: {
    code: ["gaps/src/**/*.{ts,js}"],
    tests: ["gaps/test/**/!(package).test.{ts,js}"],
  },
  client: {
    code: ["clients/typescript/src/**/*.ts"],
    tests: ["clients/typescript/test/!(editor|packed|types).test.ts"],
  },
  emulator: {
    code: ["emulator/src/**/*.ts"],
    tests: ["emulator/test/!(package|page|isolation).test.ts"],
  },
  conformance: {
    code: ["conformance/src/**/*.ts"],
    tests: ["conformance/test/!(package|fuzz).test.ts"],
  },
  renderer: {
    code: ["renderer/src/**/*.ts"],
    tests: ["renderer/test/!(package|queue|kill).test.ts"],
  },
};

const help = `Usage: npm run mutate -- <room> [<file>…] [--write]

Rooms: ${Object.keys(rooms).join(", ")}. Files are patterns, for instance gaps/src/document/*.ts; without one, all of the room.
Results are kept in mutation/reports, so that a second run tries only what has changed.

  --write  write mutation/SCORE.md: how many mutants exist, how many were tried, where, and at which commit

Install StrykerJS first: npm ci --prefix mutation
Exit codes: 0 done, 1 StrykerJS failed or is not installed, 2 usage.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, help: { type: "boolean" } },
});
const [name = "", ...files] = positionals;
const room = rooms[name];
if (values.help) {
  console.log(help);
} else if (!room) {
  console.error(`✗ There is no room "${name}".\n\n${help}`);
  process.exitCode = 2;
} else if (!existsSync(stryker)) {
  console.error("✗ StrykerJS is not installed. Run npm ci --prefix mutation");
  process.exitCode = 1;
} else {
  const isOk = await mutate(files.length > 0 ? files : room.code, room.tests);
  if (!isOk) process.exitCode = 1;
  else if (values.write) await writeScore(name, room);
}

function mutate(code: string[], tests: string[]): Promise<boolean> {
  const words = ["run", "mutation/stryker.config.mjs", "--mutate", code.join(",")];
  const child = spawn(process.execPath, [stryker, ...words], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, MUTATION_TESTS: tests.join(" ") },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
}

/** The part of StrykerJS's report that is needed here. */
interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

/** Replaces the line of the room, and keeps those of the others. */
async function writeScore(name: string, { code }: Room): Promise<void> {
  const { files } = JSON.parse(await readFile(reportFile, "utf8")) as Report;
  const own = Object.entries(files).filter(([, { mutants }]) => mutants.length > 0);
  const statuses = own.flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]) =>
    statuses.filter((status) => wanted.includes(status)).length;
  const { stdout: commit } = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
  });
  const cells = [
    name,
    await countMutants(code),
    statuses.length - count("Ignored", "CompileError"),
    count("Killed", "Timeout", "RuntimeError"),
    count("Survived"),
    count("NoCoverage"),
    own.map(([file]) => `\`${relative(root, join(root, file))}\``).join(" "),
    `\`${commit.trim()}\``,
  ];
  const before = await readFile(scoreFile, "utf8").catch(() => "");
  const rows = before.split("\n").filter((line) => /^\| [a-z]+ \|/.test(line));
  const others = rows.filter(
    (line) => !line.startsWith(`| ${name} |`) && !line.startsWith("| room"),
  );
  const table = [...others, `| ${cells.join(" | ")} |`].sort();
  await writeFile(
    scoreFile,
    `# Mutation score

A mutant is the code with one change that a test should notice. Made by \`npm run mutate -- <room> --write\`, a room at a time.

| room | exist | tried | noticed | survived | no test reaches | files tried | commit |
| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |
${table.join("\n")}
`,
  );
}

/** How many mutants StrykerJS would make of the code, without trying them. */
async function countMutants(patterns: string[]): Promise<number> {
  const { createInstrumenter } = await load<Instrumenting>(
    "@stryker-mutator/instrumenter/dist/src",
  );
  const { createInjector } = await load<Injecting>("typed-inject/dist/src");
  const ignore = () => {};
  const logger = { debug: ignore, info: ignore, warn: ignore, isDebugEnabled: () => false };
  const injector = createInjector().provideValue("logger", logger).provideValue("options", {});
  const files = await Promise.all(
    globSync(patterns, { cwd: root }).map(async (file) => ({
      name: join(root, file),
      content: await readFile(join(root, file), "utf8"),
      mutate: true,
    })),
  );
  const options = { plugins: null, ignorers: [], excludedMutations: [] };
  const { mutants } = await createInstrumenter(injector).instrument(files, options);
  return mutants.length;
}

/** What is used of the packages of this folder, which are not in everybody's installation. */
interface Instrumenting {
  createInstrumenter(injector: Injector): {
    instrument(files: object[], options: object): Promise<{ mutants: object[] }>;
  };
}
interface Injecting {
  createInjector(): Injector;
}
interface Injector {
  provideValue(token: string, value: object): Injector;
}

async function load<Exports>(path: string): Promise<Exports> {
  return (await import(join(import.meta.dirname, "node_modules", path, "index.js"))) as Exports;
}
