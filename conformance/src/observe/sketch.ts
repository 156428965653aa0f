/**
 * Counts different things without keeping them: the smallest of their hashes (bottom-k, also known
 * as KMV). Up to `limit` the count is exact; beyond it is an estimate with a standard error of
 * 1/√limit, from the density of the hashes kept (Bar-Yossef and others, 2002).
 */

/** Hashes that are kept: an error of about 3 %, and far more than any threshold asks for. */
export const limit = 1024;

/** Hashes are whole numbers below this. */
const hashRange = 2 ** 48;

export class Sketch {
  #kept = new Set<number>();
  #bound = Infinity;

  add(hash: number): void {
    if (hash > this.#bound || this.#kept.has(hash)) return;
    this.#kept.add(hash);
    if (this.#kept.size < 2 * limit) return;
    this.#kept = new Set(this.hashes());
    this.#bound = Math.max(...this.#kept);
  }

  /** The smallest hashes, in order. */
  hashes(): number[] {
    return smallest([...this.#kept]);
  }
}

function smallest(hashes: number[]): number[] {
  return hashes.sort((a, b) => a - b).slice(0, limit);
}

/** The sketch of what either has counted. */
export function joinHashes(a: number[], b: number[]): number[] {
  return smallest([...new Set([...a, ...b])]);
}

/** How many different things were counted. */
export function countOf(hashes: number[]): number {
  if (hashes.length < limit) return hashes.length;
  return Math.round((limit - 1) / (hashes.at(-1)! / hashRange));
}
