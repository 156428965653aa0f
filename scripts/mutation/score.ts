/** The result of a mutation run as a page of the site. */
import { reasonFor } from "./equivalents.ts";

export interface Verdict {
  /** Kind of a mutant of the contract, or the room of a mutant of code. */
  of: string;
  what: string;
  /** Undefined for a mutant that survived. */
  caughtBy: string | undefined;
}

/** `docs/pages/mutation-score.md`. It tells no time, so that it changes only with what was found. */
export function renderScore(verdicts: Verdict[]): string {
  const survivors = verdicts.filter(({ caughtBy }) => !caughtBy);
  const caught = verdicts.length - survivors.length;
  return [
    "---",
    "title: Mutation score",
    "description: How many deliberate mistakes in the contract and in the code the tests notice.",
    "---",
    "",
    "A test that cannot fail proves nothing. So the contract and the code are broken on purpose, in one place",
    "after another, and the tests have to notice. Made by `npm run mutate -- --write`.",
    "",
    `**${caught} of ${verdicts.length} mutants were caught.** The others are equivalent; the reasons stand below.`,
    "",
    "| mutants of | tried | caught | equivalent |",
    "| --- | --: | --: | --: |",
    ...groups(verdicts, ({ of }) => of).map(([name, group]) => {
      const lost = group.filter(({ caughtBy }) => !caughtBy).length;
      return `| ${name} | ${group.length} | ${group.length - lost} | ${lost} |`;
    }),
    "",
    "| caught by | mutants |",
    "| --- | --: |",
    ...groups(
      verdicts.filter(({ caughtBy }) => caughtBy),
      ({ caughtBy }) => caughtBy!,
    ).map(([name, group]) => `| ${name} | ${group.length} |`),
    "",
    "## Equivalent mutants",
    "",
    ...groups(
      survivors,
      ({ what }) => reasonFor(what) ?? "Nobody knows why: a missing test.",
    ).flatMap(([reason, group]) => [reason, "", ...group.map(({ what }) => `- \`${what}\``), ""]),
  ].join("\n");
}

function groups(verdicts: Verdict[], nameOf: (verdict: Verdict) => string): [string, Verdict[]][] {
  return Object.entries(Object.groupBy(verdicts, nameOf)) as [string, Verdict[]][];
}
