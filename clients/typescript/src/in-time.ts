/** Work that its limits end: one of time for each part of it, the deadline of the whole, and signals. */
import { settleInTime } from "./delay.ts";
import { TimeoutError } from "./errors.ts";
import type { RequestFacts } from "./facts.ts";

type Limits<Name extends string> = { [name in Name | "deadlineMs"]: number } & {
  signals: readonly AbortSignal[];
};

/**
 * Does a part of the work.
 *
 * @param name limit of this part
 * @param endsAt when the deadline is passed
 * @param work is told by its signal when it was given up
 * @throws {TimeoutError | AbortError} at once, whether the work obeys its signal or not
 */
export function inTime<Name extends "timeoutMs" | "idleTimeoutMs", Result>(
  name: Name,
  limits: Limits<Name>,
  endsAt: number,
  facts: RequestFacts,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leftMs = endsAt - performance.now();
  const limit = leftMs < limits[name] ? "deadlineMs" : name;
  return settleInTime<Result>(
    Math.min(leftMs, limits[name]),
    limits.signals,
    facts,
    (_, reject) => reject(new TimeoutError(facts, limit, limits[limit])),
    work,
  );
}
