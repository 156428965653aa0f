/** Pauses that grow: between the attempts of a request, and between the polls of a wait. */
export interface Growth {
  firstMs: number;
  factor: number;
  maxMs: number;
}

/**
 * Share of a pause that is random, so that clients which failed together do not come back together.
 */
const jitter = 0.25;

/**
 * The pause after a number of pauses before it, in milliseconds: grown, capped, and shortened at
 * random by up to a quarter.
 *
 * @param random returns a number from 0 up to, but not including, 1
 */
export function growingDelay(
  { firstMs, factor, maxMs }: Growth,
  pausesBefore: number,
  random: () => number = Math.random,
): number {
  const grownMs = Math.min(maxMs, firstMs * factor ** pausesBefore);
  return grownMs * (1 - jitter * random());
}
