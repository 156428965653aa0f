/** Progress in one line of a terminal that is written again and again. In a pipe there is none. */
import { printable } from "./printable.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Progress {
  show(text: string): void;
  /** Makes room for other messages. */
  clear(): void;
}

/** A longer line would be broken, and could not be erased. */
const maxLength = 70;

const eraseLine = "\r\u001b[2K";

export function createProgress({ isTerminal, env, notify }: Surroundings): Progress {
  // A terminal that cannot go back in its line.
  if (!isTerminal.messages || env["TERM"] === "dumb") return { show() {}, clear() {} };
  let isShown = false;
  return {
    show(text) {
      isShown = true;
      notify(`${eraseLine}… ${printable(text.slice(0, maxLength))}`);
    },
    clear() {
      if (isShown) notify(eraseLine);
      isShown = false;
    },
  };
}
