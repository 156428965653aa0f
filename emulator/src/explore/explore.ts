/** Finds the smallest sets of permitted circumstances with which an app fails. */
import pLimit from "p-limit";
import { OptionError } from "../contract/option-error.ts";
import { chance } from "../random.ts";
import { monotonicMs } from "../time/real-time.ts";
import { behavioursOf, type Circumstance, faultsOf, placeOf } from "./circumstances.ts";
import { type AppOptions, runApp, type Trial } from "./trial.ts";

export interface ExploreOptions extends AppOptions {
  /** How long to look for combinations. */
  budgetMs: number;
  /** A run that takes longer has failed, beside {@link pausePerFaultMs}. By default, {@link defaultLimitMs}. */
  limitMs?: number;
  /** How many runs there are at once. */
  jobs: number;
  /** Tries what breaks the contract, in the place of what it permits. */
  beyond: boolean;
  /** Ends the look for combinations early: what was found until then counts. */
  signal?: AbortSignal;
  /** Told after every run. */
  report(progress: Progress): void;
}

export interface Progress {
  phase: "as it is" | "one at a time" | "in pairs" | "at random";
  done: number;
  /** None at random: it goes on until the time is up. */
  total: number | undefined;
  breaking: number;
  /** What is left of the budget, where it ends the phase. */
  budgetLeftMs: number;
}

/** Circumstances that break the app together. */
export interface Finding extends Trial {
  circumstances: Circumstance[];
  /** None of them can be left out. Not known when the budget was over before each was tried without. */
  knownSmallest: boolean;
}

export interface Exploration {
  seed: number;
  runs: number;
  seconds: number;
  /** Of the run with the emulator as it is. */
  baselineSeconds: number;
  breaking: Finding[];
  /** Names of circumstances, as all that follow. */
  survived: string[];
  /** Of those that it survives: with these it starts more jobs than without, and may pay for each. */
  repeated: string[];
  /** The app failed once and passed when the same was played again. */
  unsteady: string[];
  /** Changed no response of the first run: the app does not go there. */
  neverMet: string[];
}

const seed = 1;
/** More than the time of any budget is enough for. */
const maxDraws = 10_000;

/** Of the first run, of which nothing is known yet. */
const firstLimitMs = 120_000;
/** An app that meets a fault may pause, and the fault itself is a pause. */
const pausePerFaultMs = 3000;
const defaultLimitMs = (baselineSeconds: number): number => 3000 + 3000 * baselineSeconds;

const namesOf = (circumstances: Circumstance[]): string[] => circumstances.map(({ name }) => name);

/**
 * @param runOnce runs the app; a test brings its own
 * @throws {OptionError} when the app fails against the emulator as it is, or does not always pass
 */
