/** The surroundings of a process: its streams, its terminal, its signals. */
import { addAbortSignal } from "node:stream";
import { OutputError } from "./errors.ts";
import { printable } from "./print.ts";
import type { Surroundings } from "./surroundings.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function processSurroundings(): Surroundings {
  const { stdin, stdout, stderr, env } = process;
  const signal = stopSignal();
  // Without listeners, a reader that has gone would end the process with a stack trace.
  stdout.on("error", () => {});
  stderr.on("error", () => {});
  return {
    env,
    isTerminal: { input: !!stdin.isTTY, output: !!stdout.isTTY, messages: !!stderr.isTTY },
    signal,
    input: () => addAbortSignal(signal, stdin),
    write: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => (error ? reject(new OutputError(error)) : resolve()));
      }),
    notify: (text) => void stderr.write(text),
    ask: (question, { isSecret = false } = {}) => ask(question, isSecret, signal),
  };
}

/** The first signal asks the command to stop; a second one ends it at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of signals) {
    process.once(name, () => controller.abort(name));
  }
  return controller.signal;
}

const endOfInput = "\u0004";
const interrupt = "\u0003";
const erase = ["\u007f", "\b"];

/** A line from the terminal. A secret is not shown while it is typed. */
async function ask(
  question: string,
  isSecret: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // Before the question: what is typed at once must not be shown either.
  if (isSecret) stdin.setRawMode(true);
  stderr.write(question);
  stdin.setEncoding("utf8").resume();
  try {
    return await readLine(stdin, isSecret, signal);
  } finally {
    stdin.pause();
    if (isSecret) {
      stdin.setRawMode(false);
      stderr.write("\n");
    }
  }
}

/** @returns `undefined` for the end of the input, and for a signal */
function readLine(
  stdin: NodeJS.ReadStream,
  isSecret: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let line = "";
    const finish = (answer: string | undefined) => {
      stdin.off("data", read);
      stdin.off("end", stop);
      signal.removeEventListener("abort", stop);
      resolve(answer);
    };
    const stop = () => finish(undefined);
    const read = (text: string) => {
      for (const character of text) {
        if (character === "\n" || character === "\r") return finish(line);
        if (isSecret && character === endOfInput) return stop();
        // In raw mode the terminal sends no signal itself.
        if (isSecret && character === interrupt) return void process.kill(process.pid, "SIGINT");
        line = erase.includes(character) ? line.slice(0, -1) : line + character;
      }
    };
    stdin.on("data", read).once("end", stop);
    signal.addEventListener("abort", stop);
  });
}

/** Progress in one line of a terminal that is written again and again. In a pipe there is none. */
export interface Progress {
  show(text: string): void;
  /** Makes room for other messages. */
  clear(): void;
}

/** A longer line would be broken, and could not be erased. */
const maxProgressLength = 70;
const eraseLine = "\r\u001b[2K";

export function createProgress({ isTerminal, env, notify }: Surroundings): Progress {
  // A terminal that cannot go back in its line.
  if (!isTerminal.messages || env["TERM"] === "dumb") return { show() {}, clear() {} };
  let isShown = false;
  return {
    show(text) {
      isShown = true;
      notify(`${eraseLine}… ${printable(text.slice(0, maxProgressLength))}`);
    },
    clear() {
      if (isShown) notify(eraseLine);
      isShown = false;
    },
  };
}
