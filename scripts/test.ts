/** `npm test`: the checks that run no test, as many at a time as there are cores, and then the tests. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Check, runChecks } from "./support/run-checks.ts";
import { root } from "./support/locations.ts";

const help = `Usage: npm test                              every check, and then every test
       npm test -- <words for Vitest>        every check, and then the tests that Vitest chooses
       npm test -- --checks [<name>…]        checks alone: all, or those named
       npm test -- --runtimes                the packed TypeScript client in Node 22, 24 and 26, Bun, Deno, workerd and Chromium

Exit codes: 0 everything passed, 1 something failed, 2 usage.`;

const tool = (path: string) => join(root, "node_modules", path);
const compiler = tool("typescript/bin/tsc");
const pipeline = join(root, "scripts/cli.ts");

/** The longest first, so that none is left alone at the end. */
const checks: Record<string, Check> = {
  format: [[tool("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."]],
  types: [
    [compiler, "--incremental", "--tsBuildInfoFile", tool(".cache/tsc.json")],
    [compiler, "-p", "emulator/tsconfig.page.json"],
    [compiler, "-p", "clients/typescript/tsconfig.build.json"],
  ],
  code: [[tool("oxlint/bin/oxlint"), "--type-aware"], [tool("knip/bin/knip.js")]],
  imports: [
    [
      tool("dependency-cruiser/bin/dependency-cruiser.mjs"),
      ...["--config", ".dependency-cruiser.mjs", "--output-type", "err-long", "."],
    ],
  ],
  lint: [[pipeline, "lint"]],
  fresh: [[pipeline, "fresh"]],
};

const words = process.argv.slice(2);
const unknown = words[0] === "--checks" ? words.slice(1).filter((name) => !(name in checks)) : [];
if (words.includes("--help") && words.length === 1) {
  console.log(help);
} else if (unknown.length > 0) {
  console.error(
    `✗ There is no check ${unknown.join(", ")}, but ${Object.keys(checks).join(", ")}.`,
  );
  process.exitCode = 2;
} else if (words[0] === "--checks") {
  const chosen = words.length > 1 ? words.slice(1) : Object.keys(checks);
  const failed = await runChecks(Object.fromEntries(chosen.map((name) => [name, checks[name]!])));
  if (failed.length > 0) process.exitCode = 1;
} else if (words[0] === "--runtimes") {
  process.exitCode = await run(process.execPath, "clients/typescript/test/runtimes/run.ts");
} else {
  const failed = await runChecks(checks);
  // The tests take minutes, and what they say of a contract or of code that is wrong anyhow helps nobody.
  if (failed.length > 0) console.error(`✗ ${failed.join(", ")} failed, so no test was run`);
  process.exitCode =
    failed.length > 0 ? 1 : await run(process.execPath, tool("vitest/vitest.mjs"), "run", ...words);
}

/** Runs a program in the folder of the repository. Returns its exit code. */
function run(program: string, ...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit" });
    child.once("error", reject);
    // What a signal ended has failed.
    child.once("close", (code) => resolve(code ?? 1));
  });
}
