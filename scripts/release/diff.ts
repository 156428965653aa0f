/** `npm run diff -- <older bundle>`: rates the change of the contract, as Markdown. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generatedFolder } from "../support/locations.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { compareWithRedocly, rateChange, type Rating } from "./rate.ts";
import { renderRating } from "./report.ts";
import { isAtLeast } from "./version.ts";
import { runCommand } from "../support/step.ts";

const help = `Usage: npm run diff -- <older bundle> [--check]

Rates the change from an older generated/openapi.yaml to today's: none, patch, minor, clarification or major.

  --check  fail when info.version does not follow the change, or a gap was closed without evidence

Exit codes: 0 done, 1 the check failed or the bundle cannot be used.`;

await runCommand(async () => {
  const { positionals, values } = readArguments();
  if (values.help) return console.log(help);
  const [base] = positionals;
  if (!base || positionals.length > 1) throw new UserError(help);
  const older = await readFile(base, "utf8").catch(() => {
    throw new UserError(`No bundle at ${base}. Name a file to compare with.`);
  });
  const newer = await readFile(join(generatedFolder, "openapi.yaml"), "utf8");
  const rating = await rateChange(older, newer);
  console.log(renderRating(rating, await compareWithRedocly(older, newer, "markdown")));
  if (values.check) checkRelease(rating);
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { check: { type: "boolean" }, help: { type: "boolean" } },
    });
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${help}`);
  }
}

/** @throws {UserError} when a release would promise less than it changes */
function checkRelease({ gaps, versions, changeClass }: Rating): void {
  const guessed = gaps.closed.filter(({ hasEvidence }) => !hasEvidence).map(({ id }) => id);
  if (guessed.length > 0) {
    throw new UserError(
      `Closed without evidence: ${guessed.join(", ")}. Give the node an x-verified that names the gap, or leave the gap open.`,
    );
  }
  if (isAtLeast(versions.after, versions.required)) return;
  throw new UserError(
    `This change is a ${changeClass} and asks for version ${versions.required}, but info.version is ${versions.after}. Raise it in openapi/openapi.yaml.`,
  );
}
