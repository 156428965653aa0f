/** Runs the tests of a room on each mutant of its code. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/locations.ts";
import { RepositoryCopy } from "../support/repository-copy.ts";
import type { CodeMutant } from "./code-targets.ts";
import { VerdictCache } from "./verdict-cache.ts";

/**
 * Copies of the repository at work at the same time. Tests of a client mostly wait, so this is more
 * than the cores.
 */
const copies = 3;

/**
 * How many times as long as without a mutant the tests may take. One that turns an end into none is
 * caught as well.
 */
const timesAsLong = 5;

/**
 * Says of each mutant whether the tests caught it, in the order of the mutants.
 *
 * @param onVerdict called after each verdict, with the number of mutants that are not begun
 * @returns also the rooms whose tests fail without any mutant, so that every mutant would seem to be caught
 */
export async function judgeCode(
  mutants: CodeMutant[],
  onVerdict: (mutant: CodeMutant, isCaught: boolean, left: number) => void,
): Promise<{ verdicts: boolean[]; failing: string[] }> {
  const cache = await VerdictCache.open();
  await using first = await RepositoryCopy.create();
  const inputs = await fingerprints(first, mutants);
  const verdicts = mutants.map(({ what, room }) => cache.get(what, inputs.get(room)!));
  const open = mutants.filter((_, index) => verdicts[index] === undefined);
  const { failing, limits } = await tryWithout(first, open);
  if (failing.length > 0) return { verdicts: [], failing };

  const order = new TestOrder();
  const work = async (copy: RepositoryCopy) => {
    for (let mutant = open.shift(); mutant; mutant = open.shift()) {
      const isCaught = await isCaughtIn(copy, mutant, order, limits.get(keyOf(mutant))!);
      verdicts[mutants.indexOf(mutant)] = isCaught;
      cache.put(mutant.what, inputs.get(mutant.room)!, isCaught);
      onVerdict(mutant, isCaught, open.length);
    }
  };
  const workInCopy = async () => {
    await using copy = await RepositoryCopy.create();
    await work(copy);
  };
  await Promise.all([work(first), ...Array.from({ length: copies - 1 }, workInCopy)]);
  return { verdicts: verdicts.map(Boolean), failing };
}

/** Of each room, everything that decides what its tests say. */
async function fingerprints(
  copy: RepositoryCopy,
  mutants: CodeMutant[],
): Promise<Map<string, string>> {
  const inputs = new Map<string, string>();
  for (const { room, folders } of mutants) {
    if (!inputs.has(room)) inputs.set(room, await copy.fingerprint(...folders));
  }
  return inputs;
}

/**
 * The rooms whose tests fail without any mutant, and how long the tests of a mutant may take, in
 * milliseconds.
 */
async function tryWithout(
  copy: RepositoryCopy,
  mutants: CodeMutant[],
): Promise<{ failing: string[]; limits: Map<string, number> }> {
  const failing = new Set<string>();
  const limits = new Map<string, number>();
  for (const { room, tests } of new Map(mutants.map((each) => [keyOf(each), each])).values()) {
    const start = performance.now();
    if (await firstToFail(copy, tests)) failing.add(room);
    limits.set(keyOf({ tests }), timesAsLong * (performance.now() - start));
  }
  return { failing: [...failing], limits };
}

/** Mutants that the same tests judge have the same limit. */
const keyOf = ({ tests }: Pick<CodeMutant, "tests">) => tests.join(" ");

async function isCaughtIn(
  copy: RepositoryCopy,
  { file, text, tests }: CodeMutant,
  order: TestOrder,
  limitMs: number,
): Promise<boolean> {
  await copy.write(file, text);
  try {
    for (const group of order.of(file, tests)) {
      const catcher = await firstToFail(copy, group, limitMs);
      if (catcher) {
        order.noteCatch(file, catcher);
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
  private readonly catchers = new Map<string, string>();

  /** The test to try alone, and all others, which take one start of Vitest. */
  of(file: string, tests: string[]): string[][] {
    const catcher = this.catchers.get(file);
    return catcher ? [[catcher], tests.filter((test) => test !== catcher)] : [tests];
  }

  noteCatch(file: string, test: string): void {
    this.catchers.set(file, test);
  }
}

/** Not in a folder that a fingerprint is taken of. */
const reportFile = "mutation-report.json";

/** The part of Vitest's report that is needed here. */
interface Report {
  testResults: { name: string; status: string }[];
}

/** The first of the tests that fails, or any when they do not end in time; undefined when none does. */
async function firstToFail(
  copy: RepositoryCopy,
  tests: string[],
  limitMs?: number,
): Promise<string | undefined> {
  // Threads end with their process, also those that will never end by themselves.
  const words = ["--pool=threads", "--bail=1", "--maxWorkers=1"];
  const report = ["--reporter=json", `--outputFile=${reportFile}`];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...words, ...report];
  await copy.write(reportFile, '{"testResults":[]}');
  const run = copy.start({}, ...vitest, ...tests);
  const clock = limitMs === undefined ? undefined : setTimeout(run.kill, limitMs);
  const exitCode = await run.ended;
  clearTimeout(clock);
  if (exitCode === 0) return undefined;
  const { testResults } = JSON.parse(await copy.read(reportFile)) as Report;
  const failed = testResults.find(({ status }) => status === "failed");
  return tests.find((test) => failed?.name.endsWith(test)) ?? tests[0];
}
