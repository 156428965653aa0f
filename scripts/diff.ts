/**
 * `npm run diff -- <older bundle>`: rates the change of the contract by semantic versioning, as
 * Markdown.
 */
import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { root } from "./locations.ts";
import { ContractError } from "./problem.ts";
import { runCommand } from "./step.ts";
import { redocly, runTool } from "./tool.ts";

await runCommand(async () => {
  const [base, ...rest] = process.argv.slice(2);
  if (!base || base.startsWith("-") || rest.length > 0) {
    throw new ContractError(
      "Usage: npm run diff -- <older bundle>, for instance one of the main branch.",
    );
  }
  const found = await stat(base).catch(() => undefined);
  if (!found?.isFile())
    throw new ContractError(`No bundle at ${base}. Name a file to compare with.`);
  const older = relative(root, resolve(base));
  const report = await runTool(
    redocly,
    "diff",
    older,
    "generated/openapi.yaml",
    "--format=markdown",
    "--fail-on=none",
  );
  if (report.exitCode !== 0)
    throw new ContractError(`The bundles cannot be compared:\n${report.stderr}`);
  console.log(report.stdout.trim());
});
