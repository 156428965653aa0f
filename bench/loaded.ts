/**
 * `npm run test:loaded`: runs the tests again and again while other processes keep every core busy. What fails here and
 * passes on an idle machine waits for time to pass, where it should wait for what it tests.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/support/locations.ts";

const help = `Usage: npm run test:loaded [-- --runs <n>] [<words for Vitest>…]

  --runs <n>  how often (5)

For instance: npm run test:loaded -- --runs 3 -- --project emulator
Exit codes: 0 every run passed, 1 one failed.`;

/** The part of Vitest's report that is needed here. */
interface Report {
  numTotalTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface Failure {
  test: string;
  message: string;
}

const { values, positionals } = parseArgs({
  options: { runs: { type: "string", default: "5" }, help: { type: "boolean" } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (values.help || !Number.isInteger(runs) || runs < 1) {
  console.log(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.exitCode = (await runAll()) ? 0 : 1;
}

async function runAll(): Promise<boolean> {
  const busy = Array.from({ length: availableParallelism() }, keepBusy);
  let isOk = true;
  try {
    for (let run = 1; run <= runs; run++) {
      const start = performance.now();
      const { tests, failures } = await runTests();
      const seconds = Math.round((performance.now() - start) / 1000);
      console.log(
        `run ${run} of ${runs}: ${tests} tests, ${failures.length} failed (${seconds} s)`,
      );
      for (const { test, message } of failures) console.log(`  ✗ ${test}\n      ${message}`);
      isOk &&= tests > 0 && failures.length === 0;
    }
  } finally {
    for (const child of busy) child.kill();
  }
  return isOk;
}

/** Ends with this process too, whatever ends it: its standard input closes then. */
function keepBusy(): ChildProcess {
  const code = `
    process.stdin.on("end", () => process.exit()).resume();
    const work = () => {
      const end = performance.now() + 200;
      while (performance.now() < end);
      setImmediate(work);
    };
    work();`;
  return spawn(process.execPath, ["-e", code], { stdio: ["pipe", "ignore", "inherit"] });
}

async function runTests(): Promise<{ tests: number; failures: Failure[] }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "loaded-"));
  const file = join(folder.path, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const words = ["run", "--reporter=json", `--outputFile=${file}`, ...positionals];
  const child = spawn(process.execPath, [vitest, ...words], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // Where nothing could be run, Vitest has said why, and there is no report.
  const text = await readFile(file, "utf8").catch(() => '{"numTotalTests":0,"testResults":[]}');
  const report = JSON.parse(text) as Report;
  const failures = report.testResults.flatMap(failuresOf);
  // For instance an error that no test caught.
  if (code !== 0 && failures.length === 0) {
    failures.push({ test: "Vitest", message: `ended with ${code}; run it with these words alone` });
  }
  return { tests: report.numTotalTests, failures };
}

function failuresOf({ name, message, assertionResults }: Report["testResults"][number]): Failure[] {
  const file = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  const failures = failed.map(({ fullName, failureMessages: [first = ""] }) => ({
    test: `${file} > ${fullName}`,
    message: first.split("\n")[0]!,
  }));
  // A file that cannot be loaded, or whose set-up fails, has no test to name.
  return failures.length > 0 || !message ? failures : [{ test: file, message }];
}
