/** How sure a share of samples makes one of a share of everything. */

/** Two-sided 95 %: of a hundred intervals made this way, about 95 hold the true share. */
const z = 1.96;

/**
 * Lower end of the Wilson score interval. Ten of ten give 0.72: few samples never look certain,
 * which a plain share of 1 would.
 *
 * @param successes of the samples, at most `samples`
 */
export function lowerBound(successes: number, samples: number): number {
  if (samples === 0) return 0;
  const share = successes / samples;
  const centre = share + z ** 2 / (2 * samples);
  const spread = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * samples)) / samples);
  return Math.max(0, (centre - spread) / (1 + z ** 2 / samples));
}
