/** How much evidence is enough. */

/** Fewer samples say nothing about what is usual. */
export const fewestSamples = 10;

/**
 * A field that is there this often is required. The rest is room for a recording that was cut off
 * or mixed.
 */
export const requiredPresence = 0.98;

/** More different words are data, not a list. */
export const mostValues = 12;

/**
 * A list is closed only if another value is this unlikely: the lower bound of the share that the
 * seen values have.
 */
export const closedConfidence = 0.98;
