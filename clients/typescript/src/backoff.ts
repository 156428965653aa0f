/** Pauses that grow: between the attempts of a request, and between the polls of a wait. */

/**
 * Share of a pause that is random, so that clients which failed together do not come back together.
 */
const jitter = 0.25;

/**
 * The pause after a number of pauses before it, in milliseconds: grown, capped, and shortened at
 * random by up to a quarter.
 */
export function growingDelay(
  firstMs: number,
  maxMs: number,
  factor: number,
  pausesBefore: number,
): number {
  return Math.min(maxMs, firstMs * factor ** pausesBefore) * (1 - jitter * Math.random());
}
