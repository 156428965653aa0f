/** How sure units without an exception make one of a share of everything. */

/** Of a two-sided interval of 95 %: of a hundred made this way, about 95 hold the true share. */
const zSquared = 1.96 ** 2;

/** Lower end of the Wilson score interval (Wilson, 1927): ten of ten give 0.72, where a plain share would be 1. */
export const lowerBound = (units: number): number => units / (units + zSquared);

/** Units without an exception that put the lower bound at least there. */
export const unitsFor = (bound: number): number => Math.ceil((bound * zSquared) / (1 - bound));
