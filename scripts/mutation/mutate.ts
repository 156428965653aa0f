/**
 * `npm run mutate`: breaks the contract and the code in one place after another, and shows that the
 * tests notice. What nobody notices is a missing test, or is listed with the reason why it is not.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { readBundle } from "../contract/read-bundle.ts";
import { pagesFolder } from "../support/locations.ts";
import { judgeCode } from "./code-judge.ts";
import { chosenCodeMutants, roomNames } from "./code-targets.ts";
import { judgeContract, loadJudges } from "./contract-judges.ts";
import { contractMutants } from "./contract-mutants.ts";
import { equivalentMutants } from "./equivalents.ts";
import { renderScore, type Verdict } from "./score.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { runCommand } from "../support/step.ts";

const help = `Usage: npm run mutate [-- --only <part>] [--write]

  --only <part>  mutants of the contract, or of the code of ${roomNames.join(", ")}
  --write        write the score to docs/pages/mutation-score.md, a page of the site

Exit codes: 0 every mutant was caught or is known to be equivalent, 1 one survived.`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(help);
  if (values.only && !["contract", ...roomNames].includes(values.only)) throw new UserError(help);
  const started = performance.now();
  const [ofContract, ofCode] = await Promise.all([
    values.only === undefined || values.only === "contract" ? mutateContract() : [],
    values.only === "contract" ? [] : mutateCode(values.only),
  ]);
  const verdicts = [...ofContract, ...ofCode];
  const score = renderScore(verdicts);
  console.log(`${score}\n${Math.round((performance.now() - started) / 1000)} seconds`);
  refuseSurvivors(verdicts, values.only === undefined);
  if (values.write) {
    const page = await format(score, { parser: "markdown" });
    await writeFile(join(pagesFolder, "mutation-score.md"), page);
  }
});

async function mutateContract(): Promise<Verdict[]> {
  const contract = await readBundle();
  const judges = await loadJudges();
  const complaint = await judgeContract(judges, contract);
  if (complaint) {
    throw new UserError(`Without any mutant, ${complaint} fails. Make npm test pass first.`);
  }
  const mutants = [...contractMutants(contract)];
  const verdicts: Verdict[] = [];
  for (const { kind, what, document } of mutants) {
    const caughtBy = await judgeContract(judges, document());
    verdicts.push({ of: kind, what, caughtBy });
    tellProgress("contract", mutants.length - verdicts.length);
  }
  return verdicts;
}

async function mutateCode(room?: string): Promise<Verdict[]> {
  const mutants = await chosenCodeMutants(room);
  const { verdicts: caught, failing } = await judgeCode(mutants, ({ what }, isCaught, left) => {
    if (!isCaught) console.log(`survived: ${what}`);
    tellProgress("code", left);
  });
  if (failing.length > 0) {
    throw new UserError(`Without any mutant, the tests of ${failing.join(", ")} fail.`);
  }
  return mutants.map(({ what, room }, index) => ({
    of: room,
    what,
    caughtBy: caught[index] ? `the tests of the ${room}` : undefined,
  }));
}

/** The contract takes minutes, and the code an hour. */
function tellProgress(part: string, left: number): void {
  if (left % 25 === 0) console.error(`${left} mutants of the ${part} left`);
}

/**
 * @param isComplete whether all mutants were tried, so that the list of equivalents can be judged
 */
function refuseSurvivors(verdicts: Verdict[], isComplete: boolean): void {
  const survived = new Set(verdicts.filter(({ caughtBy }) => !caughtBy).map(({ what }) => what));
  const known = equivalentMutants();
  const missed = [...survived].filter((what) => !known.includes(what));
  if (missed.length > 0) {
    throw new UserError(`Nothing noticed these. Each is a missing test:\n  ${missed.join("\n  ")}`);
  }
  const outdated = isComplete ? known.filter((what) => !survived.has(what)) : [];
  if (outdated.length > 0) {
    throw new UserError(
      `These are caught, or are no mutants any more. Take them out of scripts/mutation/equivalents.ts:\n  ${outdated.join("\n  ")}`,
    );
  }
}
