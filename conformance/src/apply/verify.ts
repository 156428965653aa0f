/** Whether a copy of the repository, with its contract changed, is still sound. */
import { UserError } from "../../../gaps/src/problem.ts";
import type { RepositoryCopy } from "../../../scripts/support/repository-copy.ts";

/** Tests that hold code, examples and facts against the contract; the others do not read it. */
const tests = [
  "clients/typescript/test/observe.test.ts",
  "emulator/test/api.test.ts",
  "emulator/test/contract.test.ts",
  "emulator/test/gaps.test.ts",
  "emulator/test/jobs.test.ts",
  "emulator/test/spreadsheet.test.ts",
  "scripts/contract/test/strict.test.ts",
  "scripts/emit/test",
  "scripts/lint/test/examples.test.ts",
  "scripts/lint/test/facts.test.ts",
];

/**
 * Makes everything again that the contract yields, and checks it: the linters, the links of the site, the types of all code, and the
 * tests that read the contract.
 *
 * @throws {UserError} with what a person has to change first
 */
export async function makeAndVerify(copy: RepositoryCopy): Promise<void> {
  await run(copy, "The contract would break a rule", "scripts/cli.ts", "generate");
  const checks = await Promise.allSettled([
    run(copy, "The site would have a dead link", "scripts/cli.ts", "site"),
    run(copy, "Code relies on what the evidence rules out", "node_modules/typescript/bin/tsc"),
    run(
      copy,
      "Tests rely on what the evidence rules out",
      ...["node_modules/vitest/vitest.mjs", "run", "--reporter=agent", ...tests],
    ),
  ]);
  // All that was found at once: a person should not have to come again for each.
  const problems = checks.flatMap((check) => (check.status === "rejected" ? [check.reason] : []));
  const other = problems.find((problem) => !(problem instanceof UserError));
  if (other) throw other;
  if (problems.length > 0)
    throw new UserError(problems.map(({ message }: UserError) => message).join("\n\n"));
}

async function run(copy: RepositoryCopy, failure: string, ...command: string[]): Promise<void> {
  const { exitCode, output } = await copy.run(...command);
  if (exitCode === 0) return;
  const said = output.replaceAll(`${copy.folder}/`, "").trim();
  throw new UserError(
    `${failure}, so nothing was changed. Let it follow the evidence first, then apply again.\n${said}`,
  );
}
