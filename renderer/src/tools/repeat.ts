/** Tries again what may go right later. */
import { setTimeout } from "node:timers/promises";
import { InputError } from "./errors.ts";

/** Two minutes together: a full disk that somebody clears, a source that starts again. */
export const faultPausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/**
 * An {@link InputError} is an answer. Any other error is repeated after each of the pauses.
 *
 * @throws what was thrown last
 */
export async function repeat<T>(
  work: () => Promise<T>,
  { signal, pausesMs = faultPausesMs }: { signal: AbortSignal; pausesMs?: number[] },
): Promise<T> {
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof InputError || pauseMs === undefined) throw error;
      await setTimeout(pauseMs, undefined, { signal });
    }
  }
  throw new Error("unreachable");
}