export async function explore(
  options: ExploreOptions,
  runOnce: typeof runApp = runApp,
): Promise<Exploration> {
  const start = monotonicMs();
  let runs = 0;
  let limitMs = options.limitMs ?? firstLimitMs;
  let deadline = Infinity;
  const inTurn = pLimit(options.jobs);
  type Look = Parameters<typeof runApp>[4];
  const runNow = (circumstances: Circumstance[], look?: Look) => {
    runs++;
    const faults = circumstances.filter(({ fault }) => fault).length;
    return runOnce(options, circumstances, seed, limitMs + faults * pausePerFaultMs, look);
  };
  const run = (circumstances: Circumstance[], look?: Look) =>
    inTurn(() => runNow(circumstances, look));
  const isOver = () => options.signal?.aborted === true || monotonicMs() > deadline;
  /** Nothing when the budget is over before its turn. */
  const runWithinBudget = (circumstances: Circumstance[]) =>
    inTurn(async () => (isOver() ? undefined : await runNow(circumstances)));
  const found: Finding[] = [];
  let explaining: Promise<void> = Promise.resolve();
  const progress = (phase: Progress["phase"], done: number, total?: number) =>
    options.report({
      ...{ phase, done, total, breaking: found.length },
      budgetLeftMs: deadline - monotonicMs(),
    });

  const baseline = await runBaseline();
  limitMs = options.limitMs ?? defaultLimitMs(baseline.seconds);
  const { survived, repeated, unsteady } = await trySingles();
  // What changes nothing alone may change what another one makes, such as a refusal.
  const combinable = [...survived, ...baseline.neverMet];
  deadline = monotonicMs() + options.budgetMs;
  const pairs = options.budgetMs > 0 ? coverPairs(combinable) : [];
  await tryTogether("in pairs", pairs.length, (index) => pairs[index]!);
  const draws = combinable.length < 3 ? 0 : maxDraws;
  await tryTogether("at random", draws, (draw) => drawService(combinable, draw));
  return {
    ...{ seed, runs, breaking: found, survived: namesOf(survived), repeated: namesOf(repeated) },
    ...{ unsteady: namesOf(unsteady), neverMet: namesOf(baseline.neverMet) },
    baselineSeconds: baseline.seconds,
    seconds: (monotonicMs() - start) / 1000,
  };

  /** What the app meets, when it passes: once alone, and then as often as it runs later at the same time. */
  async function runBaseline() {
    progress("as it is", 0, 2);
    let met: ReadonlySet<string> = new Set();
    let known: Circumstance[] = [];
    let operations: string[] = [];
    const first = await run([], (emulator, when) => {
      if (when === "before") met = emulator.gaps.watch();
      known = behavioursOf(emulator.gaps.list());
      const received = emulator.requests();
      const called = received.filter(({ operation }) => operation !== null);
      operations = [...new Set(called.map(({ operation }) => String(operation)))].sort();
    });
    if (!first.passed)
      throw new OptionError(
        `The app fails against the emulator as it is: ${first.said} Mend that first: nothing can be told from a test that fails anyhow.`,
      );
    if (operations.length === 0)
      throw new OptionError(
        "The app has sent nothing to the emulator. It finds the address in VIDEO_GENERATION_BASE_URL, and the token in VIDEO_GENERATION_TOKEN; name others with --env NAME=url and --env NAME=token.",
      );
    progress("as it is", 1, 2);
    const again = await Promise.all(Array.from({ length: options.jobs }, () => run([])));
    const failed = again.find(({ passed }) => !passed);
    if (failed)
      throw new OptionError(
        `The app passed once and failed when it ran again${options.jobs > 1 ? `, ${options.jobs} times at once` : ""}: ${failed.said} Nothing can be told from a test that does not always pass.${options.jobs > 1 ? " If it cannot run twice at a time, say --jobs 1." : ""}`,
      );
    progress("as it is", 2, 2);
    const wanted = known.filter(({ breaksContract }) => breaksContract === options.beyond);
    const isMet = ({ name }: Circumstance) => met.has(name);
    const seconds = Math.max(first.seconds, ...again.map((trial) => trial.seconds));
    return {
      ...{ seconds, jobs: first.jobs },
      tried: [...wanted.filter(isMet), ...(options.beyond ? [] : faultsOf(operations))],
      neverMet: wanted.filter((each) => !isMet(each)),
    };
  }

  async function trySingles() {
    const { tried } = baseline;
    const survived: Circumstance[] = [];
    const repeated: Circumstance[] = [];
    const unsteady: Circumstance[] = [];
    let done = 0;
    await pLimit(options.jobs).map(tried, async (circumstance) => {
      const trial = await run([circumstance]);
      // What fails by chance fails once. The second run says that it was not.
      const again = trial.passed ? trial : await run([circumstance]);
      if (trial.passed && trial.jobs > baseline.jobs) repeated.push(circumstance);
      if (trial.passed) survived.push(circumstance);
      else if (again.passed) unsteady.push(circumstance);
      else found.push({ ...trial, circumstances: [circumstance], knownSmallest: true });
      progress("one at a time", ++done, tried.length);
    });
    const order = ({ name }: Circumstance) => tried.findIndex((each) => each.name === name);
    found.sort((a, b) => order(a.circumstances[0]!) - order(b.circumstances[0]!));
    for (const list of [survived, repeated]) list.sort((a, b) => order(a) - order(b));
    return { survived, repeated, unsteady };
  }

  /** As many of the services as the budget allows. The other ones are not even made. */
  async function tryTogether(
    phase: "in pairs" | "at random",
    count: number,
    serviceAt: (index: number) => Circumstance[],
  ) {
    const total = phase === "in pairs" ? count : undefined;
    let done = 0;
    if (count === 0 || isOver()) return;
    // From now on Ctrl-C keeps what was found, also while the first run goes on.
    progress(phase, done, total);
    await pLimit(options.jobs).map(Array(count).keys(), async (index) => {
      if (isOver()) return;
      await tryService(serviceAt(index));
      progress(phase, ++done, total);
    });
  }

  async function tryService(service: Circumstance[]) {
    const tried = withoutKnown(service);
    const trial = await runWithinBudget(tried);
    if (!trial || trial.passed) return;
    // One after the other: what explains this failure may be what others failed with at the same time.
    explaining = explaining.then(() => explain(tried, trial));
    await explaining;
  }

  /** What is known to break the app would hide what is not. */
  function withoutKnown(service: Circumstance[]): Circumstance[] {
    const known = found.find(({ circumstances }) =>
      circumstances.every((each) => service.includes(each)),
    );
    if (!known) return service;
    return withoutKnown(service.filter((each) => each !== known.circumstances[0]));
  }

  /** When an app fails with many circumstances, most of them have no part in it. */
  async function explain(failed: Circumstance[], trial: Trial) {
    const failures = new Map([[failed, trial]]);
    // After the budget each part counts as passed, without a run: the set stays as small as it has become.
    const fails = async (set: Circumstance[]) => {
      const tried = await runWithinBudget(set);
      if (tried && !tried.passed) failures.set(set, tried);
      return failures.has(set);
    };
    const service = withoutKnown(failed);
    if (!failures.has(service) && !(await fails(service))) return;
    // Those that changed nothing are rarely needed. Only a new name of a job leaves no trace.
    const acting = service.filter(({ name }) => trial.met.has(name));
    const smaller = (await fails(acting)) ? acting : service;
    const circumstances = await shrink(smaller, fails, options.jobs);
    if (circumstances.length === 0) return;
    const again = await runWithinBudget(circumstances);
    if (again?.passed) return;
    const last = again ?? failures.get(circumstances)!;
    found.push({ ...last, circumstances, knownSmallest: again !== undefined });
  }
}

