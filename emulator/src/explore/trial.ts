/** Runs an app once, against an emulator of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { baseUrlVariable, tokenVariable } from "../../../generated/policy.ts";
import { createEmulator, type Emulator } from "../app/emulator.ts";
import { OptionError } from "../contract/option-error.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import { clearTimeout, monotonicMs, setTimeout } from "../time/real-time.ts";
import { type Circumstance, placeOf } from "./circumstances.ts";

export interface AppOptions {
  /** The program and its words. */
  command: string[];
  /** Names of further environment variables, and what each gets. */
  env: Record<string, "url" | "token">;
  /** How long a job renders. */
  renderMs: number;
}

export interface Trial {
  passed: boolean;
  seconds: number;
  /** The first line of what the app itself says of its failure. */
  said: string;
  /** The last requests that it made, the newest at the end. */
  requests: string[];
  /** How many jobs it has started. */
  jobs: number;
  /** Names of the circumstances that have changed a response. */
  met: ReadonlySet<string>;
}

/** More of what an app prints is not looked at. */
const maxOutput = 256 * 1024;

/**
 * @param limitMs an app that takes longer has failed
 * @param look sees the emulator before the app starts and after it has ended
 * @throws {OptionError} when the command cannot be started
 */
export async function runApp(
  { command, env, renderMs }: AppOptions,
  circumstances: Circumstance[],
  seed: number,
  limitMs: number,
  look?: (emulator: Emulator, when: "before" | "after") => void,
): Promise<Trial> {
  const gaps: Record<string, string> = {};
  for (const { name, fault } of circumstances)
    if (!fault) gaps[placeOf(name)] = name.slice(placeOf(name).length + 1);
  const emulator = await createEmulator({ seed, gaps, renderMs, allowThisMachine: true });
  try {
    const names = new Map<string, string>();
    for (const { name, fault } of circumstances)
      if (fault) names.set(emulator.faults.add(fault).id, name);
    look?.(emulator, "before");
    const named = { [baseUrlVariable]: "url", [tokenVariable]: "token", ...env } as const;
    const variables = Object.entries(named).map(([name, what]) => [name, emulator[what]] as const);
    const start = monotonicMs();
    const { code, output } = await runCommand(command, limitMs, {
      ...process.env,
      ...Object.fromEntries(variables),
    });
    look?.(emulator, "after");
    const requests = emulator.requests();
    // Each fault hits once, and waits until then.
    for (const { id } of emulator.faults.list()) names.delete(id);
    return {
      passed: code === 0,
      seconds: (monotonicMs() - start) / 1000,
      said:
        code === undefined
          ? `It did not end within ${Math.round(limitMs / 1000)} s, which is what --limit allows.`
          : findReason(output),
      requests: requests.slice(0, 5).reverse().map(describeRequest),
      jobs: emulator.jobs.list().length,
      met: new Set([...requests.flatMap(({ played = [] }) => played), ...names.values()]),
    };
  } finally {
    // That the app did not get as far as a fault is nothing to warn of here.
    emulator.faults.clear();
    await emulator.close();
  }
}

/** @returns its exit code; nothing when it did not end in time */
async function runCommand(
  [program = "", ...words]: string[],
  limitMs: number,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null | undefined; output: string[] }> {
  // With what it starts in a group of its own, which can be ended as a whole.
  const child = spawn(program, words, {
    ...{ env, detached: true },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = ["", ""];
  for (const [index, stream] of [child.stderr, child.stdout].entries())
    stream.on("data", (chunk: Buffer) => {
      output[index] = (output[index] + chunk.toString()).slice(0, maxOutput);
    });
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Nothing of it runs any more.
    }
  };
  process.once("exit", endGroup);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, limitMs);
  try {
    const closed = new Promise((resolve) => child.once("close", resolve));
    const [code] = (await once(child, "exit")) as [number | null];
    endGroup();
    // What it has printed last is still on its way. What has left its group may hold the pipes for ever.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500))]);
    return { code: isLate ? undefined : code, output };
  } catch (error) {
    throw new OptionError(
      `${program} cannot be started: ${(error as Error).message}. Write the command as in a terminal, after --.`,
    );
  } finally {
    clearTimeout(timer);
    process.off("exit", endGroup);
    endGroup();
  }
}

/** Lines that say why a test failed, the likeliest first. */
const reasons = [
  // What a language names as an error; pytest begins it with E, and Node puts one without a stack in brackets.
  /^(?:E +|\[|Uncaught )?[\w.]*(?:Error|Exception|panic)\b[^=]*:/,
  // What a runner names as a test that failed: Jest, pytest, Go, TAP.
  /^(?:●|✗|✕|×|FAILED |--- FAIL|not ok)/,
  /error|expected|exception|fail|panic|refused/i,
];

/** Of what an app printed, the line that says why it failed, as far as anybody can tell. */
export function findReason(output: string[]): string {
  const lines = output.flatMap((text) =>
    stripVTControlCharacters(text)
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
  let said = lines.at(-1) ?? "It says nothing.";
  for (const reason of reasons.toReversed()) said = lines.find((line) => reason.test(line)) ?? said;
  return said.length > 200 ? `${said.slice(0, 199)}…` : said;
}

function describeRequest({ method, url, status, played, fault }: LoggedRequest): string {
  const marks = [...(played ?? []), ...(fault === undefined ? [] : [fault])].join(", ");
  return `${method} ${url} → ${status ?? "no response"}${marks && ` (${marks})`}`;
}
