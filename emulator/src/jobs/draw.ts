/** What chance decides about a job, where its request does not. The same seed decides the same. */
import type { OutcomeOptions } from "../options.ts";
import { chance } from "../random.ts";
import type { Scenario } from "./scenario.ts";

export interface Chances {
  seed: number;
  /** How long a job renders, from and to; null for ever, until the control plane moves it. */
  renderMs: readonly [number, number] | null;
  /** How likely a job ends otherwise. */
  outcome: OutcomeOptions;
}

/** What becomes of a job: what its request chooses, else what chance does. */
export function drawScenario(
  chosen: Scenario,
  sequence: number,
  { seed, outcome: { fail = 0, stall = 0 } }: Chances,
): Scenario {
  if (fail + stall === 0 || Object.keys(chosen).length > 0) return chosen;
  const drawn = chance(seed, "outcome", sequence);
  if (drawn < fail) return { failure: "This job was drawn to fail (--outcome)." };
  return drawn < fail + stall ? { durationMs: null } : chosen;
}

/** How long a job renders; null for ever. */
export function drawDuration(chosen: Scenario, sequence: number, chances: Chances): number | null {
  const { seed, renderMs } = chances;
  if (renderMs === null) return null;
  const { durationMs } = drawScenario(chosen, sequence, chances);
  if (durationMs !== undefined) return durationMs;
  const [from, to] = renderMs;
  return from === to ? from : Math.round(from + (to - from) * chance(seed, "render", sequence));
}