/** Few sets in which every two circumstances of different places stand together at least once. */
export function coverPairs(circumstances: Circumstance[]): Circumstance[][] {
  const places = [...Map.groupBy(circumstances, ({ name }) => placeOf(name)).values()];
  const keyOf = (a: Circumstance, b: Circumstance) => [a.name, b.name].sort().join(" ");
  const open = new Set<string>();
  for (const [index, place] of places.entries())
    for (const a of place)
      for (const other of places.slice(index + 1)) for (const b of other) open.add(keyOf(a, b));
  const sets: Circumstance[][] = [];
  while (open.size > 0) {
    const set: Circumstance[] = [];
    const openWith = (each: Circumstance, others: Circumstance[]) =>
      others.filter((other) => open.has(keyOf(each, other))).length;
    // The order turns, so that not the same places choose first each time.
    const turn = sets.length % places.length;
    for (const place of [...places.slice(turn), ...places.slice(0, turn)]) {
      // Which closes most pairs now, and then which has most left.
      const scores = place.map(
        (each) => openWith(each, set) * circumstances.length + openWith(each, circumstances),
      );
      set.push(place[scores.indexOf(Math.max(...scores))]!);
    }
    for (const a of set) for (const b of set) open.delete(keyOf(a, b));
    sets.push(set);
  }
  return sets;
}

/** About half of the places, each with one of its circumstances. The same number draws the same. */
function drawService(circumstances: Circumstance[], draw: number): Circumstance[] {
  return [...Map.groupBy(circumstances, ({ name }) => placeOf(name))].flatMap(([place, known]) => {
    const drawn = known[Math.floor(chance(draw, place) * known.length * 2)];
    return drawn ? [drawn] : [];
  });
}

/**
 * The smallest part of a set that still fails: none of it can be left out. Zeller and Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input".
 *
 * @param atOnce how many parts are tried at the same time
 */
export async function shrink<Item>(
  set: Item[],
  fails: (part: Item[]) => Promise<boolean>,
  atOnce = 1,
  parts = 2,
): Promise<Item[]> {
  if (set.length < 2) return set;
  const size = Math.ceil(set.length / parts);
  const chunks = Array.from({ length: Math.ceil(set.length / size) }, (_, index) =>
    set.slice(index * size, (index + 1) * size),
  );
  const chunk = await findFailing(chunks, fails, atOnce);
  if (chunk) return shrink(chunk, fails, atOnce);
  // Of two chunks, each is what is left without the other.
  const others = chunks.length > 2 ? chunks : [];
  const rests = others.map((without) => set.filter((item) => !without.includes(item)));
  const rest = await findFailing(rests, fails, atOnce);
  if (rest) return shrink(rest, fails, atOnce, Math.max(parts - 1, 2));
  return size === 1 ? set : shrink(set, fails, atOnce, parts * 2);
}

async function findFailing<Item>(
  sets: Item[][],
  fails: (part: Item[]) => Promise<boolean>,
  atOnce: number,
): Promise<Item[] | undefined> {
  for (let start = 0; start < sets.length; start += atOnce) {
    const batch = sets.slice(start, start + atOnce);
    const failed = await Promise.all(batch.map(fails));
    const first = batch[failed.indexOf(true)];
    if (first) return first;
  }
  return undefined;
}
