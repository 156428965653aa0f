/**
 * `npm test`: the checks that run no test, as many at a time as there are cores, and then the tests. Each is an npm script
 * of its own.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** The longest first, so that none is left alone at the end. */
const checks = ["test:format", "test:types", "test:code", "test:imports", "lint", "test:fresh"];

const failed: string[] = [];
const waiting = [...checks];
await Promise.all(Array.from({ length: availableParallelism() }, work));

if (failed.length > 0) {
  // The tests take minutes, and what they say of a contract or of code that is wrong anyhow helps nobody.
  const names = checks.filter((name) => failed.includes(name));
  console.error(`✗ ${names.join(", ")} failed, so no test was run`);
  process.exitCode = 1;
} else {
  const tests = runScript("test:unit", "inherit", process.argv.slice(2));
  process.exitCode = await tests.ended;
}

async function work(): Promise<void> {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const start = performance.now();
    const check = runScript(name, "pipe");
    const isOk = (await check.ended) === 0;
    if (!isOk) failed.push(name);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    // As a whole: lines of two checks would be read as those of one.
    console.log(`${check.output()}${isOk ? "✓" : "✗"} ${name} (${seconds} s)`);
  }
}

/** Runs a script of the manifest as `npm run` does, without the third of a second that npm takes to start. */
function runScript(
  name: string,
  streams: "pipe" | "inherit",
  words: string[] = [],
): { output: () => string; ended: Promise<number> } {
  const child = spawn(process.execPath, ["--run", name, "--", ...words], {
    stdio: ["inherit", streams, streams],
  });
  let output = "";
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    // What a signal ended has failed.
    child.once("close", (code) => resolve(code ?? 1));
  });
  return { output: () => output, ended };
}
