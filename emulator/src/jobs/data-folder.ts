/** Opens the folder that keeps jobs across restarts, with the seed and the clock that they go on with. */
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../option-error.ts";
import type { Clock, ClockMode, ClockOptions } from "../time/clock.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { StorageError } from "./store.ts";

/** What a start asks for. It holds; what is missing is as it was. */
interface WantedStart {
  seed?: number | undefined;
  /** Where the clock starts counts for a new folder only: that of an earlier start goes on. */
  clock?: ClockOptions | undefined;
}

/** What the clock showed. `realMs` is when, by the clock of the machine. */
interface ClockState {
  timeMs: number;
  mode: ClockMode;
  realMs: number;
}

const oldName = "journal.ndjson";

/** The number of an error of SQLite: another process uses the file. */
const busy = 5;

/**
 * Opens a folder, and makes it if it does not exist.
 *
 * @returns its jobs, and their seed; the clock then shows what it would, had it gone on
 * @throws {OptionError} when the folder cannot be used or is in use, or is from another version
 */
export function openDataFolder(
  folder: string,
  wanted: WantedStart,
  clock: Clock,
): { store: SqliteStore; seed: number } {
  const store = openStore(folder);
  try {
    const seed = wanted.seed ?? store.readFact<number>("seed") ?? randomInt(2 ** 32);
    store.keepFact("seed", seed);
    const shown = store.readFact<ClockState>("clock");
    if (shown) {
      const goneMs = shown.mode === "auto" ? Math.max(0, Date.now() - shown.realMs) : 0;
      clock.restore(shown.timeMs + goneMs, wanted.clock?.mode ?? shown.mode);
    }
    keepClock(store, clock);
    clock.onMove(() => {
      try {
        keepClock(store, clock);
      } catch {
        // The next move keeps it. Until then the jobs say that nothing can be kept.
      }
    });
    return { store, seed };
  } catch (error) {
    store.close();
    if (!(error instanceof StorageError)) throw error;
    throw new OptionError(
      `The data folder ${folder} cannot be used: ${(error.cause as Error).message}. Make room, or choose another one with --data.`,
    );
  }
}

function openStore(folder: string): SqliteStore {
  const path = join(folder, "jobs.sqlite");
  if (!existsSync(path) && existsSync(join(folder, oldName)))
    throw new OptionError(
      `${folder} has the jobs of an earlier version, in ${oldName}, which this one does not read. Choose another folder with --data, or remove that file and its jobs.`,
    );
  try {
    mkdirSync(folder, { recursive: true });
    return new SqliteStore(path);
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === busy)
      throw new OptionError(
        `${folder} is in use by another emulator. Stop that one, or choose another folder with --data.`,
      );
    throw new OptionError(
      `The data folder ${folder} cannot be used: ${message}. Choose another one with --data.`,
    );
  }
}

function keepClock(store: SqliteStore, clock: Clock): void {
  const state: ClockState = { timeMs: clock.now(), mode: clock.mode, realMs: Date.now() };
  store.keepFact("clock", state);
}
