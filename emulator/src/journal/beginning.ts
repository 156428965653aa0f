/** What a journal began with, and what a start asks for: they have to agree. */
import { randomInt } from "node:crypto";
import { OptionError } from "../options.ts";
import type { ClockMode, ClockOptions } from "../time/clock.ts";
import { parseTime } from "../time/time.ts";

/** What was chosen when the journal was made. */
export interface Beginning {
  seed: number;
  /** Where the clock was told to start; null for the real time. */
  startAtMs: number | null;
}

/** What the clock showed. `realMs` is when, by the clock of the machine. */
export interface ClockState {
  timeMs: number;
  mode: ClockMode;
  realMs: number;
}

/** What a journal holds beside its jobs. */
export interface JournalContent {
  lines: number;
  beginning?: Beginning;
  clock?: ClockState;
}

/** What a start asks for; what is missing may be anything. */
export interface WantedStart {
  seed?: number | undefined;
  clock?: ClockOptions | undefined;
  /** What is asked for holds, whatever the journal says. */
  force?: boolean | undefined;
}

/**
 * What an emulator starts with.
 *
 * @throws {OptionError} when a start asks for something else than the journal holds, and does not force it
 */
export function reconcile(
  { beginning, clock }: JournalContent,
  { seed, clock: wantedClock, force = false }: WantedStart,
): { beginning: Beginning; clock: ClockState; isNew: boolean } {
  const realMs = Date.now();
  const startAtMs = wantedClock?.startAt === undefined ? undefined : parseTime(wantedClock.startAt);
  if (!beginning) {
    const { mode = "auto" } = wantedClock ?? {};
    return {
      beginning: { seed: seed ?? randomInt(2 ** 32), startAtMs: startAtMs ?? null },
      clock: { timeMs: startAtMs ?? realMs, mode, realMs },
      isNew: true,
    };
  }
  const shown = clock ?? { timeMs: realMs, mode: "auto", realMs };
  const nowMs = shown.timeMs + (shown.mode === "auto" ? Math.max(0, realMs - shown.realMs) : 0);
  const disagreements = [
    differs(seed, beginning.seed) &&
      `--seed ${seed} is asked for, and the jobs have ${beginning.seed}`,
    differs(wantedClock?.mode, shown.mode) &&
      `--clock ${wantedClock?.mode} is asked for, and the clock of the jobs is ${shown.mode}`,
    differs(startAtMs, beginning.startAtMs) &&
      `the clock shall start at ${new Date(startAtMs ?? 0).toISOString()}, and that of the jobs shows ${new Date(nowMs).toISOString()}`,
  ].filter((text) => text !== false);
  if (disagreements.length > 0 && !force)
    throw new OptionError(
      `The data folder goes on from an earlier start: ${disagreements.join("; ")}. Leave that out, choose another folder with --data, or add --force.`,
    );
  const isMoved = differs(startAtMs, beginning.startAtMs);
  return {
    beginning: {
      seed: seed ?? beginning.seed,
      startAtMs: startAtMs ?? beginning.startAtMs,
    },
    clock: {
      timeMs: isMoved ? (startAtMs as number) : nowMs,
      mode: wantedClock?.mode ?? shown.mode,
      realMs,
    },
    isNew: disagreements.length > 0,
  };
}

function differs<Value>(wanted: Value | undefined, stored: Value | null): boolean {
  return wanted !== undefined && wanted !== stored;
}
