/** `npm test`: the checks that run no test, as many at a time as there are cores, and then the tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { root } from "./support/locations.ts";
import { runTool } from "./support/tool.ts";

const help = `Usage: npm test                              every check, and then every test
       npm test -- <words for Vitest>        every check, and then the tests that Vitest chooses
       npm test -- --checks [<name>…]        checks alone: all, or those named

Exit codes: 0 everything passed, 1 something failed, 2 usage.`;

const tool = (path: string) => join(root, "node_modules", path);
const linter = tool("oxlint/bin/oxlint");
const pipeline = join(root, "scripts/cli.ts");

/** Scripts with their arguments, one after the other. The longest check first, so that none is left alone at the end. */
const checks: Record<string, [script: string, ...words: string[]][]> = {
  // The linter compiles what it lints. Where packages need not be installed, their types are not there.
  code: [
    [linter, "--type-aware", "--type-check", "--ignore-pattern", "{bench,mutation}"],
    [linter, "--type-aware", "bench", "mutation"],
  ],
  imports: [
    [
      tool("dependency-cruiser/bin/dependency-cruiser.mjs"),
      ...["--config", ".dependency-cruiser.mjs", "--output-type", "err-long", "."],
    ],
  ],
  unused: [[tool("knip/bin/knip.js")]],
  types: [[tool("typescript/bin/tsc"), "-p", "clients/typescript/tsconfig.build.json"]],
  // Their declarations are made file by file, which asks for more types than the compiler does.
  packages: [[pipeline, "packages"]],
  lint: [[pipeline, "lint"]],
  fresh: [[pipeline, "fresh"]],
  format: [[tool("oxfmt/bin/oxfmt"), "--check", "."]],
};

const words = process.argv.slice(2);
const named = words[0] === "--checks" ? words.slice(1) : [];
const unknown = named.filter((name) => !(name in checks));
if (words.includes("--help") && words.length === 1) {
  console.log(help);
} else if (unknown.length > 0) {
  console.error(
    `✗ There is no check ${unknown.join(", ")}, but ${Object.keys(checks).join(", ")}.`,
  );
  process.exitCode = 2;
} else {
  const failed = await runChecks(named.length > 0 ? named : Object.keys(checks));
  if (failed.length > 0) process.exitCode = 1;
  // The tests take minutes, and what they say of a contract or of code that is wrong anyhow helps nobody.
  else if (words[0] !== "--checks") process.exitCode = await runVitest();
}

/** Runs every check, also when one fails. Returns those that failed. */
async function runChecks(names: string[]): Promise<string[]> {
  const passed = await pLimit(availableParallelism()).map(names, runCheck);
  return names.filter((_, index) => !passed[index]);
}

/** Prints what a check says and how long it took, as a whole: lines of two checks would be read as those of one. */
async function runCheck(name: string): Promise<boolean> {
  const start = performance.now();
  let output = "";
  let isOk = true;
  for (const [script, ...options] of checks[name]!) {
    if (!isOk) break;
    const { exitCode, stdout, stderr } = await runTool(script, ...options);
    output += stdout + stderr;
    isOk = exitCode === 0;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${output}${isOk ? "✓" : "✗"} ${name} (${seconds} s)`);
  return isOk;
}

async function runVitest(): Promise<number> {
  const options = { cwd: root, stdio: "inherit" } as const;
  const child = spawn(process.execPath, [tool("vitest/vitest.mjs"), "run", ...words], options);
  const [code] = (await once(child, "close")) as [number | null];
  // What a signal ended has failed.
  return code ?? 1;
}
