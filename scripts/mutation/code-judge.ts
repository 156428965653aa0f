/** Runs the tests of a room on each mutant of its code. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RepositoryCopy } from "../support/repository-copy.ts";
import { root } from "../support/locations.ts";
import type { CodeMutant } from "./code-mutants.ts";

/**
 * Copies of the repository at work at the same time. Tests of a client mostly wait, so this is more
 * than the cores.
 */
const copies = 3;

/** The tests that need no package, browser or compiler, the fastest first. */
const fastTests: Record<string, string[]> = {
  client: ["promises", "sent", "properties", "client", "observe", "wait", "api", "faults"],
  emulator: ["promises", "api", "bodies", "faults", "contract", "gaps", "control"],
};

/**
 * Says of each mutant whether the tests caught it, in the order of the mutants.
 *
 * @param tell called after each verdict
 */
export async function judgeCode(
  mutants: CodeMutant[],
  tell: (mutant: CodeMutant, isCaught: boolean) => void,
): Promise<boolean[]> {
  const verdicts: boolean[] = [];
  let next = 0;
  const work = async () => {
    await using copy = await RepositoryCopy.create();
    for (let index = next++; index < mutants.length; index = next++) {
      const mutant = mutants[index]!;
      const isCaught = await isCaughtIn(copy, mutant);
      verdicts[index] = isCaught;
      tell(mutant, isCaught);
    }
  };
  await Promise.all(Array.from({ length: copies }, work));
  return verdicts;
}

/** Rooms whose tests fail without any mutant, so that every mutant would seem to be caught. */
export async function roomsThatFail(mutants: CodeMutant[]): Promise<string[]> {
  await using copy = await RepositoryCopy.create();
  const failing: string[] = [];
  for (const room of new Set(mutants.map(({ file }) => roomOf(file)))) {
    if (await fails(copy, room)) failing.push(room);
  }
  return failing;
}

async function isCaughtIn(copy: RepositoryCopy, { file, text }: CodeMutant): Promise<boolean> {
  await copy.write(file, text);
  try {
    return await fails(copy, roomOf(file));
  } finally {
    await copy.write(file, await readFile(join(root, file), "utf8"));
  }
}

async function fails(copy: RepositoryCopy, room: string): Promise<boolean> {
  const tests = fastTests[room]!.map((name) => `${room}/test/${name}.test.ts`);
  const command = ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--project", room];
  const { exitCode } = await copy.run(...command, ...tests);
  return exitCode !== 0;
}

function roomOf(file: string): string {
  return file.split("/")[0]!;
}
