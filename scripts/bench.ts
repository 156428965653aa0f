/**
 * `npm run bench`: the pipeline against the bare tools it calls, and its growth with the size of
 * the contract.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RepositoryCopy } from "../test/support/copy.ts";
import { writeSyntheticContract } from "./bench-contract.ts";
import { generatedFolder, root } from "./locations.ts";
import { redocly, runTool } from "./tool.ts";

/**
 * Runs of each measurement. Other work disturbs the clock, so medians count and the two sides take
 * turns.
 */
const rounds = 7;

const typeGenerator = join(
  createRequire(import.meta.url).resolve("openapi-typescript/package.json"),
  "../bin/cli.js",
);

await compareWithBareTools();
await measureGrowth();

/**
 * Goal: the whole build takes at most 1.3 times what its tools take one after the other, although
 * it also lints.
 */
async function compareWithBareTools(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const contract = join(generatedFolder, "openapi.yaml");
  const bundle = ["bundle", "contract", "--output", join(folder, "openapi.yaml")];
  const page = ["build-docs", contract, "--inlineBundle", "--output", join(folder, "index.html")];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await secondsOf(() => runTool(join(root, "scripts/cli.ts"), "build")));
    bare.push(
      (await secondsOf(() => runTool(redocly, ...bundle))) +
        (await secondsOf(() => runTool(redocly, ...page))) +
        (await secondsOf(() =>
          runTool(typeGenerator, contract, "-o", join(folder, "schema.d.ts")),
        )),
    );
  }
  await rm(folder, { recursive: true });
  console.log(`npm run build: ${summary(ours)}`);
  console.log(`redocly bundle, redocly build-docs and openapi-typescript: ${summary(bare)}`);
  console.log(
    `ratio of medians: ${(median(ours) / median(bare)).toFixed(2)} (goal: at most 1.30)\n`,
  );
}

/**
 * Goal: an exponent of at most 1, that is, ten times the operations take at most ten times as long.
 */
async function measureGrowth(): Promise<void> {
  const medians: number[] = [];
  for (const operations of [10, 100, 1000]) {
    await using copy = await RepositoryCopy.create();
    await writeSyntheticContract(copy.folder, operations);
    const seconds: number[] = [];
    for (let round = 0; round < 3; round++) {
      seconds.push(await secondsOf(() => expectSuccess(copy.run("scripts/cli.ts", "generate"))));
    }
    medians.push(median(seconds));
    console.log(`npm run generate, ${operations} operations: ${summary(seconds)}`);
  }
  const exponents = medians.slice(1).map((value, index) => Math.log10(value / medians[index]!));
  console.log(`exponents per decade: ${exponents.map((value) => value.toFixed(2)).join(", ")}`);
}

async function expectSuccess(run: ReturnType<RepositoryCopy["run"]>): Promise<void> {
  const { exitCode, output } = await run;
  if (exitCode !== 0) throw new Error(`A measured command failed:\n${output}`);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function summary(seconds: number[]): string {
  const [low, high] = [Math.min(...seconds), Math.max(...seconds)];
  return `median ${median(seconds).toFixed(2)} s (${low.toFixed(2)} to ${high.toFixed(2)} s, ${seconds.length} runs)`;
}
