/** How sure a share of samples makes one of a share of everything. */

/** Two-sided 95 %: of a hundred intervals made this way, about 95 hold the true share. */
const z = 1.96;

/**
 * Lower end of the Wilson score interval (Wilson, 1927). Ten of ten give 0.72: few samples never
 * look certain, which a plain share of 1 would.
 *
 * @param successes of the units, at most `units`
 */
export function lowerBound(successes: number, units: number): number {
  if (units === 0) return 0;
  const share = successes / units;
  const centre = share + z ** 2 / (2 * units);
  const spread = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * units)) / units);
  return Math.max(0, (centre - spread) / (1 + z ** 2 / units));
}

/** Units without an exception that put the lower bound at least there. */
export function unitsFor(bound: number): number {
  let units = 1;
  while (lowerBound(units, units) < bound) units++;
  return units;
}
