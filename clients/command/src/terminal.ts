/** The surroundings of a process: its streams, its terminal, its signals. */
import { createInterface } from "node:readline";
import { addAbortSignal } from "node:stream";
import { outputError } from "./errors.ts";
import { printable } from "./print.ts";
import type { Surroundings } from "./process-io.ts";

export function processSurroundings(): Surroundings {
  const { stdin, stdout, stderr, env } = process;
  const signal = stopSignal();
  // Without listeners, a reader that has gone would end the process with a stack trace.
  stdout.on("error", () => {});
  stderr.on("error", () => {});
  return {
    env,
    canAsk: stdin.isTTY && stderr.isTTY,
    isTerminal: stderr.isTTY,
    signal,
    input: () => addAbortSignal(signal, stdin),
    write: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => (error ? reject(outputError(error)) : resolve()));
      }),
    notify: (text) => void stderr.write(text),
    ask: (question) => ask(question, signal),
  };
}

/** The first signal asks the command to stop; a second one ends it at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => controller.abort(name));
  }
  return controller.signal;
}

/** A line from the terminal; `undefined` for the end of the input, and for a signal. */
async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  const close = () => lines.close();
  signal.addEventListener("abort", close);
  // The terminal sends no signal itself while readline reads it.
  lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await new Promise((resolve) => {
      lines.once("close", () => resolve(undefined));
      lines.question(question, resolve);
    });
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** A longer line would be broken, and could not be erased. */
const maxProgressLength = 70;
const eraseLine = "\r\u001b[2K";

/** Progress in one line of a terminal that is written again and again. In a pipe there is none. */
export function createProgress({ isTerminal, env, notify }: Surroundings) {
  // A dumb one cannot go back in its line.
  const canShow = isTerminal && env["TERM"] !== "dumb";
  let isShown = false;
  return {
    show(text: string): void {
      if (canShow) notify(`${eraseLine}… ${printable(text.slice(0, maxProgressLength))}`);
      isShown = canShow;
    },
    /** Makes room for other messages. */
    clear(): void {
      if (isShown) notify(eraseLine);
      isShown = false;
    },
  };
}
