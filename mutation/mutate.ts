/**
 * `npm run mutate`: StrykerJS breaks the code in one place after another, and the tests have to notice. What nobody notices is a
 * missing test, or a line without a use.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");
const stryker = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");

/** Code to mutate, and the tests that check it: those that need no package, browser or compiler. */
interface Target {
  code: string[];
  tests: string[];
}

const targets: Record<string, Target> = {
  gaps: {
    code: ["gaps/src/**/*.{ts,js}"],
    tests: ["gaps/test/**/!(package).test.{ts,js}"],
  },
  client: {
    code: ["clients/typescript/src/**/*.ts"],
    tests: ["clients/typescript/test/!(editor|packed).test.ts"],
  },
  emulator: {
    code: ["emulator/src/**/*.ts"],
    tests: ["emulator/test/!(package|page).test.ts"],
  },
  conformance: {
    code: ["conformance/src/**/*.ts"],
    tests: ["conformance/test/*.test.ts"],
  },
  renderer: {
    code: ["renderer/src/**/*.ts"],
    tests: ["renderer/test/!(package|queue).test.ts"],
  },
};

const help = `Usage: npm run mutate -- <folder> [<file>…] [--tests <file>]…

Folders: ${Object.keys(targets).join(", ")}. Files are patterns, for instance gaps/src/document/*.ts; without one, all of it.
Options:
  --tests <file>  tries these tests alone, for an answer in minutes. A pattern, too; may be given several times

Results are kept in mutation/reports, so that a second run tries only what has changed.

Install StrykerJS first: npm ci --prefix mutation
Exit codes: 0 done, 1 StrykerJS failed or is not installed, 2 usage.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean" }, tests: { type: "string", multiple: true } },
});
const [name = "", ...files] = positionals;
const target = targets[name];
if (values.help) {
  console.log(help);
} else if (!target) {
  console.error(`✗ There is no folder "${name}".\n\n${help}`);
  process.exitCode = 2;
} else if (!existsSync(stryker)) {
  console.error("✗ StrykerJS is not installed. Run npm ci --prefix mutation");
  process.exitCode = 1;
} else {
  const isOk = await mutate(files.length > 0 ? files : target.code, values.tests ?? target.tests);
  if (!isOk) process.exitCode = 1;
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
