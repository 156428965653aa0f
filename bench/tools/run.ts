/**
 * `npm run bench:tools`: what tools make of the contract and of its portable copy. `-- --write` writes the page of the site; any
 * other word tries only the tools whose names hold it.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import { createEmulator } from "../../emulator/src/index.ts";
import { generatedFolder, pagesFolder } from "../../scripts/support/locations.ts";
import { runCommand } from "../../scripts/support/step.ts";
import { causesOf } from "./causes.ts";
import { versionOf } from "./execute.ts";
import { chooseTools } from "./choose-tools.ts";
import { renderPage, type Verdict } from "./page.ts";
import { tools } from "./subjects/index.ts";
import type { Service, Tool } from "./tool.ts";
import { type Outcome, tryTool } from "./try-tool.ts";

await runCommand(async () => {
  const { tools: chosen, isWritten } = chooseTools(tools, process.argv.slice(3));
  const verdicts = await judgeAll(chosen);
  if (isWritten) {
    const page = await format(renderPage(verdicts), { parser: "markdown" });
    await writeFile(join(pagesFolder, "tools.md"), page);
  }
  // The portable copy is there for every tool.
  if (verdicts.some(({ portable }) => portable.fails.length > 0)) process.exitCode = 1;
});

async function judgeAll(chosen: Tool[]): Promise<Verdict[]> {
  const emulator = await createEmulator();
  const verdicts: Verdict[] = [];
  try {
    for (const tool of chosen) {
      const verdict = await judge(tool, { origin: emulator.url, token: emulator.token });
      print(verdict);
      verdicts.push(verdict);
    }
  } finally {
    await emulator.close();
  }
  return verdicts;
}

async function judge(tool: Tool, service: Service): Promise<Verdict> {
  const outcomeOf = (file: string) =>
    tryTool(tool, { ...service, document: join(generatedFolder, file) });
  const portable = await outcomeOf("openapi.portable.yaml");
  const contract = await outcomeOf("openapi.yaml");
  const causes =
    contract.fails.length > portable.fails.length ? await causesOf(tool, service, portable) : [];
  return { tool: tool.name, version: versionOf(tool.package), portable, contract, causes };
}

function print({ tool, version, portable, contract, causes }: Verdict): void {
  console.log(`${tool} ${version}`);
  printOutcome("the portable copy", portable);
  printOutcome("the contract", contract);
  if (causes.length > 0) console.log(`    because of ${causes.join(", ")}`);
}

function printOutcome(document: string, { works, fails, lacks }: Outcome): void {
  console.log(`  ${fails.length === 0 ? "✓" : "✗"} with ${document}: ${works.join(", ")}`);
  for (const { does, message } of fails) console.log(`    not: ${does}: ${message}`);
  if (lacks) console.log(`    the rest was not tried, for want of ${lacks}`);
}
