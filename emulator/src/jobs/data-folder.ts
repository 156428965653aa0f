/** Opens the folder that keeps jobs across restarts, with the seed and the clock that they go on with. */
import { randomInt } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EmulatorOptions, OptionError } from "../options.ts";
import type { Clock, ClockMode, ClockOptions } from "../time/clock.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** What the clock showed, and where it started. `realMs` is when, by the clock of the machine. */
interface ClockState {
  startMs: number;
  timeMs: number;
  mode: ClockMode;
  realMs: number;
}

/**
 * Opens a folder, and makes it if it does not exist.
 *
 * @param wanted holds; what is missing is as it was
 * @returns its jobs, and their seed; the clock then shows what it would, had it gone on
 * @throws {OptionError} when the folder cannot be used or is in use, or its clock has not started where `wanted` has it start
 */
export function openDataFolder(
  folder: string,
  wanted: EmulatorOptions,
  clock: Clock,
): { store: SqliteStore; seed: number } {
  const path = join(folder, "jobs.sqlite");
  let store: SqliteStore | undefined;
  try {
    makeFolder(folder);
    store = new SqliteStore(path);
    const seed = wanted.seed ?? store.readFact<number>("seed") ?? randomInt(2 ** 32);
    store.keepFact("seed", seed);
    const shown = store.readFact<ClockState>("clock");
    if (shown) goOn(clock, shown, wanted.clock);
    keepClock(store, clock, shown?.startMs ?? clock.startMs);
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

/** Makes a folder with its parents. `mkdirSync` would do both, but never ends below `/proc`. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  // The root of a drive that is not there has no parent.
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

/** @throws {Error} when the clock of a folder has started elsewhere: its jobs would be due at other times */
function goOn(clock: Clock, shown: ClockState, { startAt, mode }: ClockOptions = {}): void {
  if (startAt !== undefined && clock.startMs !== shown.startMs)
    throw new Error(
      `its clock started at ${new Date(shown.startMs).toISOString()}, not at ${new Date(clock.startMs).toISOString()}. Leave startAt out, and move the clock once it runs`,
    );
  const goneMs = shown.mode === "auto" ? Math.max(0, Date.now() - shown.realMs) : 0;
  clock.restore(shown.timeMs + goneMs, mode ?? shown.mode);
}

/** Keeps what the clock shows, now and whenever it was moved. */
function keepClock(store: SqliteStore, clock: Clock, startMs: number): void {
  const keep = () => {
    const timeMs = clock.now();
    const state: ClockState = { startMs, timeMs, mode: clock.mode, realMs: Date.now() };
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
