/** Opens the folder that keeps jobs across restarts, with the seed and the clock that they go on with. */
import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../contract/option-error.ts";
import type { Clock, ClockMode, ClockOptions } from "../time/clock.ts";
import { realTimeMs } from "../time/real-time.ts";
import { parseTime } from "../time/time.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** What the clock showed. `realMs` is when, by the clock of the machine. */
interface ClockState {
  timeMs: number;
  mode: ClockMode;
  realMs: number;
  /** Where it started when the folder was new. */
  startMs: number;
}

/**
 * Opens a folder, and makes it if it does not exist.
 *
 * @param wanted holds; what is missing is as it was
 * @param kinds of jobs that there can be
 * @returns its jobs, and their seed; the clock then shows what it would, had it gone on
 * @throws {OptionError} when the folder cannot be used or is in use
 */
export function openDataFolder(
  folder: string,
  wanted: { seed?: number | undefined; clock?: ClockOptions | undefined },
  clock: Clock,
  kinds: readonly string[],
): { store: SqliteStore; seed: number } {
  const path = join(folder, "jobs.sqlite");
  let store: SqliteStore | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    store = new SqliteStore(path, kinds);
    const seed = wanted.seed ?? store.readFact<number>("seed") ?? randomInt(2 ** 32);
    const shown = store.readFact<ClockState>("clock");
    if (shown) goOn(clock, shown, wanted.clock ?? {});
    // A start that is refused changes nothing.
    store.keepFact("seed", seed);
    keepClock(store, clock, shown?.startMs ?? parseTime(wanted.clock?.startAt ?? clock.now()));
    return { store, seed };
  } catch (error) {
    store?.close();
    // What a store says of itself promises that the emulator goes on; this one does not start.
    const { errcode, message } = ((error as Error).cause ?? error) as Error & { errcode?: number };
    // SQLITE_BUSY: another process uses the file.
    const reason = errcode === 5 ? "it is in use by another emulator" : message;
    throw new OptionError(
      `The data folder ${folder} cannot be used: ${reason}. Choose another one with --data.`,
    );
  }
}

/**
 * Goes on from the time that the clock has shown: jobs are due by it.
 *
 * @throws {RangeError} for another time to start at than that of the first start
 */
function goOn(clock: Clock, shown: ClockState, wanted: ClockOptions): void {
  const { startAt, mode = shown.mode } = wanted;
  if (startAt !== undefined && parseTime(startAt) !== shown.startMs)
    throw new RangeError(
      `its clock shows ${new Date(shown.timeMs).toISOString()}, by which its jobs are due, and startAt is another time; leave startAt out, and move the clock with clock.set()`,
    );
  const goneMs = shown.mode === "auto" ? Math.max(0, realTimeMs() - shown.realMs) : 0;
  clock.restore(shown.timeMs + goneMs, mode);
}

/** Keeps what the clock shows, now and whenever it was moved. */
function keepClock(store: SqliteStore, clock: Clock, startMs: number): void {
  const keep = () => {
    const timeMs = clock.now();
    const state: ClockState = { timeMs, mode: clock.mode, realMs: realTimeMs(), startMs };
    store.keepFact("clock", state);
  };
  keep();
  clock.onMove(() => {
    try {
      keep();
    } catch {
      // The next move keeps it. Until then the store says that it cannot be written.
    }
  });
}
