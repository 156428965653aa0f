/** Opens the folder that keeps jobs across restarts, and finds out with which seed and clock they go on. */
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { OptionError } from "../option-error.ts";
import type { Clock, ClockMode, ClockOptions } from "../time/clock.ts";
import { parseTime } from "../time/time.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { StorageError } from "./storage-error.ts";

/** What a start asks for; what is missing may be anything. */
export interface WantedStart {
  seed?: number | undefined;
  clock?: ClockOptions | undefined;
  /** What is asked for holds, whatever the folder began with. */
  force?: boolean | undefined;
}

/** What was chosen when the folder was made. */
interface Beginning {
  seed: number;
  /** Where the clock was told to start; null for the real time. */
  startAtMs: number | null;
}

/** What the clock showed. `realMs` is when, by the clock of the machine. */
interface ClockState {
  timeMs: number;
  mode: ClockMode;
  realMs: number;
}

/** How long to wait before what could not be kept is tried again. */
const retryMs = 500;

const oldName = "journal.ndjson";

/** Numbers that SQLite gives to its errors: the file is used by another process, or is none of its own. */
const [busy, notADatabase] = [5, 26];

/**
 * Opens a folder, and makes it if it does not exist.
 *
 * @returns its jobs, and their seed; the clock then shows what it would, had it gone on
 * @throws {OptionError} when the folder cannot be used or is in use, is from another version, or began otherwise
 */
export function openDataFolder(
  folder: string,
  wanted: WantedStart,
  clock: Clock,
): { store: SqliteStore; seed: number } {
  const store = openStore(folder);
  try {
    const { seed, timeMs, mode } = reconcile(store, wanted);
    clock.restore(timeMs, mode);
    clock.onMove(() => keepClock(store, clock));
    keepClock(store, clock);
    return { store, seed };
  } catch (error) {
    store.close();
    throw error instanceof StorageError ? new OptionError(error.message) : error;
  }
}

function openStore(folder: string): SqliteStore {
  const path = join(folder, "jobs.sqlite");
  if (!existsSync(path) && existsSync(join(folder, oldName)))
    throw new OptionError(
      `${folder} has the jobs of an earlier version, in ${oldName}, which this one does not read. Choose another folder with --data, or remove that file and its jobs.`,
    );
  try {
    makeFolder(folder);
    return new SqliteStore(path);
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === busy)
      throw new OptionError(
        `${folder} is in use by another emulator. Stop that one, or choose another folder with --data.`,
      );
    const remedy = errcode === notADatabase ? `, or remove ${path} and its jobs` : "";
    throw new OptionError(
      `The data folder ${folder} cannot be used: ${message}. Choose another one with --data${remedy}.`,
    );
  }
}

/** With its parents. Where nothing can be made, such as below `/proc`, Node's own way to make parents never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

/** Keeps what the clock shows; later, when that is not possible now. */
function keepClock(store: SqliteStore, clock: Clock): void {
  const state: ClockState = { timeMs: clock.now(), mode: clock.mode, realMs: Date.now() };
  const retry = () => void setTimeout(() => keepClock(store, clock), retryMs).unref();
  if (!store.isOpen) return;
  try {
    store.keepFact("clock", state);
  } catch {
    // Whoever else has changed something is told why.
  }
  store.saved().catch(retry);
}

/**
 * What an emulator starts with.
 *
 * @throws {OptionError} when a start asks for something else than the folder began with, and does not force it
 */
function reconcile(
  store: SqliteStore,
  { seed, clock: wantedClock = {}, force = false }: WantedStart,
): { seed: number; timeMs: number; mode: ClockMode } {
  const realMs = Date.now();
  const { startAt } = wantedClock;
  const startAtMs = startAt === undefined ? undefined : parseTime(startAt);
  const beginning = store.readFact<Beginning>("beginning");
  const shown = store.readFact<ClockState>("clock") ?? {
    timeMs: startAtMs ?? realMs,
    mode: wantedClock.mode ?? "auto",
    realMs,
  };
  const begun = beginning ?? { seed: seed ?? randomInt(2 ** 32), startAtMs: startAtMs ?? null };
  const nowMs = shown.timeMs + (shown.mode === "auto" ? Math.max(0, realMs - shown.realMs) : 0);
  const isMoved = differs(startAtMs, begun.startAtMs);
  const disagreements = [
    differs(seed, begun.seed) && `--seed ${seed} is asked for, and the jobs have ${begun.seed}`,
    differs(wantedClock.mode, shown.mode) &&
      `--clock ${wantedClock.mode} is asked for, and the clock of the jobs is ${shown.mode}`,
    isMoved &&
      `the clock shall start at ${new Date(startAtMs ?? 0).toISOString()}, and that of the jobs shows ${new Date(nowMs).toISOString()}`,
  ].filter((text) => text !== false);
  if (disagreements.length > 0 && !force)
    throw new OptionError(
      `The data folder goes on from an earlier start: ${disagreements.join("; ")}. Leave that out, choose another folder with --data, or add --force.`,
    );
  const chosen = { seed: seed ?? begun.seed, startAtMs: startAtMs ?? begun.startAtMs };
  store.keepFact("beginning", chosen);
  return {
    seed: chosen.seed,
    timeMs: isMoved ? (startAtMs as number) : nowMs,
    mode: wantedClock.mode ?? shown.mode,
  };
}

function differs<Value>(wanted: Value | undefined, kept: Value | null): boolean {
  return wanted !== undefined && wanted !== kept;
}
