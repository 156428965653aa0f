/** `npm run bench -- pipeline`: the pipeline against the bare tools that it calls. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedFolder, root } from "../../scripts/support/locations.ts";
import { median, secondsOf } from "../measure.ts";
import { redocly, runTool } from "../../scripts/support/tool.ts";

/**
 * Runs of each measurement. Other work disturbs the clock, so medians count and the two sides take
 * turns.
 */
const rounds = 7;

const { resolve } = createRequire(import.meta.url);
const typeGenerator = join(resolve("openapi-typescript/package.json"), "../bin/cli.js");
const pipeline = join(root, "scripts/cli.ts");

await compareWithBareTools();

/** Goal: from the contract to the site in at most 1.8 times what the bare tools take, one after the other. */
async function compareWithBareTools(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  // The one of this repository extends what the older Redocly within openapi-typescript does not know.
  const configuration = join(folder, "redocly.yaml");
  await writeFile(configuration, "{}");
  const contract = join(generatedFolder, "openapi.yaml");
  const sides = {
    "npm run generate and npm run site": [
      [pipeline, "generate"],
      [pipeline, "site"],
    ],
    "redocly bundle, redocly build-docs and openapi-typescript": [
      [redocly, "bundle", "contract", "--output", join(folder, "openapi.yaml")],
      [redocly, "build-docs", contract, "--inlineBundle", "--output", join(folder, "index.html")],
      [typeGenerator, contract, "-o", join(folder, "schema.d.ts"), "--redocly", configuration],
    ],
  };
  const seconds: number[][] = Object.keys(sides).map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, commands] of Object.values(sides).entries()) {
      seconds[index]!.push(await secondsOf(() => runInTurn(commands)));
    }
  }
  await rm(folder, { recursive: true });
  for (const [index, name] of Object.keys(sides).entries()) {
    console.log(`${name}: ${summary(seconds[index]!)}`);
  }
  const [ours = NaN, bare = NaN] = seconds.map(median);
  console.log(`ratio: ${(ours / bare).toFixed(2)} (goal: 1.80)\n`);
}

async function runInTurn(commands: string[][]): Promise<void> {
  for (const [script = "", ...options] of commands)
    await expectSuccess(runTool(script, ...options));
}

async function expectSuccess(run: ReturnType<typeof runTool>): Promise<void> {
  const { exitCode, ...output } = await run;
  if (exitCode !== 0) throw new Error(`A measured command failed:\n${JSON.stringify(output)}`);
}

function summary(seconds: number[]): string {
  const [low, high] = [Math.min(...seconds), Math.max(...seconds)];
  return `median ${median(seconds).toFixed(2)} s (${low.toFixed(2)} to ${high.toFixed(2)} s, ${seconds.length} runs)`;
}
