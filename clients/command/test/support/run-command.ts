/** Runs the command in this process, with surroundings that a test can look into. */
import { Readable } from "node:stream";
import { afterAll } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { type Responder, startFaultServer } from "../../../faults/fault-server.ts";
import { run } from "../../src/run.ts";
import type { Surroundings } from "../../src/process-io.ts";

export interface Ended {
  exitCode: number;
  output: string;
  messages: string;
  /** What the person at the terminal was asked. */
  questions: string[];
}

export interface RunOptions {
  baseUrl?: string;
  env?: Record<string, string>;
  input?: string;
  /** What the person at the terminal answers, in turn; nobody is there without it. */
  answers?: string[];
  /** Messages go to a terminal. */
  onTerminal?: boolean;
  signal?: AbortSignal;
  write?: Surroundings["write"];
}

/** Where receipts are kept: not in the home of who runs the tests. */
const home = await temporaryFolder();
afterAll(() => home.remove());
const homeEnv = { HOME: home.path, XDG_STATE_HOME: home.path };

export const testToken = "secret-token-of-the-tests";

export async function runCommand(words: string[], options: RunOptions = {}): Promise<Ended> {
  const { answers, onTerminal = false, baseUrl, env, input = "", signal } = options;
  const ended: Ended = { exitCode: -1, output: "", messages: "", questions: [] };
  const replies = [...(answers ?? [])];
  const surroundings: Surroundings = {
    env: {
      ...homeEnv,
      VIDEO_GENERATION_TOKEN: testToken,
      ...(baseUrl && { VIDEO_GENERATION_BASE_URL: baseUrl }),
      ...env,
    },
    canAsk: !!answers,
    isTerminal: onTerminal,
    signal: signal ?? new AbortController().signal,
    input: () => Readable.from([Buffer.from(input)]),
    write:
      options.write ??
      ((text) => {
        ended.output += text;
        return Promise.resolve();
      }),
    notify: (text) => void (ended.messages += text),
    ask: (question) => {
      ended.questions.push(question);
      return Promise.resolve(replies.shift());
    },
  };
  ended.exitCode = await run(words, surroundings);
  return ended;
}

/** Runs the command against a server that responds so, and says which requests came. */
export async function runAgainst(respond: Responder, words: string[], options: RunOptions = {}) {
  const server = await startFaultServer({ respond });
  const ended = await runCommand(words, { baseUrl: server.baseUrl, ...options });
  await server.close();
  return { ...ended, received: server.received };
}
