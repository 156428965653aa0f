// @ts-check

/**
 * @param {string} word
 * @param {readonly string[]} candidates
 * @returns {string | undefined} the candidate that needs the fewest edits; none when all are mostly
 *   different
 */
export function nearest(word, candidates) {
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= best.candidate.length / 2 ? best.candidate : undefined;
}

/**
 * One row of the edit table at a time: `left`, `above` and `diagonal` are the neighbours of the
 * cell to fill.
 *
 * @param {string} from
 * @param {string} to
 */
function editDistance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    let left = Infinity;
    let diagonal = Infinity;
    row = row.map((above, column) => {
      const replaced = diagonal + (letter === to[column - 1] ? 0 : 1);
      diagonal = above;
      left = Math.min(left + 1, above + 1, replaced);
      return left;
    });
  }
  return row.at(-1) ?? Infinity;
}
