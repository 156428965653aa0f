// @ts-check

/**
 * @param {string} word
 * @param {readonly string[]} candidates
 * @returns {string | undefined} the candidate that needs the fewest edits; none when all are mostly different
 */
export function nearest(word, candidates) {
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= best.candidate.length / 2 ? best.candidate : undefined;
}

/** @param {string} from @param {string} to */
function editDistance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      next[column] = Math.min(
        next[column - 1] + 1,
        row[column] + 1,
        row[column - 1] + (letter === to[column - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[to.length];
}
