/** Runs the tests of a room on each mutant of its code. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/locations.ts";
import { RepositoryCopy } from "../support/repository-copy.ts";
import type { CodeMutant } from "./code-targets.ts";

/**
 * Copies of the repository at work at the same time. Tests of a client mostly wait, so this is more
 * than the cores.
 */
const copies = 3;

/**
 * Says of each mutant whether the tests caught it, in the order of the mutants.
 *
 * @param onVerdict called after each verdict
 */
export async function judgeCode(
  mutants: CodeMutant[],
  onVerdict: (mutant: CodeMutant, isCaught: boolean) => void,
): Promise<boolean[]> {
  const verdicts: boolean[] = [];
  const order = new TestOrder();
  let next = 0;
  const work = async () => {
    await using copy = await RepositoryCopy.create();
    for (let index = next++; index < mutants.length; index = next++) {
      const mutant = mutants[index]!;
      const isCaught = await isCaughtIn(copy, mutant, order);
      verdicts[index] = isCaught;
      onVerdict(mutant, isCaught);
    }
  };
  await Promise.all(Array.from({ length: copies }, work));
  return verdicts;
}

/** Rooms whose tests fail without any mutant, so that every mutant would seem to be caught. */
export async function roomsThatFail(mutants: CodeMutant[]): Promise<string[]> {
  await using copy = await RepositoryCopy.create();
  const failing: string[] = [];
  for (const { room, tests } of new Map(mutants.map((mutant) => [mutant.room, mutant])).values()) {
    if (await fails(copy, tests)) failing.push(room);
  }
  return failing;
}

async function isCaughtIn(
  copy: RepositoryCopy,
  { file, text, tests }: CodeMutant,
  order: TestOrder,
): Promise<boolean> {
  await copy.write(file, text);
  try {
    for (const test of order.of(file, tests)) {
      if (await fails(copy, [test])) {
        order.noteCatch(file, test);
        return true;
      }
    }
    return false;
  } finally {
    await copy.write(file, await readFile(join(root, file), "utf8"));
  }
}

/**
 * The order in which tests judge the mutants of a file: what caught the last one comes first. Most mutants
 * of a file are caught by the same test, which so is often the only one that has to run.
 */
class TestOrder {
  private readonly catchers = new Map<string, string[]>();

  of(file: string, tests: string[]): string[] {
    return [...new Set([...(this.catchers.get(file) ?? []), ...tests])];
  }

  noteCatch(file: string, test: string): void {
    this.catchers.set(file, [...new Set([test, ...(this.catchers.get(file) ?? [])])]);
  }
}

async function fails(copy: RepositoryCopy, tests: string[]): Promise<boolean> {
  const { exitCode } = await copy.run(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--bail=1",
    ...tests,
  );
  return exitCode !== 0;
}
