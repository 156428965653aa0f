/** Waiting for the event loop. */

let turn: Promise<void> | undefined;

/** Settles in the next turn of the event loop. All that wait for the same turn wait together. */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
